"""Isolation landlock, for machines that forbid namespaces: the parent of an interpreter, which is the machine's own Python behind
Landlock and the system-call filter. When Node ends this process, or the interpreter ends, it ends all that the interpreter
started."""

import json
import os
import signal
import socket
import sys
from typing import Any, NoReturn

from .. import FOLDER, hide, loaded_modules
from ..installed import installed_packages
from ..kernel import interpreter
from . import confine, landlock, seccomp
from .linux import (
    PR_SET_CHILD_SUBREAPER,
    PR_SET_DUMPABLE,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    drop_capabilities,
    prctl,
)

# What programs need to run. Nothing of a user's home, of other trials or of the harness.
READABLE = [
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/proc"),
    *("/etc/alternatives", "/etc/fonts", "/etc/group", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types"),
    *("/etc/nsswitch.conf", "/etc/passwd", "/etc/timezone"),
]


def main() -> None:
    settings = json.loads(os.environ.pop("PYBENCH_FENCE"))
    if landlock.abi() < landlock.SCOPES:
        raise SystemExit("isolation landlock needs Linux 6.12 or newer: without it an interpreter could signal the harness")
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    prctl(PR_SET_DUMPABLE, 0)
    filter_code = seccomp.program(namespaces=False)
    pid = os.fork()
    if pid == 0:
        try:
            become_interpreter(settings, filter_code)
        finally:
            os._exit(70)
    os.close(3)
    end_like(watch(pid))


def become_interpreter(settings: dict[str, Any], filter_code: bytes | None) -> None:
    prctl(PR_SET_PDEATHSIG, 0)
    prctl(PR_SET_DUMPABLE, 1)
    os.setpgid(0, 0)
    packages = installed_packages() if settings["listPackages"] else {}
    site = os.path.join(os.path.dirname(FOLDER), "site")
    hide(loaded_modules())
    readable = {*READABLE, site, sys.prefix, sys.base_prefix, sys.exec_prefix, *filter(os.path.isabs, sys.path)}
    limits = settings["limits"]
    # The kernel counts processes per user here: a limit would count all processes of the user.
    confine.set_limits(limits, 2 * limits["memoryBytes"], processes=False)
    drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    landlock.restrict([each for each in sorted(readable) if os.path.exists(each)], settings["writable"], confine.DEVICES)
    if filter_code:
        seccomp.apply(filter_code)
    os.set_inheritable(3, False)
    interpreter.serve(socket.socket(fileno=3), packages)


def watch(pid: int) -> int:
    """Waits for the end of the interpreter and returns its status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: end_all())
    while True:
        dead, status = os.waitpid(-1, 0)
        if dead == pid:
            end_until_none_is_left()
            return status


def end_until_none_is_left() -> None:
    """Node collects files when this process has ended: no other may still write one."""
    while True:
        end_all()
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def end_all() -> None:
    """Ends all descendants; orphans are among them, because this process is a subreaper. They are stopped first, so that none
    forks meanwhile."""
    known: set[int] = set()
    while fresh := descendants(os.getpid()) - known:
        known |= fresh
        for pid in fresh:
            send(pid, signal.SIGSTOP)
    for pid in known:
        send(pid, signal.SIGKILL)


def descendants(of: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state != b"Z":
            children.setdefault(int(parent), []).append(int(name))
    found: set[int] = set()
    to_visit = [of]
    while to_visit:
        below = children.get(to_visit.pop(), [])
        found.update(below)
        to_visit.extend(below)
    return found


def send(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def end_like(status: int) -> NoReturn:
    """Ends this process as the interpreter ended, which is how Node learns of it."""
    code = os.waitstatus_to_exitcode(status)
    if -code >= signal.SIGRTMIN:
        os._exit(128 - code)  # a signal that Node has no name for
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)
