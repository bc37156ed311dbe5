"""Loads the figure capture where the folder is only on PYTHONPATH, which reads no .pth files. In an image the .pth
does it: Debian's own sitecustomize comes before this one there."""

import sys
from importlib.machinery import PathFinder
from os.path import abspath, dirname

import _pybench_figures

_pybench_figures.install()

# This file hides the one that the Python came with: run that too.
_here = dirname(abspath(__file__))
_hidden = PathFinder.find_spec(__name__, [entry for entry in sys.path if abspath(entry) != _here])
if _hidden is not None and _hidden.loader is not None:
    _hidden.loader.exec_module(sys.modules[__name__])
