// Attacks on a sandbox. After each one the sandbox and its neighbours must still work.

import { cacheRoot, packageRoot } from '../../setup/root.mjs';
import { bomb, confuse, reach, type Attack } from './attack.ts';
import { redTeamAttacks } from './attacks-red-team.ts';

/** The folders of the harness and the images on this machine: none may be visible. */
const hidden = [packageRoot, cacheRoot()].map((path) => JSON.stringify(path)).join(', ');

const files = [
  reach('read the password file', "attempt('shadow', lambda: open('/etc/shadow').read())"),
  reach(
    "read root's folder and the harness",
    `for path in [${hidden}, '/home', '/run/pybench', '/mnt/etc']:
    attempt(path, lambda: [each for each in os.listdir(path)][0])`,
  ),
  reach(
    'find the truth anywhere',
    `found = subprocess.run("find / -xdev \\\\( -name 'truth*' -o -name 'lock.json' -o -name '*.jsonl' -o -name 'task.ts' \\\\) 2>/dev/null", shell=True, capture_output=True, text=True).stdout
if found.strip(): print('SUCCEEDED', found)`,
  ),
  reach(
    'write outside the workspace',
    `for path in ['/x', '/usr/x', '/etc/x', '/usr/lib/python3/dist-packages/x', '/home/x', '/var/x', '/root/x', '/opt/x', '/boot/x']:
    attempt(path, lambda: open(path, 'w'))`,
  ),
  reach(
    'change the inputs',
    "attempt('data', lambda: open('data/a.csv', 'w'))\nattempt('remove', lambda: os.remove('data/a.csv'))\nattempt('chmod', lambda: os.chmod('data', 0o777) or open('data/b', 'w'))",
  ),
  reach(
    'make a device',
    "attempt('mknod', lambda: os.mknod('output/sda', 0o60600, os.makedev(8, 0)))\nattempt('kmsg', lambda: os.mknod('/tmp/mem', 0o20600, os.makedev(1, 1)))",
  ),
  reach(
    'read kernel memory and devices',
    "for path in ['/dev/mem', '/dev/kmsg', '/dev/sda', '/dev/vda', '/dev/kvm', '/proc/kcore', '/dev/fuse', '/dev/net/tun']:\n    attempt(path, lambda: open(path, 'rb').read(1))",
  ),
  reach(
    'write kernel settings',
    "for path in ['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/vm/overcommit_memory', '/sys/kernel/uevent_helper']:\n    attempt(path, lambda: open(path, 'w').write('x'))",
  ),
  reach('escape by chroot', "os.makedirs('output/r', exist_ok=True)\nattempt('chroot', lambda: os.chroot('output/r'))"),
  reach('open by handle', "attempt('handle', lambda: call(304, -100, ctypes.create_string_buffer(64), 0))"),
  reach(
    'run a set-uid program to gain rights',
    "done = subprocess.run('cp /bin/sh output/sh; chmod 4755 output/sh; output/sh -p -c id -u', shell=True, capture_output=True, text=True)\nattempt('root', lambda: 1 / (os.geteuid() == 0))\nif 'uid=0' in done.stdout: print('SUCCEEDED', done.stdout)",
  ),
];

const processes = [
  reach(
    'see the processes of the host',
    "pids = [each for each in os.listdir('/proc') if each.isdigit()]\nif len(pids) > 6: print('SUCCEEDED', pids)",
  ),
  reach(
    'look into the supervisor',
    `for name in ['environ', 'maps', 'mem', 'cwd', 'root', 'exe', 'fd/0', 'stack', 'io']:
    def look(path=f'/proc/1/{name}'):
        return os.readlink(path) if name in ('cwd', 'root', 'exe', 'fd/0') else open(path, 'rb').read(64)
    attempt(name, look)`,
  ),
  reach(
    'trace the supervisor',
    "attempt('ptrace', lambda: call(101, 16, 1, 0, 0))\nattempt('vm_readv', lambda: call(310, 1, 0, 0, 0, 0, 0))\nattempt('pidfd_getfd', lambda: call(438, os.pidfd_open(1), 0, 0))",
  ),
  reach(
    'slow the supervisor down',
    "attempt('nice', lambda: os.setpriority(os.PRIO_PROCESS, 1, 19))\nattempt('affinity', lambda: os.sched_setaffinity(1, {0}))\nimport resource\nattempt('prlimit', lambda: resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0)))",
  ),
  reach(
    'raise its own limits',
    "import resource\nfor kind in ('NPROC', 'NOFILE', 'FSIZE', 'DATA', 'CORE'):\n    attempt(kind, lambda: resource.setrlimit(getattr(resource, 'RLIMIT_' + kind), (1 << 40, 1 << 40)))",
  ),
  confuse(
    'signal everybody',
    "import os, signal\nfor pid in (1, os.getppid()):\n    for s in (signal.SIGTERM, signal.SIGKILL, signal.SIGSTOP, signal.SIGINT, signal.SIGHUP):\n        try:\n            os.kill(pid, s)\n        except OSError:\n            pass\nprint('sent')",
  ),
  confuse('kill -9 -1', 'import os, signal\nos.kill(-1, signal.SIGKILL)'),
  confuse(
    'a daemon that outlives its cell',
    "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        while True:\n            time.sleep(1)\n    os._exit(0)\nos.wait()\nprint('daemon is off')",
  ),
];

const kernel = [
  reach(
    'make namespaces',
    "for flag in (0x10000000, 0x00020000, 0x40000000, 0x20000000):\n    attempt(hex(flag), lambda: os.unshare(flag))\nattempt('clone', lambda: call(56, 0x10000000 | 17, 0, 0, 0, 0))\nif os.path.exists('/usr/bin/unshare'):\n    done = subprocess.run(['unshare', '-U', 'true'], capture_output=True)\n    if done.returncode == 0: print('SUCCEEDED unshare')",
  ),
  reach(
    'mount',
    "attempt('mount', lambda: call(165, b'tmpfs', b'/tmp', b'tmpfs', 0, 0))\nattempt('umount', lambda: call(166, b'/proc', 2))\nattempt('fsopen', lambda: call(430, b'tmpfs', 0))\nattempt('setns', lambda: os.setns(os.open('/proc/self/ns/mnt', os.O_RDONLY)))",
  ),
  reach(
    'keys of the kernel',
    "attempt('add_key', lambda: call(248, b'user', b'x', b'y', 1, -3))\nattempt('keyctl', lambda: call(250, 0, -3, 1))",
  ),
  reach(
    'programs in the kernel',
    "attempt('bpf', lambda: call(321, 0, 0, 0))\nattempt('perf', lambda: call(298, ctypes.create_string_buffer(128), 0, -1, -1, 0))\nattempt('userfaultfd', lambda: call(323, 0))\nattempt('io_uring', lambda: call(425, 8, ctypes.create_string_buffer(120)))\nattempt('module', lambda: call(313, 0, b'', 0))\nattempt('kexec', lambda: call(246, 0, 0, 0, 0))",
  ),
  reach(
    'the 32-bit way in',
    "attempt('x32', lambda: None if subprocess.run([sys.executable, '-c', 'import ctypes; ctypes.CDLL(None).syscall(0x40000000 | 39)']).returncode == 0 else 1 / 0)",
  ),
  reach(
    'hidden memory',
    "attempt('memfd', lambda: os.memfd_create('x'))\nattempt('secret', lambda: call(447, 0))\nattempt('shmget', lambda: call(29, 0, 4096, 0o1600))",
  ),
  reach(
    'regain capabilities',
    "status = open('/proc/self/status').read()\nfor line in status.splitlines():\n    if line.startswith(('CapPrm', 'CapEff', 'CapBnd', 'CapAmb')) and int(line.split()[1], 16): print('SUCCEEDED', line)\n    if line.startswith('NoNewPrivs') and line.split()[1] != '1': print('SUCCEEDED', line)\nattempt('setuid', lambda: os.setuid(0))\nattempt('hostname', lambda: socket.sethostname('evil'))\nattempt('clock', lambda: time.clock_settime(time.CLOCK_REALTIME, 0))\nattempt('reboot', lambda: call(169, 0xfee1dead, 672274793, 0x1234567, 0))",
  ),
];

const network = [
  reach(
    'connect anywhere',
    "def go(address):\n    s = socket.socket()\n    s.settimeout(2)\n    return s.connect(address)\nfor address in (('127.0.0.1', 22), ('10.0.0.1', 80), ('1.1.1.1', 53), ('169.254.169.254', 80)):\n    attempt(address, lambda: go(address))",
  ),
  reach(
    'send a datagram',
    "def send():\n    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n    s.sendto(b'x', ('1.1.1.1', 53))\n    return s.recvfrom(1)\nimport socket as _s\n_s.setdefaulttimeout(2)\nattempt('udp', send)\nattempt('dns', lambda: socket.getaddrinfo('example.com', 80))",
  ),
  reach(
    'odd families of sockets',
    'for family in (16, 17, 40, 38, 44, 31, 29):\n    attempt(family, lambda: socket.socket(family, socket.SOCK_RAW if family in (16, 17) else socket.SOCK_SEQPACKET if family == 38 else socket.SOCK_STREAM))',
  ),
  reach(
    'sockets of the host',
    "for path in ('/var/run/docker.sock', '/run/systemd/private', '/run/dbus/system_bus_socket', '/tmp/.X11-unix/X0'):\n    def dial():\n        s = socket.socket(socket.AF_UNIX)\n        return s.connect(path)\n    attempt(path, dial)\ndef abstract():\n    s = socket.socket(socket.AF_UNIX)\n    return s.connect('\\0/tmp/dbus')\nattempt('abstract', abstract)",
  ),
  reach(
    "the harness's own descriptors",
    "import stat\nfor fd in range(4, 1024):\n    try:\n        mode = os.fstat(fd).st_mode\n    except OSError:\n        continue\n    link = os.readlink(f'/proc/self/fd/{fd}')\n    if not link.startswith(('/proc', '/workspace', 'anon_inode', 'pipe', '/dev')): print('SUCCEEDED', fd, link)",
  ),
];

const bombs = [
  bomb('fork bomb', 'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass'),
  bomb('fork bomb of the shell', "import subprocess\nsubprocess.run(['bash', '-c', ':(){ :|:& };:; sleep 100'])"),
  bomb(
    'thread bomb',
    'import threading, time\nwhile True:\n    try:\n        threading.Thread(target=time.sleep, args=(1000,)).start()\n    except RuntimeError:\n        pass',
  ),
  bomb('memory by lists', 'x = []\nwhile True:\n    x.append(bytearray(10 << 20))'),
  bomb('memory at once', "x = b'1' * (100 << 30)"),
  bomb('memory by numpy', 'import numpy as np\nx = [np.ones(10 << 20) for _ in range(10_000)]'),
  bomb(
    'memory in children',
    'import os, time\nfor _ in range(20):\n    if os.fork() == 0:\n        x = bytearray(400 << 20)\n        for i in range(0, len(x), 4096):\n            x[i] = 1\n        time.sleep(1000)\ntime.sleep(1000)',
  ),
  bomb(
    'shared memory',
    "import mmap\nx = []\nwhile True:\n    m = mmap.mmap(-1, 64 << 20)\n    m.write(b'1' * (64 << 20))\n    x.append(m)",
  ),
  bomb(
    'memory in /dev/shm',
    "i = 0\nwhile True:\n    open(f'/dev/shm/{i}', 'wb').write(b'1' * (16 << 20))\n    i += 1",
  ),
  bomb('fill the workspace', "i = 0\nwhile True:\n    open(f'output/{i}', 'wb').write(b'1' * (16 << 20))\n    i += 1"),
  bomb('fill /tmp', "i = 0\nwhile True:\n    open(f'/tmp/{i}', 'wb').write(b'1' * (16 << 20))\n    i += 1"),
  bomb('use up all inodes', "i = 0\nwhile True:\n    open(f'output/{i}', 'w').close()\n    i += 1"),
  bomb('one huge file', "f = open('output/huge', 'wb')\nwhile True:\n    f.write(b'1' * (16 << 20))"),
  bomb('output without end', "while True:\n    print('x' * 1000)"),
  bomb('output without end, past Python', "import os\nwhile True:\n    os.write(1, b'y' * 65536)"),
  bomb('yes', "import os\nos.system('yes')"),
  bomb('an endless loop', 'while True:\n    pass'),
  bomb(
    'a loop that swallows interrupts',
    'while True:\n    try:\n        while True:\n            pass\n    except KeyboardInterrupt:\n        pass',
  ),
  bomb('a loop in C', 'sum(range(10**13))'),
  bomb('a regular expression that explodes', "import re\nre.match(r'(a+)+$', 'a' * 40 + 'b')"),
  bomb('stopping itself', 'import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)'),
  bomb('a repr without end', 'class R:\n    def __repr__(self):\n        while True:\n            pass\nR()'),
  bomb('sleeping for ever', 'import time\ntime.sleep(10**6)'),
];

const confusion = [
  confuse('crash by ctypes', 'import ctypes\nctypes.string_at(1)'),
  confuse('abort', 'import os\nos.abort()'),
  confuse('exit at once', 'import os\nos._exit(0)'),
  confuse('close every descriptor', 'import os\nos.closerange(0, 1024)'),
  confuse(
    'forge messages',
    `import os, json
for text in ('garbage\\n', '{"kind":"end","cell":1,"status":"ok","cpuMs":0,"memoryBytes":0}\\n', '{"kind":"ready"}\\n', '\\x00' * 1000 + '\\n', '[' * 100000 + '\\n'):
    try:
        os.write(3, text.encode())
    except OSError:
        pass`,
  ),
  confuse('half a message and then nothing', 'import os, time\nos.write(3, b\'{"kind":\')\ntime.sleep(100)'),
  confuse('a message without end', "import os\nfor _ in range(3000):\n    os.write(3, b'x' * 65536)"),
  confuse(
    'break the runner',
    'import sys, json, builtins, signal\njson.dumps = None\nsys.stdout = None\nsys.stderr = 5\nbuiltins.repr = None\nbuiltins.compile = None\nsignal.signal = None',
  ),
  confuse('an exception of 200 MB', "raise ValueError('x' * (200 << 20))"),
  confuse('an endless traceback', 'import sys\nsys.setrecursionlimit(10**9)\ndef f():\n    f()\nf()'),
  confuse(
    'an exception whose text raises',
    'class E(Exception):\n    def __str__(self):\n        raise SystemExit\nraise E',
  ),
  confuse(
    'links and pipes in the output',
    "import os\nos.symlink('/etc/passwd', 'output/a')\nos.symlink('/', 'output/b')\nos.mkfifo('output/c')\nos.makedirs('output/' + '/'.join(['d'] * 100))\nopen('output/sparse', 'wb').truncate(200 << 20)\nos.link('/etc/hostname', 'output/e') if os.path.exists('/etc/hostname') else None",
  ),
  confuse(
    'take the workspace away',
    "import shutil, os\nshutil.rmtree('output', ignore_errors=True)\nos.symlink('/etc', 'output')\nos.chmod('/workspace', 0)",
  ),
];

export const attacks: readonly Attack[] = [
  ...files,
  ...processes,
  ...kernel,
  ...network,
  ...bombs,
  ...confusion,
  ...redTeamAttacks,
];
