"""The system calls that make a sandbox, in their order: the supervisor makes namespaces and mounts, then the interpreter joins
them and gives up its rights."""

import os
import resource
from collections.abc import Iterable
from typing import TypedDict

from . import landlock, seccomp
from .linux import (
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MS_NODEV,
    MS_NOEXEC,
    MS_NOSUID,
    MS_PRIVATE,
    MS_RDONLY,
    MS_REC,
    MS_REMOUNT,
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    drop_bounding_set,
    drop_capabilities,
    mount,
    prctl,
    setns,
    unshare,
    write_file,
)

UID = 1000
NAMESPACES = {
    "mnt": CLONE_NEWNS,
    "ipc": CLONE_NEWIPC,
    "uts": CLONE_NEWUTS,
    "cgroup": CLONE_NEWCGROUP,
    "net": CLONE_NEWNET,
}
DEVICES = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"]
FIGURES = "/run/pybench-figures"  # where figure capture keeps its records
WRITABLE = ["/workspace", "/tmp", "/dev/shm", "/run"]


class Limits(TypedDict):
    """The limits of a sandbox, as Node sends them (src/core)."""

    cellCpuSeconds: float
    wallFactor: float
    memoryBytes: int
    processes: int
    openFiles: int
    fileBytes: int
    workspaceBytes: int
    workspaceFiles: int
    tmpBytes: int
    tmpFiles: int
    sharedBytes: int
    rawBytes: int
    figureBytes: int
    outputFiles: int
    outputBytes: int


def make_namespaces(limits: Limits) -> None:
    """Namespaces and mounts of one sandbox, which hide all other sandboxes and the host."""
    unshare(sum(NAMESPACES.values()))
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    flags = MS_NOSUID | MS_NODEV
    mount("tmpfs", "/tmp", "tmpfs", flags, _size(limits["tmpBytes"], limits["tmpFiles"], "1777"))
    mount("tmpfs", "/run", "tmpfs", flags | MS_NOEXEC, _size(limits["figureBytes"], 2048, "755"))
    mount("tmpfs", "/dev/shm", "tmpfs", flags | MS_NOEXEC, _size(limits["sharedBytes"], 1024, "1777"))
    mount("tmpfs", "/workspace", "tmpfs", flags, _size(limits["workspaceBytes"], limits["workspaceFiles"], "755"))
    os.mkdir("/workspace/data")
    os.mkdir("/workspace/output")
    os.mkdir(FIGURES)
    mount("tmpfs", "/workspace/data", "tmpfs", flags, "mode=755")
    mount("proc", "/proc", "proc", flags | MS_NOEXEC, "hidepid=2")  # hides the supervisor, process 1
    os.chdir("/workspace")
    prctl(PR_SET_DUMPABLE, 0)


def namespaces() -> list[int]:
    """Descriptors of this sandbox's namespaces, for a Python that is to join them. That of processes comes first: only the
    parent of a process can choose it."""
    return [os.open(f"/proc/self/ns/{name}", os.O_RDONLY | os.O_CLOEXEC) for name in ("pid", *NAMESPACES)]


def join(opened: Iterable[int]) -> None:
    """Enters all namespaces but that of processes."""
    for fd, kind in zip(opened, NAMESPACES.values(), strict=True):
        setns(fd, kind)
    os.chdir("/workspace")


def seal_data() -> None:
    """Makes the folder of the inputs read-only, once they are in place."""
    mount(None, "/workspace/data", None, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)


def change_owner(user: int) -> None:
    """Makes the Pythons' own user the owner of the folders that they write."""
    for path in ("/workspace", "/workspace/output", FIGURES):
        os.chown(path, user, user)


def confine(limits: Limits, filter_code: bytes | None, user: int | None, namespace: bool, data_bytes: int) -> None:
    """Changes this process for good: to a user of its own without capabilities, with limits, Landlock and the call filter.

    `user` is an id that no other sandbox has, or None where the machine gives none; `namespace` says whether a user
    namespace hides it; `data_bytes` is the most private memory that one process may map."""
    if user is not None and not namespace:
        set_limits(limits, data_bytes)
        drop_bounding_set()
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if namespace:
        prctl(PR_SET_DUMPABLE, 1)  # otherwise this process may not write its own id maps
        unshare(CLONE_NEWUSER)
        write_file("/proc/self/setgroups", "deny")
        write_file("/proc/self/uid_map", f"{UID} {user or 0} 1\n")
        write_file("/proc/self/gid_map", f"{UID} {user or 0} 1\n")
        set_limits(limits, data_bytes)  # after the user namespace: processes are then counted for this sandbox alone
    drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    landlock.restrict(["/"], WRITABLE, DEVICES)
    if filter_code:
        seccomp.apply(filter_code)
    prctl(PR_SET_DUMPABLE, 1)


def set_limits(limits: Limits, data_bytes: int, processes: bool = True) -> None:
    def at_most(kind: int, value: int) -> None:
        _, hard = resource.getrlimit(kind)
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (value, value))

    at_most(resource.RLIMIT_CORE, 0)
    at_most(resource.RLIMIT_NOFILE, limits["openFiles"])
    at_most(resource.RLIMIT_FSIZE, limits["fileBytes"])
    at_most(resource.RLIMIT_DATA, data_bytes)
    at_most(resource.RLIMIT_MEMLOCK, 1 << 16)
    at_most(resource.RLIMIT_MSGQUEUE, 0)
    at_most(resource.RLIMIT_SIGPENDING, 1024)
    if processes:
        at_most(resource.RLIMIT_NPROC, limits["processes"])


def _size(size: int, files: int, mode: str) -> str:
    return f"size={size},nr_inodes={files},mode={mode}"
