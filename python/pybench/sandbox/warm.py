"""The warm process: imports the common modules and forks a Python for a sandbox when its supervisor asks, directly into the
sandbox's namespaces. A sandbox costs one fork of a large process, and its supervisor stays small.

It has one thread, because a fork of a process with more threads is unsafe: imports and forks take turns. A fork request may
name modules; it waits until these are imported, and never for others."""

import gc
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
from typing import Any, NamedTuple

from .. import hide, loaded_modules
from ..installed import installed_packages
from ..kernel import interpreter
from . import confine, hugepages, landlock, seccomp, usage
from .linux import CLONE_NEWPID, setns
from .preload import Preload
from .wire import encode

# Huge pages cost about as much as they save on twenty sandboxes: a process that has forked a few is likely to fork many.
HUGE_PAGES_AFTER = 8
MAX_REQUEST, MAX_FDS = 1 << 15, 16

Settings = dict[str, Any]


class ForkRequest(NamedTuple):
    user: int | None
    modules: list[str]
    fds: list[int]


def main(control: socket.socket, requests: socket.socket, settings: Settings) -> None:
    """`control` goes to Node, for two messages; supervisors send their requests to `requests`."""
    gc.disable()
    settings["filter"] = seccomp.program()
    settings["own_modules"] = loaded_modules()
    up = {
        "op": "up",
        "version": sys.version.split()[0],
        "packages": installed_packages(),
        "seccomp": settings["filter"] is not None,
        "landlock": landlock.abi(),
    }
    line = control.detach()
    os.write(line, encode(up))
    WarmProcess(line, requests, settings).serve()


class WarmProcess:
    def __init__(self, line: int, requests: socket.socket, settings: Settings) -> None:
        self._line, self._requests, self._settings = line, requests, settings
        self._preload = Preload(settings["modules"], settings["background"])
        self._preload.require(settings["first"])
        self._waiting: list[ForkRequest] = []
        self._exit_channels: dict[int, int] = {}  # by process: the descriptor on which its supervisor learns how it ended
        self._forks = 0  # since all modules were imported
        self._own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)

    def serve(self) -> None:
        """Requests come first, then imports."""
        wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        poll = select.poll()
        poll.register(self._requests, select.POLLIN)
        poll.register(wake, select.POLLIN)
        while True:
            ready = poll.poll(None if self._preload.idle else 0)
            if not ready:
                self._import_next()
            for fd, _ in ready:
                if fd == wake:
                    os.read(wake, 4096)
                    self._reap()
                else:
                    self._receive()

    def _import_next(self) -> None:
        self._preload.step()
        if self._preload.complete:
            os.write(self._line, encode({"op": "loaded"}))
            os.dup2(0, self._line, inheritable=False)  # no descriptor that is received may take the number of the channel
        waiting, self._waiting = self._waiting, []
        for request in waiting:
            self._fork_or_defer(request)

    def _receive(self) -> None:
        text, fds, _, _ = socket.recv_fds(self._requests, MAX_REQUEST, MAX_FDS)
        if not text:
            os._exit(0)
        message = json.loads(text)
        request = ForkRequest(message["user"], message["modules"], fds)
        self._preload.require(request.modules)
        self._fork_or_defer(request)

    def _fork_or_defer(self, request: ForkRequest) -> None:
        if self._preload.lacks(request.modules):
            self._waiting.append(request)
            return
        try:
            self._fork(request)
        except OSError:
            pass  # The machine has no room for it: the supervisor notices that its exit channel is closed.
        finally:
            for fd in set(request.fds) - set(self._exit_channels.values()):
                os.close(fd)
        if self._preload.complete:
            self._forks += 1
            if self._forks == HUGE_PAGES_AFTER:
                hugepages.collapse()

    def _fork(self, request: ForkRequest) -> None:
        exit_channel, process_namespace = request.fds[3:5]
        gc.freeze()
        setns(process_namespace, CLONE_NEWPID)
        try:
            pid = os.fork()
            if pid == 0:
                try:
                    become_interpreter(request, self._settings)
                finally:
                    os._exit(70)
            self._exit_channels[pid] = exit_channel
        finally:
            setns(self._own_namespace, CLONE_NEWPID)

    def _reap(self) -> None:
        """Tells the supervisors how their Pythons have ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            exit_channel = self._exit_channels.pop(pid, None)
            if exit_channel is None:
                continue  # Not a child that we forked: its parent has ended, and the kernel made us its parent.
            try:
                os.write(exit_channel, json.dumps({"status": status}).encode())
            except OSError:
                pass  # The supervisor has ended, too.
            os.close(exit_channel)


def become_interpreter(request: ForkRequest, settings: Settings) -> None:
    channel, stdout, stderr, exit_channel, _, *others = request.fds
    namespaces, groups = others[: len(confine.NAMESPACES)], others[len(confine.NAMESPACES) :]
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for fd in groups:
        os.write(fd, b"0")  # Memory that is touched from now on counts for the sandbox.
    confine.join(namespaces)
    os.setpgid(0, 0)
    # What a Python has from the start does not count for it. Only this first message from it can be trusted.
    os.write(exit_channel, json.dumps({"pid": os.getpid(), "base": usage.base()}).encode())
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(stdout, 1)
    os.dup2(stderr, 2)
    os.dup2(channel, 3, inheritable=False)
    os.closerange(4, 1 << 16)
    os.nice(10)
    confine.write_file("/proc/self/oom_score_adj", "1000")
    limits = settings["limits"]
    data_bytes = usage.data_bytes(limits, counted=bool(groups))
    confine.confine(limits, settings["filter"], request.user, settings["level"] == "full", data_bytes)
    run_interpreter(socket.socket(fileno=3), settings)


def run_interpreter(channel: socket.socket, settings: Settings) -> None:
    """Confined already. State of libraries that all forks would share is renewed."""
    hide(settings["own_modules"])
    tempfile.tempdir = None
    random.seed()
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random:
        numpy_random.seed()
    gc.enable()
    interpreter.serve(channel, {})
