"""Landlock: limits what an interpreter may write and which processes it may signal, and forbids TCP. A second barrier behind
the mount and network namespaces; kernels without Landlock do without it."""

import ctypes
import os
import struct
from collections.abc import Iterable

from .linux import check, syscall

_CREATE, _ADD_RULE, _RESTRICT = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1
SCOPES = 6  # the first version that limits signals

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
MAKE_CHAR, MAKE_BLOCK, REFER, TRUNCATE, IOCTL_DEV = 64, 2048, 8192, 16384, 32768
_BASE = (1 << 13) - 1
_READ = EXECUTE | READ_FILE | READ_DIR
_ON_FILES = EXECUTE | READ_FILE | WRITE_FILE | TRUNCATE | IOCTL_DEV


def abi() -> int:
    """The version that the kernel has, 0 for none."""
    return max(0, syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(_VERSION)))


def restrict(read_only: Iterable[str], writable: Iterable[str], devices: Iterable[str]) -> int:
    """Applies to this process and all that it starts. `no_new_privs` must be set. Returns the version applied, 0 for none."""
    version = abi()
    if version < 1:
        return 0
    handled = _BASE | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0) | (IOCTL_DEV if version >= 5 else 0)
    network = 3 if version >= 4 else 0  # bind and connect
    scopes = 3 if version >= SCOPES else 0  # abstract sockets and signals
    attributes = struct.pack("QQQ", handled, network, scopes)[: 8 if version < 4 else 16 if version < 6 else 24]
    rules = check(syscall(_CREATE, attributes, ctypes.c_size_t(len(attributes)), ctypes.c_uint32(0)), "landlock")
    for paths, access in (
        (read_only, _READ),
        (writable, handled & ~(MAKE_CHAR | MAKE_BLOCK)),
        (devices, READ_FILE | WRITE_FILE | IOCTL_DEV),
    ):
        for path in paths:
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = access if os.path.isdir(path) else access & _ON_FILES
            rule = struct.pack("=Qi", allowed & handled, fd)
            check(syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, ctypes.c_uint32(0)), f"landlock rule for {path}")
            os.close(fd)
    check(syscall(_RESTRICT, rules, ctypes.c_uint32(0)), "landlock")
    os.close(rules)
    return version
