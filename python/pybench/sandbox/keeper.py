"""Isolation landlock, for machines that forbid namespaces: an interpreter of the machine's own Python behind Landlock and
the system-call filter. We are its parent: when Node hangs up, or it ends, we end all that it started."""

import json
import os
import signal
import socket
import sys

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

# What programs need to run at all. Nothing of a user's home, of other trials or of the harness.
READABLE = [
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/proc"),
    *("/etc/alternatives", "/etc/fonts", "/etc/group", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types"),
    *("/etc/nsswitch.conf", "/etc/passwd", "/etc/timezone"),
]


def main():
    settings = json.loads(os.environ.pop("PYBENCH_FENCE"))
    if landlock.abi() < landlock.SCOPES:
        raise SystemExit("isolation landlock needs Linux 6.12 or newer: without it an interpreter could signal us")
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


def become_interpreter(settings, filter_code):
    prctl(PR_SET_PDEATHSIG, 0)
    prctl(PR_SET_DUMPABLE, 1)
    os.setpgid(0, 0)
    packages = installed_packages() if settings["listPackages"] else {}
    site = os.path.join(os.path.dirname(FOLDER), "site")
    hide(loaded_modules())
    readable = {*READABLE, site, sys.prefix, sys.base_prefix, sys.exec_prefix, *filter(os.path.isabs, sys.path)}
    limits = settings["limits"]
    # Processes are counted per user here: a limit would be everybody's.
    confine.set_limits(limits, 2 * limits["memoryBytes"], processes=False)
    drop_capabilities()
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    landlock.restrict([each for each in sorted(readable) if os.path.exists(each)], settings["writable"], confine.DEVICES)
    if filter_code:
        seccomp.apply(filter_code)
    os.set_inheritable(3, False)
    interpreter.serve(socket.socket(fileno=3), packages)


def watch(pid):
    """Waits for the interpreter, or for Node to go. Returns how it ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: end_all())
    while True:
        dead, status = os.waitpid(-1, 0)
        if dead == pid:
            end_for_good()
            return status


def end_for_good():
    """Until none is left that could still write a file: Node collects when we have gone."""
    while True:
        end_all()
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def end_all():
    """Orphans come to us: nobody escapes by losing its parent. Stopped first, so that nobody has children meanwhile."""
    known = set()
    while fresh := descendants(os.getpid()) - known:
        known |= fresh
        for pid in fresh:
            send(pid, signal.SIGSTOP)
    for pid in known:
        send(pid, signal.SIGKILL)


def descendants(of):
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent = file.read().rpartition(b")")[2].split()[:2]
        except OSError:
            continue
        if state != b"Z":
            parents.setdefault(int(parent), []).append(int(name))
    found, open_ones = set(), [of]
    while open_ones:
        for child in parents.get(open_ones.pop(), []):
            found.add(child)
            open_ones.append(child)
    return found


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def end_like(status):
    """Node reads from our end how the interpreter ended."""
    code = os.waitstatus_to_exitcode(status)
    if -code >= signal.SIGRTMIN:
        os._exit(128 - code)  # Node has no names for these
    if code < 0:
        if -code != signal.SIGKILL:
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)

