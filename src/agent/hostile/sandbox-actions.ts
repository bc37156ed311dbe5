// Actions against the sandbox and the harness: the supervisor, the zygote, the channel to Node, the limits and the
// collection of files.
import type { HostileAction } from './hostile-action.ts';

/** Finds every socket of the process by trying all descriptors: one of them is the channel to the harness. */
const sockets = `import os, stat
_sockets = []
for _fd in range(3, 512):
    try:
        if stat.S_ISSOCK(os.fstat(_fd).st_mode):
            _sockets.append(_fd)
    except OSError:
        pass
def _say(data, times=1):
    for _fd in _sockets:
        for _ in range(times):
            try:
                _rest = memoryview(data)
                while _rest:
                    _rest = _rest[os.write(_fd, _rest):]
            except OSError:
                break
`;

const cells = (name: string, ...code: string[]): HostileAction => ({ name, cells: code });
const slow = (name: string, code: string): HostileAction => ({ name, cells: [code], slow: true });

const supervisor: readonly HostileAction[] = [
  cells('realtime-signal', 'import os\nos.kill(os.getpid(), 40)', 'import os\nos.kill(os.getpid(), 64)'),
  cells(
    'signals-to-init',
    `import os
for _number in range(1, 65):
    try:
        os.kill(1, _number)
        os.killpg(os.getppid(), _number)
    except (OSError, ValueError):
        pass`,
  ),
  cells('no-figures', "import shutil\nshutil.rmtree('/run/pybench-figures', ignore_errors=True)"),
  cells(
    'figures-are-a-pipe',
    `import os
for _name in ("0" * 64, "f" * 64):
    try:
        os.mkfifo(f"/run/pybench-figures/{_name}.json")
    except OSError:
        pass`,
  ),
  cells(
    'clone-parent',
    `import ctypes, os
for _ in range(3):
    _pid = ctypes.CDLL(None).syscall(56, 0x8000 | 17, 0, 0, 0, 0)
    if _pid == 0:
        os._exit(0)`,
  ),
  cells('kills-its-python', ...Array<string>(6).fill('import os, signal\nos.kill(os.getpid(), signal.SIGKILL)')),
  cells('ends-its-python', ...Array<string>(6).fill('import os\nos._exit(3)')),
  cells(
    'closes-everything',
    `import os
os.closerange(0, 512)`,
    'print(1)',
  ),
];

const channel: readonly HostileAction[] = [
  cells('newlines', `${sockets}_say(b"\\n" * 2**22, 64)`),
  cells('syncs', `${sockets}_say(b'{"kind": "sync", "number": 1}\\n' * 2**15, 4096)`),
  cells(
    'huge-errors',
    `${sockets}import json
_error = {"type": "error", "name": "E", "value": "v" * 2**22, "traceback": "t" * 2**22}
_say((json.dumps({"kind": "output", "cell": 1, "output": _error}) + "\\n").encode(), 40)`,
  ),
  cells('deep-message', `${sockets}_say(b"[" * 2**23 + b"\\n", 8)`),
  cells('message-of-many-values', `${sockets}_say(b'{"kind": [' + b"{}," * 2**22 + b"0]}\\n", 4)`),
  cells('message-without-end', `${sockets}_say(b"a" * 2**23, 64)`),
  cells(
    'forged-end',
    `${sockets}_say(b'{"kind": "end", "cell": 1, "status": "ok", "raw": false, "cpuMs": -1e15, "memoryBytes": null}\\n')`,
  ),
  cells('prints-much', `print(("x" * 1023 + "\\n") * 2**17)`),
  cells('writes-much', 'import os\nfor _ in range(4096):\n    os.write(1, b"x" * 2**16)'),
  cells(
    'shows-much',
    `from IPython.display import display, HTML
for _ in range(100):
    display(HTML("<p>" * 2**21))`,
  ),
  cells('raises-much', 'raise ValueError("x" * 2**26)'),
  cells('raises-deep', 'def _deep(n):\n    return _deep(n + 1)\nimport sys\nsys.setrecursionlimit(10**6)\n_deep(0)'),
];

const resources: readonly HostileAction[] = [
  cells('memory', '_all = []\nwhile True:\n    _all.append(bytearray(b"x") * 2**26)'),
  cells(
    'processes',
    `import os, time
try:
    for _ in range(5000):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
except OSError as _error:
    print(_error)`,
  ),
  cells(
    'disk',
    `import os
for _place in ("output/full", "/tmp/full", "/dev/shm/full"):
    try:
        with open(_place, "wb") as _file:
            while True:
                _file.write(bytes(2**24))
    except OSError as _error:
        print(_place, _error)`,
  ),
  cells(
    'open-files',
    '_open = []\ntry:\n    while True:\n        _open.append(open("/dev/null"))\nexcept OSError as _error:\n    print(_error)',
  ),
  cells(
    'threads',
    `import threading, time
try:
    for _ in range(5000):
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError as _error:
    print(_error)`,
  ),
  cells(
    'stays-behind',
    `import os, time
if os.fork() == 0:
    os.setsid()
    while True:
        try:
            with open("output/late.txt", "a") as _file:
                _file.write("x" * 1000)
        except OSError:
            pass`,
  ),
  slow('sleeps', 'import time\ntime.sleep(10**6)'),
  slow('computes', 'while True:\n    pass'),
  slow(
    'does-not-stop',
    `import time
while True:
    try:
        time.sleep(1)
    except KeyboardInterrupt:
        pass`,
  ),
];

/** Actions on each path that the query asks for, or on a path of their own if it asks for none. */
export function collectionActions(paths: readonly string[]): readonly HostileAction[] {
  const asked = JSON.stringify(paths.length > 0 ? paths : ['output/result.txt']);
  const each = (name: string, code: string) =>
    cells(name, `import os, socket\nfor _path in ${asked}:\n    try:\n${indent(code, 8)}\n    except OSError as _error:\n        print(_error)`); // prettier-ignore
  return [
    cells(
      'long-paths',
      `import os
_home = os.getcwd()
os.chdir("output")
for _ in range(15):
    os.mkdir("d" * 254)
    os.chdir("d" * 254)
open("f" * 254, "w").write("deep")
os.chdir(_home)`,
    ),
    each('pipes', 'os.mkfifo(_path)'),
    each('sockets', '_s = socket.socket(socket.AF_UNIX)\n_s.bind(_path)'),
    each('links-to-endless', 'os.symlink("/dev/zero", _path)'),
    each('links-to-memory', 'os.symlink("/proc/self/mem", _path)'),
    each('folders', 'os.makedirs(_path)\nopen(_path + "/x", "w").write("x")'),
    each('holes', 'with open(_path, "wb") as _file:\n    _file.truncate(100 * 2**20)'),
    each('no-rights', 'open(_path, "w").write("x")\nos.chmod(_path, 0)\nos.chmod("output", 0)'),
    cells(
      'inputs-become-pipes',
      `import os
for _folder, _, _names in os.walk("data"):
    for _name in _names:
        try:
            os.remove(os.path.join(_folder, _name))
            os.mkfifo(os.path.join(_folder, _name))
        except OSError as _error:
            print(_error)`,
    ),
    cells(
      'odd-names',
      `import os
for _name in (b"\\xff\\xfe", b"\\x1b[2J\\x1b]0;title\\x07", b"a\\nb", b"\\xe2\\x80\\xaetxt.exe", b"-rf", b"con:", b" "):
    open(b"output/" + _name, "wb").write(b"x")`,
    ),
    cells('many-files', 'for _number in range(10000):\n    open(f"output/{_number}", "w").write("x")'),
    cells(
      'many-folders',
      'import os\nfor _number in range(3000):\n    os.makedirs(f"output/{_number}/a/b/c", exist_ok=True)',
    ),
    cells('no-output', "import shutil\nshutil.rmtree('output', ignore_errors=True)"),
    cells(
      'output-is-a-link',
      `import os, shutil
shutil.rmtree("output", ignore_errors=True)
try:
    os.symlink("/", "output")
except OSError as _error:
    print(_error)`,
    ),
  ];
}

const indent = (code: string, by: number) =>
  code
    .split('\n')
    .map((line) => `${' '.repeat(by)}${line}`)
    .join('\n');

/** Responses that can break the parser of answers. */
const responses: readonly HostileAction[] = Object.entries({
  'deep-answer': '['.repeat(200_000),
  'deep-object': '{"a":'.repeat(50_000),
  'large-answer': `{"a": "${'x'.repeat(2 ** 21)}"}`,
  'endless-numbers': `{"a": ${'9'.repeat(500_000)}}`,
  'many-keys': `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}": ${n}`).join(', ')}}`,
}).map(([name, block]) => ({ name, cells: ['1'], response: `\`\`\`answer\n${block}\n\`\`\`` }));

export const sandboxActions: readonly HostileAction[] = [...supervisor, ...channel, ...resources, ...responses];
