"""The Python side of PyBench: `sandbox` makes and confines a sandbox, `kernel` runs the cells in it."""

import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


def loaded_modules() -> list[str]:
    """The names of the modules of this package that have been imported."""
    return [name for name in sys.modules if name.partition(".")[0] == __name__]


def hide(modules: list[str]) -> None:
    """Makes this package invisible to the agent's imports and puts the current folder on the path, as in an interactive Python.

    `modules` come from `loaded_modules`: a fork of a large process must not read all of sys.modules, because that copies the
    pages of memory that hold the names."""
    sys.path.remove(os.path.dirname(FOLDER))
    sys.path.insert(0, "")
    sys.argv = [""]
    for name in modules:
        sys.modules.pop(name, None)
