"""Isolation none: an interpreter that is a process of its own, started by Node with the channel on descriptor 3."""

import os
import socket

from .. import hide, loaded_modules
from ..installed import installed_packages
from ..kernel import interpreter
from .linux import leave_old_root


def main() -> None:
    if os.environ.pop("PYBENCH_IN_IMAGE", None):
        leave_old_root()
    packages = installed_packages() if os.environ.pop("PYBENCH_LIST_PACKAGES", None) else {}
    hide(loaded_modules())
    os.set_inheritable(3, False)
    interpreter.serve(socket.socket(fileno=3), packages)
