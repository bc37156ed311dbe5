"""The Python side of PyBench: `sandbox` makes and confines a sandbox, `kernel` runs the cells in it."""

import os
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))


def loaded_modules():
    """The names of our own modules that have been imported."""
    return [name for name in sys.modules if name.partition(".")[0] == __name__]


def hide(modules):
    """Takes our modules away from the agent's imports and puts the current folder on the path, as for an interactive Python.

    `modules` come from `loaded_modules`: a fork of a large process must not walk through all of sys.modules, which would copy
    the pages of memory that hold the names."""
    sys.path.remove(os.path.dirname(FOLDER))
    sys.path.insert(0, "")
    sys.argv = [""]
    for name in modules:
        sys.modules.pop(name, None)
