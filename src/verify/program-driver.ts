// The Python that calls a submitted module on its cases. It knows the arguments, never the right results.

export interface DriverOptions {
  readonly module: string;
  readonly cases: string;
  readonly result: string;
  readonly seconds: number;
}

export function programDriver({ module, cases, result, seconds }: DriverOptions): string {
  return `
import importlib.util, json, os, signal, sys

_path, _cases, _result, _seconds = ${[module, cases, result, seconds].map((each) => JSON.stringify(each)).join(', ')}
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
