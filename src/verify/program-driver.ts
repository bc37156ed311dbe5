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

/** Every run begins in a folder of its own with the case's files; what is new or changed there afterwards is kept. */
export function toolDriver(options: DriverOptions): string {
  return `
import json, os, subprocess, sys, tempfile

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

def _one(case):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in case["files"].items():
            whole = os.path.join(folder, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        env = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ran = subprocess.run(
                [sys.executable, _tool, *case["run"]],
                input=case["stdin"].encode(), capture_output=True, cwd=folder, env=env, timeout=_seconds,
            )
        except subprocess.TimeoutExpired:
            return None
        return {"ran": {
            "exit": ran.returncode, "stdout": _text(ran.stdout), "stderr": _text(ran.stderr)[-500:],
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
