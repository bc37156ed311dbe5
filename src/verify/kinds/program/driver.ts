// The Python that calls a submitted module, or runs a submitted tool, on its cases. It knows what goes in, never what should
// come out, and the program learns of a case only when its turn has come.
import type { Json } from '../../../core/index.ts';

export interface DriverOptions {
  /** The submitted file. */
  readonly program: string;
  readonly result: string;
  /** Of computing, for one case. */
  readonly seconds: number;
}

/** What the module may raise at all, by the words of the task: the same for every case. */
export interface Contract {
  readonly classes: readonly string[];
  readonly attributes: readonly string[];
}

/** How many cases may take too long before the rest is not tried any more. */
const MOST_LATE = 3;
/** Of waiting, beside the computing. */
const MAX_WAIT_SECONDS = 60;

const literal = (value: Json) => JSON.stringify(JSON.stringify(value));

function settings({ program, result, seconds }: DriverOptions): string {
  return `_path, _result, _seconds = ${[program, result, seconds].map((each) => JSON.stringify(each)).join(', ')}`;
}

/**
 * The cells that call a module: one that loads it, one for each case, one that writes down what came of them. A file of several
 * checks is loaded anew for each. Classes are compared as objects, since any class can take any name.
 */
export function programCells(options: DriverOptions, contract: Contract, cases: readonly Json[]): string[] {
  return [
    `
import builtins, importlib.util, json, os, signal, sys

${settings(options)}
_contract = json.loads(${literal({ classes: [...contract.classes], attributes: [...contract.attributes] })})
_builtin = {name: getattr(builtins, name) for name in _contract["classes"] if hasattr(builtins, name)}
_mro = type.__dict__["__mro__"].__get__

class _Late(BaseException):
    pass

def _alarm(*_):
    raise _Late()

def _plain(value):
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None

def _clock(seconds):
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds and ${MAX_WAIT_SECONDS})

def _raised(error):
    kinds = _mro(type(error))
    known = {name: _builtin.get(name, getattr(_module, name, None)) for name in _contract["classes"]}
    return {"raised": {
        "class": type.__dict__["__name__"].__get__(type(error)),
        "kinds": [name for name, kind in known.items() if any(each is kind for each in kinds)],
        "attributes": {name: _plain(getattr(error, name, None)) for name in _contract["attributes"]},
    }}

def _one(case):
    try:
        value = getattr(_module, case["call"])(*case["args"])
        plain = _plain(value)
        if plain is None and value is not None:
            return {"unusable": f"returned a {type(value).__name__} that is not plain data"}
        return {"returned": plain}
    except _Late:
        raise
    except Exception as error:
        return _raised(error)

_found, _late = [], 0

def _step(text):
    global _late
    late = {"unusable": f"took more than {_seconds} s, or came after ${MOST_LATE} that did"}
    if _late >= ${MOST_LATE}:
        return _found.append(late)
    _clock(_seconds)
    try:
        _found.append(_one(json.loads(text)))
    except _Late:
        _late += 1
        _found.append(late)
    finally:
        _clock(0)

signal.signal(signal.SIGALRM, _alarm)
signal.signal(signal.SIGPROF, _alarm)
sys.path.insert(0, os.path.abspath(os.path.dirname(_path)))
_name = os.path.splitext(os.path.basename(_path))[0]
_spec = importlib.util.spec_from_file_location(_name, _path)
_module = importlib.util.module_from_spec(_spec)
sys.modules[_name] = _module
_spec.loader.exec_module(_module)
`,
    ...cases.map((each) => `_step(${literal(each)})`),
    `
with open(_result, "w", encoding="utf-8") as _file:
    json.dump(_found, _file)
`,
  ];
}

const MAX_OUTPUT = 2 ** 18;
const MAX_FILES = 40;

/**
 * Every run begins in a folder of its own with the case's files; what is new or changed there afterwards is kept. All runs are
 * forks of one clean Python, which is given one case after another: to start one for each would take a hundred times as long as
 * most tools need.
 */
export function toolCells(options: DriverOptions, cases: readonly Json[]): string[] {
  return [
    `
import json as _json, os as _os, subprocess as _subprocess, sys as _sys
${settings(options)}
_env = {**_os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
_pipe = _subprocess.PIPE
_runner = _subprocess.Popen([_sys.executable, "-c", ${JSON.stringify(runner(options))}], env=_env, stdin=_pipe, stdout=_pipe, stderr=_pipe)
_found = []
for _case in _json.loads(${literal([...cases])}):
    try:
        _runner.stdin.write(_json.dumps(_case).encode() + b"\\n")
        _runner.stdin.flush()
        _line = _runner.stdout.readline()
    except OSError:
        _line = b""
    if not _line:
        raise RuntimeError(_runner.stderr.read().decode("utf-8", "replace")[-300:])
    _found.append(_json.loads(_line))
_runner.stdin.close()
with open(_result, "w", encoding="utf-8") as _file:
    _json.dump(_found, _file)
`,
  ];
}

function runner(options: DriverOptions): string {
  return `
import atexit, json, os, resource, runpy, shutil, signal, sys, tempfile, time, traceback

${settings(options)}
_tool = os.path.abspath(_path)

def _text(raw):
    return raw[:${MAX_OUTPUT}].decode("utf-8", "replace")

def _left(folder, given):
    found = {}
    for top, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(top, name)
            if len(found) >= ${MAX_FILES} or os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                text = _text(file.read(${MAX_OUTPUT}))
            inside = os.path.relpath(path, folder)
            if given.get(inside) != text:
                found[inside] = text
    return found

def _run(arguments, folder, streams):
    """The child: python tool.py ARGUMENTS, as far as the tool can tell. Never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (_seconds, _seconds + 1))
        os.chdir(folder)
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
        sys.argv = [_tool, *arguments]
        sys.path[0] = os.path.dirname(_tool)
        runpy.run_path(_tool, run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if code == 1 and end.code != 1:
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code & 255)

def _wait(child):
    """The exit code, or None when it took too long."""
    until = time.monotonic() + ${MAX_WAIT_SECONDS}
    pause = 0.001
    while time.monotonic() < until:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            spent = used.ru_utime + used.ru_stime >= 0.7 * _seconds
            return None if spent and code in (-signal.SIGXCPU, -signal.SIGKILL) else code
        time.sleep(pause)
        pause = min(0.05, 1.5 * pause)
    for target in (-child, child):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    os.waitpid(child, 0)
    return None

def _one(case):
    # Not a TemporaryDirectory: the child would clear it away when it ends.
    folder = tempfile.mkdtemp()
    try:
        return _in(folder, case)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

def _in(folder, case):
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        for path, text in case["files"].items():
            whole = os.path.join(folder, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        given.write(case["stdin"].encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            _run(case["run"], folder, (given, out, err))
        code = _wait(child)
        if code is None:
            return None
        out.seek(0)
        err.seek(0)
        return {"ran": {
            "exit": code, "stdout": _text(out.read(${MAX_OUTPUT})), "stderr": _text(err.read(${MAX_OUTPUT}))[-500:],
            "files": _left(folder, case["files"]),
        }}

_late = 0
for _line in iter(sys.stdin.buffer.readline, b""):
    _ran = _one(json.loads(_line)) if _late < ${MOST_LATE} else None
    _late += _ran is None
    _said = _ran or {"unusable": f"took more than {_seconds} s, or came after ${MOST_LATE} that did"}
    sys.stdout.buffer.write(json.dumps(_said).encode() + b"\\n")
    sys.stdout.buffer.flush()
`;
}
