"""Enters a user namespace that has many ids of the machine, as root: one for each sandbox, so that what the kernel counts for
a user is counted for one sandbox alone."""

import os
import signal
import sys

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


def enter(user, first, count, hide_groups):
    """Returns in the first process of new namespaces, where `user` is root and `count` ids from `first` on follow it. Global
    root is given up first: it would void limits. We stay behind as its parent and end with it."""
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
        raise SystemExit("the kernel does not let us have user ids for sandboxes")
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
        raise SystemExit("a process namespace was not entered")
    mount(None, "/", None, MS_REC | MS_PRIVATE)
    mount("proc", "/proc", "proc")


def _wait_for(pid):
    """Ends as the zygote does. Its lines to Node are not ours to hold."""
    os.closerange(3, 64)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        dead, status = os.waitpid(-1, 0)
        if dead == pid:
            code = os.waitstatus_to_exitcode(status)
            sys.stderr.flush()
            os._exit(code if code >= 0 else 128 - code)
