"""Runs cells with notebook semantics: one namespace, the last expression shown, tracebacks that point into the cell."""

import ast
import builtins
import linecache
import os
import signal
import sys
import types
from typing import TYPE_CHECKING, Any

from .awaiting import run_coroutine
from .failure import Output, describe
from .notation import parse_cell, split_cell_magic
from .refusals import EXIT_NOTE, install_refusals
from .shell import Shell

if TYPE_CHECKING:
    from .display import Displays

_CO_COROUTINE = 0x80
_USABLE_RECURSION_LIMIT = 200


class Cells:
    def __init__(self, displays: "Displays") -> None:
        self._displays = displays
        self._process = os.getpid()
        self._count = 0
        self._last: Any = None
        self._main = types.ModuleType("__main__")
        sys.modules["__main__"] = self._main
        self.names: dict[str, Any] = self._main.__dict__
        self.names["__builtins__"] = builtins
        self.file = "<cell 0>"
        self._shell = Shell(self, displays)
        install_refusals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self, code: str) -> Output | None:
        """Runs one cell. Returns the error to report, or None."""
        code = code.replace("\r\n", "\n").replace("\r", "\n")  # the line ends that Python counts
        self._begin(code)
        failure = None
        try:
            try:
                # Not Python's own handler: asyncio replaces that one by another, which does not stop a busy cell.
                signal.signal(signal.SIGINT, _interrupt)
                self._show(self._run_cell(code))
            finally:
                _repair_builtins()
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        except BaseException as error:  # or an interrupt that came as the cell ended
            failure = self._fail(error)
        self._end(failure)
        return failure

    def evaluate(self, code: str, file: str | None = None, local_names: dict[str, Any] | None = None) -> Any:
        """Runs statements. Returns the value of the last one if it is an expression without a semicolon after it."""
        file = file or self.file
        tree, shown = parse_cell(code, file)
        if shown is not code:
            _remember(file, shown)
        last = _split_last_expression(tree, shown)
        if tree.body:
            self._execute(tree, file, "exec", local_names)
        return self._execute(last, file, "eval", local_names) if last else None

    def _execute(self, tree: Any, file: str, mode: str, local_names: dict[str, Any] | None) -> Any:
        compiled = compile(tree, file, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = eval(compiled, self.names, local_names)
        return run_coroutine(value) if compiled.co_flags & _CO_COROUTINE else value

    def _run_cell(self, code: str) -> Any:
        try:
            magic = split_cell_magic(code)
            value = self._shell.run_cell_magic(*magic) if magic else self.evaluate(code)
        except KeyboardInterrupt:
            self._displays.figures.drop_open()
            raise
        except BaseException:
            self._displays.figures.show_open()
            raise
        return value

    def _show(self, value: Any) -> None:
        if value is not None:
            # A program that uses the name for itself keeps it.
            if self.names.get("_", self._last) is self._last:
                self.names["_"] = self._last = value
            self._displays.result(value)
        self._displays.figures.show_open()

    def _fail(self, error: BaseException) -> Output | None:
        if not isinstance(error, SystemExit):
            return describe(error)
        if error.code is None or (type(error.code) is int and error.code == 0):
            self._displays.say(EXIT_NOTE)
            return None
        return describe(error, EXIT_NOTE)

    def _begin(self, code: str) -> None:
        self._count += 1
        self.file = f"<cell {self._count}>"
        _remember(self.file, code)
        sys.modules["__main__"] = self._main  # for pickle, whatever the last cell did
        self.names.pop("__warningregistry__", None)  # a warning is shown once in each cell, not once in all

    def _end(self, failure: Output | None) -> None:
        """Resets what the cell has left and what would interrupt the loop that runs cells."""
        for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
            signal.setitimer(timer, 0)
        if sys.gettrace() or sys.getprofile():
            sys.settrace(None)
            sys.setprofile(None)
        if sys.getrecursionlimit() < _USABLE_RECURSION_LIMIT:
            sys.setrecursionlimit(1000)
        if os.getpid() != self._process:
            # A fork that runs past the end of its cell ends here: only its parent may talk to Node.
            if failure:
                print(failure["traceback"], file=sys.stderr)
            os._exit(1 if failure else 0)


_BUILTINS = builtins.__dict__
# Names that this code and its libraries need. Functions that programs replace on purpose, such as print, stay replaced.
_ESSENTIAL = [
    (name, _BUILTINS[name])
    for name in (
        *("any", "all", "bool", "bytes", "callable", "compile", "dict", "enumerate", "eval", "exec", "float"),
        *("frozenset", "getattr", "hasattr", "id", "int", "isinstance", "issubclass", "iter", "len", "list", "map"),
        *("max", "memoryview", "min", "next", "object", "property", "range", "repr", "reversed", "set", "setattr"),
        *("sorted", "str", "sum", "super", "tuple", "type", "zip", "BaseException", "Exception", "OSError"),
    )
]


def _repair_builtins() -> None:
    for name, value in _ESSENTIAL:
        if _BUILTINS.get(name) is not value:
            _BUILTINS[name] = value


def _interrupt(_signal: int, _frame: Any) -> None:
    raise KeyboardInterrupt


def _remember(file: str, code: str) -> None:
    """Keeps the text for tracebacks, warnings and inspect.getsource."""
    linecache.cache[file] = (len(code), None, [f"{line}\n" for line in code.split("\n")], file)


def _split_last_expression(tree: ast.Module, code: str) -> ast.Expression | None:
    """Removes the last statement from the tree when its value is to be shown, and returns it."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    last = tree.body[-1]
    if last.end_lineno and last.end_col_offset is not None and last.end_col_offset >= 0:
        lines = code.split("\n")
        rest = lines[last.end_lineno - 1].encode("utf-8", "surrogatepass")[last.end_col_offset :]
        if rest.lstrip().startswith(b";"):
            return None
    tree.body.pop()
    return ast.Expression(last.value)
