"""The zygote: forks a supervisor for each sandbox, and has one other child, the warm process, which forks their Pythons.

Descriptor 3 is the control connection to Node. Descriptor 4 is the folder of Node's listening socket: supervisors connect to it
through /proc/self/fd, so that no path of the host is mounted anywhere. The zygote stays small, because it is forked often, and
has one thread, because a fork of more is unsafe."""

import gc
import json
import os
import select
import signal
import socket
import traceback
from collections.abc import Iterator
from typing import Any

from . import entering
from .cgroup import Group, Groups
from .linux import CLONE_NEWPID, leave_old_root, setns, unshare
from .supervisor import Supervisor
from .wire import Frames, Message, encode

SOCKET_FOLDER = 4
FIRST_GROUP_FOLDER = 5

Settings = dict[str, Any]


def main() -> None:
    settings = json.loads(os.environ.pop("PYBENCH_ZYGOTE"))
    if os.environ.pop("PYBENCH_IN_IMAGE", None):
        leave_old_root()
    if settings.get("enter"):
        entering.enter(**settings["enter"], hide_groups=settings.get("groups", {}).get("version") != 2)
    control = socket.socket(fileno=3)
    os.set_inheritable(3, False)
    os.set_inheritable(SOCKET_FOLDER, False)
    groups = open_groups(settings)
    requests, warm = start_warm(control, settings, groups)
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    gc.freeze()
    Zygote(control, requests, settings, own_namespace, groups).serve(warm)


def open_groups(settings: Settings) -> Groups | None:
    """Control groups, where Node has passed their folders and they work."""
    passed = settings.get("groups")
    if not passed:
        return None
    folders = [FIRST_GROUP_FOLDER + place for place in range(passed["folders"])]
    for folder in folders:
        os.set_inheritable(folder, False)
    groups = Groups(passed["version"], folders, settings["limits"])
    return groups if groups.prove() else None


def start_warm(control: socket.socket, settings: Settings, groups: Groups | None) -> tuple[socket.socket, int]:
    """The warm process tells Node itself when it is up. The modules are imported there and not here."""
    requests, received = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        try:
            requests.close()
            for fd in (SOCKET_FOLDER, *(groups.folders if groups else [])):
                os.close(fd)
            from . import warm

            warm.main(control, received, settings)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(71)
    received.close()
    return requests, pid


class Zygote:
    def __init__(
        self,
        control: socket.socket,
        requests: socket.socket,
        settings: Settings,
        own_namespace: int,
        groups: Groups | None,
    ) -> None:
        """`requests` goes to the warm process."""
        self._control, self._requests, self._settings = control, requests, settings
        self._own_namespace, self._groups = own_namespace, groups
        self._children: dict[int, tuple[str, str | None]] = {}  # by process: the sandbox's id and its control group
        self._first = int.from_bytes(os.urandom(4), "big")  # zygotes of one machine begin at different user ids

    def serve(self, warm: int) -> None:
        wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        poll = select.poll()
        poll.register(3, select.POLLIN)
        poll.register(wake, select.POLLIN)
        frames = Frames()
        while True:
            for fd, _ in poll.poll():
                if fd == wake:
                    os.read(wake, 4096)
                    self._reap(warm)
                    continue
                data = self._control.recv(1 << 16)
                if not data:
                    os._exit(0)  # Node has ended. This is process 1 of the namespace: everything in it ends, too.
                for message, _ in frames.feed(data):
                    self._execute(message)

    def _execute(self, message: Message) -> None:
        if message["op"] == "spawn":
            group = self._groups.take() if self._groups else None
            self._children[self._fork(message, group)] = (message["id"], group)
            if self._groups:
                self._groups.make_ahead()
        elif message["op"] == "kill":
            for pid in [pid for pid, (name, _) in self._children.items() if name == message["id"]]:
                os.kill(pid, signal.SIGKILL)

    def _reap(self, warm: int) -> None:
        for pid in ended_children():
            if pid == warm:
                os._exit(1)
            if pid in self._children:
                name, group = self._children.pop(pid)
                self._control.sendall(encode({"op": "gone", "id": name}))
                if self._groups and group:
                    self._groups.drop(group)

    def _fork(self, request: Message, group: str | None) -> int:
        """Makes a supervisor, as process 1 of a process namespace of its own."""
        unshare(CLONE_NEWPID)
        pid = os.fork()
        if pid == 0:
            try:
                self._supervise(request, group)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(71)
        setns(self._own_namespace, CLONE_NEWPID)  # otherwise the next unshare is refused
        return pid

    def _supervise(self, request: Message, group: str | None) -> None:
        self._control.close()

        def connect(role: Message) -> socket.socket:
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(f"/proc/self/fd/{SOCKET_FOLDER}/s")
            hello = {"id": request["id"], "token": request["token"], **role}
            connection.sendall((json.dumps(hello) + "\n").encode())
            return connection

        users = self._settings.get("users")
        user = users["first"] + (self._first + request["number"]) % users["count"] if users else None
        opened = Group(self._groups, group) if self._groups and group else None
        control, limits = connect({"role": "control"}), self._settings["limits"]
        Supervisor(control, connect, self._requests, limits, user, opened, request["modules"]).serve()


def ended_children() -> Iterator[int]:
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid
