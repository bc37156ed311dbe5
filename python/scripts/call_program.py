"""Cells: class that loads a submitted module and calls it, one case for each cell. It knows the arguments, never the expected
results, and the module learns of a case only when the cell of that case runs."""


class _pybench_call_program:
    def __init__(self, program: str, limits: "dict[str, int]", contract: "dict[str, list[str]]") -> None:
        import builtins
        import signal

        class Late(BaseException):
            pass

        def raise_late(*_):
            raise Late

        self.limits, self.contract, self.late, self.results, self.late_error = limits, contract, 0, [], Late
        # Kept from before the module runs. Classes are compared as objects, since any class can take any name.
        self.builtin = {name: getattr(builtins, name) for name in contract["classes"] if hasattr(builtins, name)}
        self.mro_of = type.__dict__["__mro__"].__get__
        self.name_of = type.__dict__["__name__"].__get__
        signal.signal(signal.SIGALRM, raise_late)
        signal.signal(signal.SIGPROF, raise_late)
        self.module = self.load(program)

    def load(self, program: str):
        import importlib.util
        import os
        import sys

        sys.path.insert(0, os.path.abspath(os.path.dirname(program)))
        name = os.path.splitext(os.path.basename(program))[0]
        spec = importlib.util.spec_from_file_location(name, program)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module

    def call(self, text: str) -> None:
        """Runs one case, which is JSON, and keeps its result."""
        import json

        seconds, most = self.limits["seconds"], self.limits["late"]
        late = {"unusable": f"took more than {seconds} s, or came after {most} that did"}
        if self.late >= most:
            self.results.append(late)
            return
        self.set_timers(seconds, self.limits["wait"])
        try:
            self.results.append(self.result_of(json.loads(text)))
        except self.late_error:
            self.late += 1
            self.results.append(late)
        finally:
            self.set_timers(0, 0)

    def write(self, path: str) -> None:
        import json

        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.results, file)

    def set_timers(self, computing: float, waiting: float) -> None:
        """Seconds of CPU time and of clock time until the timers raise an error; 0 stops a timer."""
        import signal

        signal.setitimer(signal.ITIMER_PROF, computing)
        signal.setitimer(signal.ITIMER_REAL, waiting)

    def result_of(self, case: "dict") -> "dict":
        try:
            value = getattr(self.module, case["call"])(*case["args"])
            plain = self.plain(value)
            if plain is None and value is not None:
                return {"unusable": f"returned a {type(value).__name__} that is not plain data"}
            return {"returned": plain}
        except self.late_error:
            raise
        except Exception as error:
            return self.raised(error)

    def raised(self, error: Exception) -> "dict":
        kinds = self.mro_of(type(error))
        known = {name: self.builtin.get(name, getattr(self.module, name, None)) for name in self.contract["classes"]}
        return {
            "raised": {
                "class": self.name_of(type(error)),
                "kinds": [name for name, kind in known.items() if any(each is kind for each in kinds)],
                "attributes": {name: self.plain(getattr(error, name, None)) for name in self.contract["attributes"]},
            }
        }

    def plain(self, value):
        """The value as plain data of JSON; None when it is something else."""
        import json

        try:
            return json.loads(json.dumps(value, allow_nan=False))
        except (TypeError, ValueError, RecursionError):
            return None
