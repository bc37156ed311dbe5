"""get_ipython(): what rewritten lines call, and the part of IPython's shell that programs and libraries ask for."""

import ast
import builtins
import re
import sys

from .after_import import after_import
from .ipython_display import replace_everywhere
from .magics import CELL_MAGICS, LINE_MAGICS
from .notation import parse_cell, split_cell_magic
from .packages import answer_package_manager
from .programs import Lines, run_program, shell_command


class UsageError(Exception):
    """A magic that is not there."""

    __module__ = "builtins"  # for its name in tracebacks


class Shell:
    def __init__(self, cells, displays):
        self._cells, self.displays = cells, displays
        self.user_ns = self.user_global_ns = cells.names
        self.user_module = sys.modules["__main__"]
        self.display_formatter = displays.formatters
        self.events = _Events()
        self.config = {}
        self.colors = "NoColor"
        self._registered = {"line": {}, "cell": {}}
        builtins.get_ipython = self._get = lambda: self
        after_import("IPython.core.getipython", self._replace_get)

    def _replace_get(self, module):
        replace_everywhere(module, {"get_ipython": self._get})

    # What rewritten lines call.

    def run_line_magic(self, name, line="", _stack_depth=1):
        registered = self._registered["line"].get(name)
        if registered:
            return registered(line)
        magic = LINE_MAGICS.get(name)
        if magic is None:
            raise UsageError(_unknown("%", name, name in CELL_MAGICS))
        return magic(self, line, _locals_of(sys._getframe(1)))

    def run_cell_magic(self, name, line, cell, first_line=0):
        """`first_line`: how many lines of the cell stand above the body, for its tracebacks."""
        registered = self._registered["cell"].get(name)
        if registered:
            return registered(line, cell)
        magic = CELL_MAGICS.get(name)
        if magic is None:
            raise UsageError(_unknown("%%", name, name in LINE_MAGICS))
        return magic(self, line, cell, first_line)

    def system(self, command):
        self.run_command(command, _locals_of(sys._getframe(1)))

    def getoutput(self, command, split=True, depth=0):
        lines = self.command_output(command, _locals_of(sys._getframe(1)))
        return lines if split else lines.n

    # What magics use.

    def evaluate(self, code, file=None, local_names=None):
        return self._cells.evaluate(code, file, local_names)

    def run_command(self, command, local_names=None):
        command = self.expand(command, local_names)
        answer = answer_package_manager(command)
        if answer:
            answer.show()
        else:
            self.user_ns["_exit_code"] = run_program(shell_command(command))

    def command_output(self, command, local_names=None):
        command = self.expand(command, local_names)
        answer = answer_package_manager(command)
        if answer:
            return Lines(answer.text.splitlines())
        pieces = []
        self.user_ns["_exit_code"] = run_program(shell_command(command), pieces.append)
        return Lines("".join(pieces).splitlines())

    def expand(self, text, local_names=None):
        """{expression} and $name from the program's variables. As in IPython: all of it, or the text as it is."""
        scope = {**self.user_ns, **(local_names or {})}

        def value(match):
            expression, name = match["expression"], match["name"]
            if expression is not None:
                return eval(f"f'''{{{expression}}}'''", scope)
            return str(scope[name]) if name in scope else match[0]

        try:
            return _VARIABLE.sub(value, text)
        except Exception:
            return text

    # What programs and libraries ask for.

    def magic(self, line):
        name, _, rest = line.removeprefix("%").partition(" ")
        return self.run_line_magic(name, rest.strip())

    def transform_cell(self, code):
        magic = split_cell_magic(code)
        if magic:
            return f"get_ipython().run_cell_magic({magic[0]!r}, {magic[1]!r}, {magic[2]!r})\n"
        return f"{ast.unparse(parse_cell(code, '<cell>')[0])}\n"

    def run_cell(self, code, *_args, **_options):
        self.displays.display(*(value for value in [self.evaluate(code, "<run_cell>")] if value is not None))

    def ex(self, code):
        exec(code, self.user_ns)

    def ev(self, expression):
        return eval(expression, self.user_ns)

    def push(self, variables, *_args, **_options):
        self.user_ns.update(variables)

    def register_magic_function(self, function, magic_kind="line", magic_name=None):
        for kind in ("line", "cell") if magic_kind == "line_cell" else (magic_kind,):
            self._registered[kind][magic_name or function.__name__] = function

    def enable_gui(self, *_args):
        """There is none, and nobody minds."""

    def set_next_input(self, *_args, **_options):
        """There is nobody to edit the next cell."""


class _Events:
    def register(self, *_args):
        """Libraries want to draw after a cell: figures are shown there anyway."""

    unregister = register


_VARIABLE = re.compile(r"\{(?P<expression>[^{}]+)\}|(?<!\$)\$(?P<name>[A-Za-z_]\w*)")


def _locals_of(frame):
    """The variables of a function that contains the line; None for a line of the cell itself."""
    return None if frame.f_locals is frame.f_globals else frame.f_locals


def _unknown(mark, name, other_kind):
    other = "%" if mark == "%%" else "%%"
    return f"there is no magic {mark}{name} here; {f'{other}{name} there is' if other_kind else '%lsmagic lists all'}"
