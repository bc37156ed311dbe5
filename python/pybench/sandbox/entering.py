"""Enters, as root, a user namespace with many user ids of the machine: one for each sandbox, so that what the kernel counts
per user is counted per sandbox."""

import os
import signal
import sys
from typing import NoReturn

from .linux import (
    CLONE_NEWCGROUP,
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    CLONE_NEWUTS,
    MS_PRIVATE,
    MS_REC,
    PR_SET_DUMPABLE,
    PR_SET_PDEATHSIG,
    mount,
    prctl,
    unshare,
    write_file,
)


def enter(user: int, first: int, count: int, hide_groups: bool) -> None:
    """Returns in the first process of new namespaces, where `user` is root and the `count` ids from `first` on are mapped after
    it. The process is no longer root of the machine, for which limits do not hold. Its parent waits for it and ends with it."""
    asked, ask = os.pipe()
    done, tell = os.pipe()
    helper = os.fork()
    if helper == 0:
        os.close(ask)
        if os.read(asked, 1):
            for kind in ("uid_map", "gid_map"):
                write_file(f"/proc/{os.getppid()}/{kind}", f"0 {user} 1\n1 {first} {count}\n")
            os.write(tell, b"1")
        os._exit(0)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    prctl(PR_SET_DUMPABLE, 1)
    unshare(CLONE_NEWUSER)
    os.close(tell)
    os.write(ask, b"1")
    if not os.read(done, 1):
        raise SystemExit("the kernel does not map user ids for sandboxes")
    os.waitpid(helper, 0)
    for fd in (asked, ask, done):
        os.close(fd)
    os.setresgid(0, 0, 0)
    os.setresuid(0, 0, 0)
    unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | (CLONE_NEWCGROUP if hide_groups else 0))
    pid = os.fork()
    if pid > 0:
        _wait_for(pid)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != 0:
        raise SystemExit("the kernel has not made a process namespace")
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    mount("proc", "/proc", "proc")


def _wait_for(pid: int) -> NoReturn:
    """Ends as the zygote ends. Closes the zygote's sockets to Node here, so that Node notices that end."""
    os.closerange(3, 64)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        dead, status = os.waitpid(-1, 0)
        if dead == pid:
            code = os.waitstatus_to_exitcode(status)
            sys.stderr.flush()
            os._exit(code if code >= 0 else 128 - code)
