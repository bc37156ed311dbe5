"""What needs a person at a keyboard fails at once and says why, instead of waiting for nobody."""

import builtins
import sys

from .after_import import after_import

EXIT_NOTE = "[the cell ended here: exit() and sys.exit() end a cell; the interpreter and its variables live on]\n"


def install_refusals():
    builtins.input = _no_input
    sys.breakpointhook = _no_debugger
    after_import("getpass", _replace_getpass)


def _no_input(prompt="", /):
    raise EOFError("input() has nobody to ask: there is no keyboard here. Put the value into the code")


def _no_debugger(*_args, **_options):
    raise RuntimeError("breakpoint() has nobody to talk to: there is no keyboard here. Print what you want to see")


def _replace_getpass(module):
    def getpass(prompt="Password: ", stream=None, **_options):
        raise EOFError("getpass() has nobody to ask: there is no keyboard here")

    module.getpass = getpass
