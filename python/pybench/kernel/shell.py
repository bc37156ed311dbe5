"""get_ipython(): what rewritten lines call, and the part of IPython's shell that programs and libraries use."""

import ast
import builtins
import re
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

from .after_import import after_import
from .ipython_display import replace_everywhere
from .magics import CELL_MAGICS, LINE_MAGICS
from .notation import parse_cell, split_cell_magic
from .packages import answer_package_manager
from .programs import Lines, run_program, shell_command

if TYPE_CHECKING:
    from .cell import Cells
    from .display import Displays

Locals = dict[str, Any] | None


class UsageError(Exception):
    """There is no magic of this name."""

    __module__ = "builtins"  # for its name in tracebacks


class Shell:
    def __init__(self, cells: "Cells", displays: "Displays") -> None:
        self._cells, self.displays = cells, displays
        self.user_ns = self.user_global_ns = cells.names
        self.user_module = sys.modules["__main__"]
        self.display_formatter = displays.formatters
        self.events = _Events()
        self.config: dict[str, Any] = {}
        self.colors = "NoColor"
        self._registered: dict[str, dict[str, Callable[..., Any]]] = {"line": {}, "cell": {}}
        self._get = lambda: self
        builtins.__dict__["get_ipython"] = self._get
        after_import("IPython.core.getipython", self._replace_get)

    def _replace_get(self, module: Any) -> None:
        replace_everywhere(module, {"get_ipython": self._get})

    # What rewritten lines call

    def run_line_magic(self, name: str, line: str = "", _stack_depth: int = 1) -> Any:
        registered = self._registered["line"].get(name)
        if registered:
            return registered(line)
        magic = LINE_MAGICS.get(name)
        if magic is None:
            raise UsageError(_unknown("%", name, name in CELL_MAGICS))
        return magic(self, line, _locals_of(sys._getframe(1)))

    def run_cell_magic(self, name: str, line: str, cell: str, first_line: int = 0) -> Any:
        """`first_line` is the number of lines above the body, for its tracebacks."""
        registered = self._registered["cell"].get(name)
        if registered:
            return registered(line, cell)
        magic = CELL_MAGICS.get(name)
        if magic is None:
            raise UsageError(_unknown("%%", name, name in LINE_MAGICS))
        return magic(self, line, cell, first_line)

    def system(self, command: str) -> None:
        self.run_command(command, _locals_of(sys._getframe(1)))

    def getoutput(self, command: str, split: bool = True, depth: int = 0) -> Lines | str:
        lines = self.command_output(command, _locals_of(sys._getframe(1)))
        return lines if split else lines.n

    # What magics use

    def evaluate(self, code: str, file: str | None = None, local_names: Locals = None) -> Any:
        return self._cells.evaluate(code, file, local_names)

    def run_command(self, command: str, local_names: Locals = None) -> None:
        command = self.expand(command, local_names)
        answer = answer_package_manager(command)
        if answer:
            answer.show()
        else:
            self.user_ns["_exit_code"] = run_program(shell_command(command))

    def command_output(self, command: str, local_names: Locals = None) -> Lines:
        command = self.expand(command, local_names)
        answer = answer_package_manager(command)
        if answer:
            return Lines(answer.text.splitlines())
        pieces: list[str] = []
        self.user_ns["_exit_code"] = run_program(shell_command(command), pieces.append)
        return Lines("".join(pieces).splitlines())

    def expand(self, text: str, local_names: Locals = None) -> str:
        """Replaces {expression} and $name by the program's variables. As in IPython, after an error the text stays unchanged."""
        scope = {**self.user_ns, **(local_names or {})}

        def value(match: re.Match[str]) -> str:
            expression, name = match["expression"], match["name"]
            if expression is not None:
                return eval(f"f'''{{{expression}}}'''", scope)
            return str(scope[name]) if name in scope else match[0]

        try:
            return _VARIABLE.sub(value, text)
        except Exception:
            return text

    # What programs and libraries use

    def magic(self, line: str) -> Any:
        name, _, rest = line.removeprefix("%").partition(" ")
        return self.run_line_magic(name, rest.strip())

    def transform_cell(self, code: str) -> str:
        magic = split_cell_magic(code)
        if magic:
            return f"get_ipython().run_cell_magic({magic[0]!r}, {magic[1]!r}, {magic[2]!r})\n"
        return f"{ast.unparse(parse_cell(code, '<cell>')[0])}\n"

    def run_cell(self, code: str, *_args: Any, **_options: Any) -> None:
        self.displays.display(*(value for value in [self.evaluate(code, "<run_cell>")] if value is not None))

    def ex(self, code: str) -> None:
        exec(code, self.user_ns)

    def ev(self, expression: str) -> Any:
        return eval(expression, self.user_ns)

    def push(self, variables: dict[str, Any], *_args: Any, **_options: Any) -> None:
        self.user_ns.update(variables)

    def register_magic_function(
        self, function: Callable[..., Any], magic_kind: str = "line", magic_name: str | None = None
    ) -> None:
        for kind in ("line", "cell") if magic_kind == "line_cell" else (magic_kind,):
            self._registered[kind][magic_name or function.__name__] = function

    def enable_gui(self, *_args: Any) -> None:
        """Does nothing: there is no display."""

    def set_next_input(self, *_args: Any, **_options: Any) -> None:
        """Does nothing: there is no input field for the next cell."""


class _Events:
    def register(self, *_args: Any) -> None:
        """Does nothing: libraries register a drawing after each cell, where figures are shown in any case."""

    unregister = register


_VARIABLE = re.compile(r"\{(?P<expression>[^{}]+)\}|(?<!\$)\$(?P<name>[A-Za-z_]\w*)")


def _locals_of(frame: FrameType) -> Locals:
    """The variables of a function that contains the line; None for a line of the cell itself."""
    return None if frame.f_locals is frame.f_globals else frame.f_locals


def _unknown(mark: str, name: str, other_kind: bool) -> str:
    other = "%" if mark == "%%" else "%%"
    return f"there is no magic {mark}{name} here; {f'{other}{name} there is' if other_kind else '%lsmagic lists all'}"
