"""Runs cells with notebook semantics: one namespace, the last expression shown, tracebacks that point into the cell."""

import ast
import builtins
import linecache
import os
import signal
import sys
import types

from .awaiting import run_coroutine
from .failure import describe
from .notation import parse_cell, split_cell_magic
from .refusals import EXIT_NOTE, install_refusals
from .shell import Shell

_CO_COROUTINE = 0x80
_USABLE_RECURSION_LIMIT = 200


class Cells:
    def __init__(self, displays):
        self._displays = displays
        self._process = os.getpid()
        self._count = 0
        self._last = None
        self._main = types.ModuleType("__main__")
        self._main.__builtins__ = builtins
        sys.modules["__main__"] = self._main
        self.names = self._main.__dict__
        self.file = "<cell 0>"
        self._shell = Shell(self, displays)
        install_refusals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self, code):
        """Runs one cell. Returns the error to report, or None."""
        code = code.replace("\r\n", "\n").replace("\r", "\n")  # as Python reads it: lines are counted in many places
        self._begin(code)
        failure = None
        try:
            try:
                # A handler of ours rather than Python's own, which asyncio replaces by one that a busy cell outlives.
                signal.signal(signal.SIGINT, _interrupt)
                self._show(self._run_cell(code))
            finally:
                _repair_builtins()
                signal.signal(signal.SIGINT, signal.SIG_IGN)
        except BaseException as error:  # also of an interrupt that came as the cell ended
            failure = self._fail(error)
        self._end(failure)
        return failure

    def evaluate(self, code, file=None, local_names=None):
        """Runs statements. Returns the value of the last one when it is an expression that no semicolon hides."""
        file = file or self.file
        tree, shown = parse_cell(code, file)
        if shown is not code:
            _remember(file, shown)
        last = _split_last_expression(tree, shown)
        if tree.body:
            self._execute(tree, file, "exec", local_names)
        return self._execute(last, file, "eval", local_names) if last else None

    def _execute(self, tree, file, mode, local_names):
        compiled = compile(tree, file, mode, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        value = eval(compiled, self.names, local_names)
        return run_coroutine(value) if compiled.co_flags & _CO_COROUTINE else value

    def _run_cell(self, code):
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

    def _show(self, value):
        if value is not None:
            # A program that uses the name for itself keeps it.
            if self.names.get("_", self._last) is self._last:
                self.names["_"] = self._last = value
            self._displays.result(value)
        self._displays.figures.show_open()

    def _fail(self, error):
        if not isinstance(error, SystemExit):
            return describe(error)
        if error.code is None or (type(error.code) is int and error.code == 0):
            self._displays.say(EXIT_NOTE)
            return None
        return describe(error, EXIT_NOTE)

    def _begin(self, code):
        self._count += 1
        self.file = f"<cell {self._count}>"
        _remember(self.file, code)
        sys.modules["__main__"] = self._main  # for pickle, whatever the last cell did
        self.names.pop("__warningregistry__", None)  # a warning shows once in each cell, not once for ever

    def _end(self, failure):
        """Takes back what would outlive the cell and strike the loop that runs us."""
        for timer in (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF):
            signal.setitimer(timer, 0)
        if sys.gettrace() or sys.getprofile():
            sys.settrace(None)
            sys.setprofile(None)
        if sys.getrecursionlimit() < _USABLE_RECURSION_LIMIT:
            sys.setrecursionlimit(1000)
        if os.getpid() != self._process:
            # A fork that ran past the end of its cell: only its parent may talk to the harness.
            if failure:
                print(failure["traceback"], file=sys.stderr)
            os._exit(1 if failure else 0)


_BUILTINS = builtins.__dict__
# What we and the libraries under us cannot do without. Functions that programs replace on purpose, such as print, stay.
_ESSENTIAL = [
    (name, _BUILTINS[name])
    for name in (
        *("any", "all", "bool", "bytes", "callable", "compile", "dict", "enumerate", "eval", "exec", "float"),
        *("frozenset", "getattr", "hasattr", "id", "int", "isinstance", "issubclass", "iter", "len", "list", "map"),
        *("max", "memoryview", "min", "next", "object", "property", "range", "repr", "reversed", "set", "setattr"),
        *("sorted", "str", "sum", "super", "tuple", "type", "zip", "BaseException", "Exception", "OSError"),
    )
]


def _repair_builtins():
    for name, value in _ESSENTIAL:
        if _BUILTINS.get(name) is not value:
            _BUILTINS[name] = value


def _interrupt(_signal, _frame):
    raise KeyboardInterrupt


def _remember(file, code):
    """For tracebacks, warnings and inspect.getsource."""
    linecache.cache[file] = (len(code), None, [f"{line}\n" for line in code.split("\n")], file)


def _split_last_expression(tree, code):
    """Takes the last statement off the tree when its value is to be shown."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    last = tree.body[-1]
    if last.end_col_offset >= 0:
        lines = code.split("\n")
        rest = lines[last.end_lineno - 1].encode("utf-8", "surrogatepass")[last.end_col_offset :]
        if rest.lstrip().startswith(b";"):
            return None
    tree.body.pop()
    return ast.Expression(last.value)
