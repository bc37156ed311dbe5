// The Python that calls a submitted module, or runs a submitted tool, on its cases. It knows what goes in, never what should
// come out.

export interface DriverOptions {
  /** The submitted file. */
  readonly program: string;
  readonly cases: string;
  readonly result: string;
  readonly seconds: number;
}

function settings({ program, cases, result, seconds }: DriverOptions): string {
  return `_path, _cases, _result, _seconds = ${[program, cases, result, seconds].map((each) => JSON.stringify(each)).join(', ')}`;
}

/** A file of several checks is loaded anew for each. */
export function programDriver(options: DriverOptions): string {
  return `
import importlib.util, json, os, signal, sys

${settings(options)}
sys.path.insert(0, os.path.abspath(os.path.dirname(_path)))
_name = os.path.splitext(os.path.basename(_path))[0]
_spec = importlib.util.spec_from_file_location(_name, _path)
_module = importlib.util.module_from_spec(_spec)
sys.modules[_name] = _module
_spec.loader.exec_module(_module)

class _Late(BaseException):
    pass

def _alarm(*_):
    raise _Late()

def _plain(value):
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None

def _one(case):
    try:
        value = getattr(_module, case["call"])(*case["args"])
        plain = _plain(value)
        if plain is None and value is not None:
            return {"unusable": f"returned a {type(value).__name__} that is not plain data"}
        return {"returned": plain}
    except _Late:
        return {"unusable": f"took more than {_seconds} s"}
    except Exception as error:
        attributes = {name: _plain(getattr(error, name, None)) for name in case["attributes"]}
        return {"raised": {"classes": [each.__name__ for each in type(error).__mro__], "attributes": attributes}}

signal.signal(signal.SIGALRM, _alarm)
_found = []
for _case in json.load(open(_cases, encoding="utf-8")):
    signal.setitimer(signal.ITIMER_REAL, _seconds)
    try:
        _found.append(_one(_case))
    except _Late:
        _found.append({"unusable": f"took more than {_seconds} s"})
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
with open(_result, "w", encoding="utf-8") as _file:
    json.dump(_found, _file)
`;
}

/** How many cases may take too long before the rest is not tried any more. */
const MOST_LATE = 3;
const MAX_OUTPUT = 2 ** 18;
const MAX_FILES = 40;

/**
 * Every run begins in a folder of its own with the case's files; what is new or changed there afterwards is kept. All runs are
 * forks of one clean Python: to start one for each would take a hundred times as long as most tools need.
 */
export function toolDriver(options: DriverOptions): string {
  return `
import os as _os, subprocess as _subprocess, sys as _sys
_env = {**_os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
_ran = _subprocess.run([_sys.executable, "-c", ${JSON.stringify(runner(options))}], env=_env, capture_output=True)
if _ran.returncode != 0:
    raise RuntimeError(_ran.stderr.decode("utf-8", "replace")[-300:])
`;
}

function runner(options: DriverOptions): string {
  return `
import atexit, json, os, runpy, shutil, signal, sys, tempfile, time, traceback

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
    until = time.monotonic() + _seconds
    pause = 0.001
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
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

_found, _late = [], 0
for _case in json.load(open(_cases, encoding="utf-8")):
    _ran = _one(_case) if _late < ${MOST_LATE} else None
    _late += _ran is None
    _found.append(_ran or {"unusable": f"took more than {_seconds} s, or came after ${MOST_LATE} that did"})
with open(_result, "w", encoding="utf-8") as _file:
    json.dump(_found, _file)
`;
}
