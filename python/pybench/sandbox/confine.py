"""The order of calls that makes a sandbox, in two steps: the supervisor's surroundings, then the interpreter's fetters."""

import os
import resource

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


def make_surroundings(limits):
    """Namespaces and mounts of one sandbox: nothing of another one, or of the host, is in sight."""
    unshare(sum(NAMESPACES.values()))
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    quiet = MS_NOSUID | MS_NODEV
    mount("tmpfs", "/tmp", "tmpfs", quiet, _size(limits["tmpBytes"], limits["tmpFiles"], "1777"))
    mount("tmpfs", "/run", "tmpfs", quiet | MS_NOEXEC, _size(limits["figureBytes"], 2048, "755"))
    mount("tmpfs", "/dev/shm", "tmpfs", quiet | MS_NOEXEC, _size(limits["sharedBytes"], 1024, "1777"))
    mount("tmpfs", "/workspace", "tmpfs", quiet, _size(limits["workspaceBytes"], limits["workspaceFiles"], "755"))
    os.mkdir("/workspace/data")
    os.mkdir("/workspace/output")
    os.mkdir(FIGURES)
    mount("tmpfs", "/workspace/data", "tmpfs", quiet, "mode=755")
    mount("proc", "/proc", "proc", quiet | MS_NOEXEC, "hidepid=2")  # nothing of us, process 1
    os.chdir("/workspace")
    prctl(PR_SET_DUMPABLE, 0)


def namespaces():
    """Of the sandbox that we are in, for whoever is to join: that of processes first, which only their parent can choose."""
    return [os.open(f"/proc/self/ns/{name}", os.O_RDONLY | os.O_CLOEXEC) for name in ("pid", *NAMESPACES)]


def join(opened):
    """All but that of processes."""
    for fd, kind in zip(opened, NAMESPACES.values()):
        setns(fd, kind)
    os.chdir("/workspace")


def seal_data():
    """The inputs are in: from now on nobody writes there."""
    mount(None, "/workspace/data", None, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV)


def give_away(user):
    """Where Pythons have a user id of their own, what is theirs must belong to it."""
    for path in ("/workspace", "/workspace/output", FIGURES):
        os.chown(path, user, user)


def fetter(limits, filter_code, user, namespace, data_bytes):
    """A user of its own without any capability, limits, Landlock and the system-call filter. No way back.

    `user` is an id that no other sandbox has, or None where there is none to give; `namespace` says whether a user
    namespace hides it; `data_bytes` is the most private memory that one process may map."""
    if user is not None and not namespace:
        set_limits(limits, data_bytes)
        drop_bounding_set()
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if namespace:
        prctl(PR_SET_DUMPABLE, 1)  # or the maps would not be ours to write
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


def set_limits(limits, data_bytes, processes=True):
    def at_most(kind, value):
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


def _size(size, files, mode):
    return f"size={size},nr_inodes={files},mode={mode}"
