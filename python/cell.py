"""Runs cells with notebook semantics: one namespace, the last expression shown, tracebacks that point into the cell."""

import ast
import asyncio
import builtins
import inspect
import linecache
import signal
import sys
import traceback
import types

MAX_TRACEBACK = 32 * 1024


class Cells:
    def __init__(self, displays):
        self._displays = displays
        self._count = 0
        main = types.ModuleType("__main__")
        main.__builtins__ = builtins
        sys.modules["__main__"] = main
        self._names = main.__dict__
        builtins.input = no_input
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self, code):
        """Runs one cell. Returns the error to report, or None."""
        self._count += 1
        name = f"<cell {self._count}>"
        linecache.cache[name] = (len(code), None, code.splitlines(True), name)
        try:
            body, last = parse(code, name)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._execute(compile(body, name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))
            if last is not None:
                value = self._execute(compile(last, name, "eval", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT))
                if value is not None:
                    self._names["_"] = value
                    self._displays.result(value)
            self._displays.figures()
        except BaseException as error:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            return describe(error)
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        return None

    def _execute(self, compiled):
        value = eval(compiled, self._names)
        return asyncio.run(value) if compiled.co_flags & inspect.CO_COROUTINE else value


def parse(code, name):
    """The statements of a cell, and its last expression apart unless a semicolon hides it."""
    body = ast.parse(code, name)
    if body.body and isinstance(body.body[-1], ast.Expr) and not code.rstrip().endswith(";"):
        return body, ast.Expression(body.body.pop().value)
    return body, None


def describe(error):
    trace = error.__traceback__
    while trace and not trace.tb_frame.f_code.co_filename.startswith("<cell "):
        trace = trace.tb_next
    try:
        text = "".join(traceback.format_exception(type(error), error, trace, limit=-30))
    except Exception:
        text = type(error).__name__
    if len(text) > MAX_TRACEBACK:
        text = f"{text[: MAX_TRACEBACK // 2]}\n[…]\n{text[-MAX_TRACEBACK // 2 :]}"
    try:
        value = str(error)[:4096]
    except Exception:
        value = "<no text: its __str__ raised>"
    return {"type": "error", "name": type(error).__name__, "value": value, "traceback": text}


def no_input(_prompt=""):
    raise EOFError("input() has nobody to ask: there is no keyboard here")
