"""Functions that need a person at a keyboard fail immediately and say why."""

import builtins
import sys
from typing import Any, NoReturn

from .after_import import after_import

EXIT_NOTE = "[the cell ended here: exit() and sys.exit() end a cell; the interpreter and its variables remain]\n"


def install_refusals() -> None:
    builtins.input = _no_input
    sys.breakpointhook = _no_debugger
    after_import("getpass", _replace_getpass)


def _no_input(prompt: object = "", /) -> NoReturn:
    raise EOFError("input() cannot be answered: there is no keyboard here. Put the value into the code")


def _no_debugger(*_args: Any, **_options: Any) -> NoReturn:
    raise RuntimeError("breakpoint() cannot be used: there is no keyboard here. Print what you want to see")


def _replace_getpass(module: Any) -> None:
    def getpass(prompt: str = "Password: ", stream: Any = None, **_options: Any) -> NoReturn:
        raise EOFError("getpass() cannot be answered: there is no keyboard here")

    module.getpass = getpass
