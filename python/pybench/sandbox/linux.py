"""The system calls that confinement needs and Python's standard library lacks."""

import ctypes
import os
import platform
import struct
from typing import Any

_libc = ctypes.CDLL(None, use_errno=True)
MACHINE = platform.machine()

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_REC, MS_PRIVATE = 1, 2, 4, 8, 32, 16384, 1 << 18
MNT_DETACH = 2
CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x2000000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 24, 38
PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 36, 47, 4

_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3 = 0x20080522


def check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(number: int, *arguments: Any) -> int:
    return _libc.syscall(ctypes.c_long(number), *arguments)


def mount(source: str | None, target: str, kind: str | None, flags: int = 0, data: str | None = None) -> None:
    result = _libc.mount(
        source and os.fsencode(source),
        os.fsencode(target),
        kind and kind.encode(),
        ctypes.c_ulong(flags),
        data and data.encode(),
    )
    check(result, f"mount {kind or ''} on {target}")


def unshare(flags: int) -> None:
    """`os.unshare`, which only Python 3.12 and later have."""
    check(_libc.unshare(ctypes.c_int(flags)), "unshare")


def setns(fd: int, kind: int) -> None:
    check(_libc.setns(ctypes.c_int(fd), ctypes.c_int(kind)), "setns")


def leave_old_root() -> None:
    """Unmounts the host's files, which `enter.sh` has left at /mnt."""
    _libc.umount2(b"/mnt", MNT_DETACH)


def madvise(start: int, length: int, advice: int) -> bool:
    return _libc.madvise(ctypes.c_void_p(start), ctypes.c_size_t(length), advice) == 0


def prctl(option: int, *arguments: int) -> int:
    padded = [ctypes.c_ulong(each) for each in (*arguments, 0, 0, 0, 0)[:4]]
    return check(_libc.prctl(option, *padded), f"prctl {option}")


def prctl_pointer(option: int, first: int, pointer: Any) -> int:
    return check(_libc.prctl(option, ctypes.c_ulong(first), pointer, 0, 0), f"prctl {option}")


def drop_bounding_set() -> None:
    """No program that is executed later can gain a capability."""
    for capability in range(64):
        if _libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break


def drop_capabilities() -> None:
    """Empties the bounding set, the ambient set and the sets of this process."""
    drop_bounding_set()
    _libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = struct.pack("Ii", _CAPABILITY_VERSION_3, 0)
    check(syscall(_CAPSET[MACHINE], header, b"\0" * 24), "capset")


def write_file(path: str, text: str) -> None:
    fd = os.open(path, os.O_WRONLY)
    try:
        os.write(fd, text.encode())
    finally:
        os.close(fd)
