"""`python3 python/ NAME` runs one of the programs of the package; Python puts this folder first on the path."""

import sys
from importlib import import_module

PROGRAMS = {
    "zygote": "pybench.sandbox.zygote",
    "keeper": "pybench.sandbox.keeper",
    "interpreter": "pybench.sandbox.plain",
}

import_module(PROGRAMS[sys.argv[1]]).main()
