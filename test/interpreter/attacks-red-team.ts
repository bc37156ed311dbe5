// Attacks of a red team on this code, with variations: those that broke the supervisor or the warm process, changed
// something outside, or affected other trials through what the kernel counts for a user.
import { packageRoot } from '../../setup/root.mjs';
import { confuse, reach } from './attack.ts';

const metadata = [
  reach(
    'change the metadata of what every sandbox shares',
    `import sysconfig
places = ['/', '/usr', '/usr/bin', '/usr/lib/os-release', '/dev', '/dev/null', '/dev/zero', '/dev/urandom', '/etc/passwd', '/proc/sys', '/workspace/data', '/workspace/data/a.csv', sys.executable, os.__file__]
import _pybench_figures
places += [_pybench_figures.__file__, os.path.dirname(_pybench_figures.__file__), os.path.dirname(os.path.dirname(_pybench_figures.__file__))]
for place in filter(os.path.exists, places):
    before = os.stat(place)
    for what, change in {
        'chmod': lambda: os.chmod(place, 0o777 if before.st_mode & 0o22 == 0 else 0o700),
        'utime': lambda: os.utime(place, (1, 1)),
        'touch': lambda: os.utime(place),
        'xattr': lambda: os.setxattr(place, 'user.note', b'x'),
        'chown': lambda: os.chown(place, os.getuid(), os.getgid()) if before.st_uid != os.getuid() else 1 / 0,
        'by descriptor': lambda: os.fchmod(os.open(place, os.O_RDONLY), 0o700) or 1,
    }.items():
        try:
            change()
        except (OSError, ZeroDivisionError):
            pass
    after = os.stat(place)
    changed = [name for name in ('st_mode', 'st_uid', 'st_mtime') if getattr(before, name) != getattr(after, name)]
    if changed: print('SUCCEEDED', place, changed)
    try:
        if any(name.startswith('user.') for name in os.listxattr(place)): print('SUCCEEDED xattr', place)
    except OSError:
        pass`,
  ),
  reach(
    'find where the harness lies on the host',
    `for name in ('mountinfo', 'mounts', 'mountstats', 'maps', 'environ', 'cmdline', 'cgroup'):
    if ${JSON.stringify(packageRoot)} in open(f'/proc/self/{name}').read(): print('SUCCEEDED', name)`,
  ),
];

const shared = [
  reach(
    'take what the kernel counts for a user or for the machine',
    `import fcntl
attempt('inotify', lambda: call(253))
attempt('inotify1', lambda: call(294, 0))
attempt('aio', lambda: call(206, 8, ctypes.byref(ctypes.c_ulong(0))))
attempt('pipe size', lambda: fcntl.fcntl(os.pipe()[0], 1031, 1 << 20))
attempt('folder notices', lambda: fcntl.fcntl(os.open('/usr/lib', os.O_RDONLY), 1026, 1))
attempt('vmsplice', lambda: call(278, os.pipe()[1], None, 0, 0))
attempt('fanotify', lambda: call(300, 0, 0))`,
  ),
  reach(
    'slow down other processes of the same user',
    `for which in (os.PRIO_USER, os.PRIO_PGRP):
    for who in (0, os.getuid()):
        attempt((which, who), lambda: os.setpriority(which, who, 15))
for which in (2, 3):
    attempt(('ioprio', which), lambda: call(251, which, 0, (3 << 13)))
os.setpriority(os.PRIO_PROCESS, 0, 19)  # one's own is one's own`,
  ),
  reach(
    'choose another parent for a child',
    `def child(number, *arguments):
    made = libc.syscall(number, *arguments)
    if made == 0: os._exit(0)
    if made < 0: raise OSError(ctypes.get_errno(), 'refused')
    return made
attempt('clone', lambda: child(56, 0x8000 | 17, 0, 0, 0, 0))
attempt('clone of a thread group', lambda: child(56, 0x8000, 0, 0, 0, 0))
attempt('clone3', lambda: child(435, (ctypes.c_uint64 * 8)(0x8000, 0, 0, 0, 17, 0, 0, 0), 64))`,
  ),
  reach(
    'list what the supervisor holds',
    `for name in ('fd', 'task', 'ns', 'map_files', 'fdinfo', 'net', 'status', 'cmdline'):
    attempt(name, lambda: os.listdir(f'/proc/1/{name}') if os.path.isdir(f'/proc/1/{name}') else open(f'/proc/1/{name}').read())`,
  ),
];

const faults = [
  confuse(
    'remove the folder of figure records',
    "import shutil\nshutil.rmtree('/run/pybench-figures', ignore_errors=True)",
  ),
  confuse(
    'put something else in place of the figure records',
    "import os, shutil\nshutil.rmtree('/run/pybench-figures', ignore_errors=True)\ntry:\n    os.symlink('/', '/run/pybench-figures')\nexcept OSError:\n    pass",
  ),
  confuse(
    'figure records that are no files',
    "import os\nfor i, make in enumerate((os.mkfifo, os.mkdir, lambda p: os.symlink('/etc/passwd', p), lambda p: open(p, 'w').close() or os.chmod(p, 0))):\n    try:\n        make(f'/run/pybench-figures/{i:064x}.json')\n    except OSError:\n        pass",
  ),
  ...[34, 40, 64].map((number) => confuse(`end by signal ${number}`, `import os\nos.kill(os.getpid(), ${number})`)),
  confuse(
    'children that end by signals without names',
    'import os\nfor number in range(32, 65):\n    if os.fork() == 0:\n        try:\n            os.kill(os.getpid(), number)\n        finally:\n            os._exit(0)\nprint(1)',
  ),
  confuse(
    'wake the supervisor without end',
    "import os, signal, time\nend = time.monotonic() + 0.5\nwhile time.monotonic() < end:\n    try:\n        os.kill(1, signal.SIGCHLD)\n    except OSError:\n        break\nprint('done')",
  ),
  confuse(
    'orphans that write on while the Python is gone',
    "import os\nfor _ in range(4):\n    if os.fork() == 0:\n        while True:\n            os.write(1, b'z' * 65536)\nos._exit(3)",
  ),
  confuse(
    'paths longer than paths may be',
    "import os\nos.chdir('output')\nfor _ in range(14):\n    os.mkdir('d' * 254)\n    os.chdir('d' * 254)\nopen('f' * 254, 'w').write('x')\nos.chdir('/workspace')",
  ),
  confuse(
    'names, modes and kinds that cannot be collected',
    "import os, socket\nopen(b'output/\\xff\\xfe', 'w').close()\nopen('output/\\x1b[2J\\n', 'w').close()\nos.makedirs('output/closed/inside')\nopen('output/closed/inside/a', 'w').write('a')\nos.chmod('output/closed/inside/a', 0)\nos.chmod('output/closed/inside', 0)\nos.chmod('output/closed', 0)\nos.mkdir('output/locked', 0)\nos.chmod('output', 0)",
  ),
  confuse(
    'refuse to wait, then leave children behind',
    'import os, signal, time\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\nfor _ in range(20):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(1000)\nos.abort()',
  ),
];

export const redTeamAttacks = [...metadata, ...shared, ...faults];
