"""Process 1 of a sandbox. It is trusted: it never runs the agent's code and never parses what that code sends. It keeps the
files, requests Pythons from the warm process, watches their time and memory, and ends everything when Node closes the
connection."""

import json
import os
import select
import signal
import socket
import traceback
from collections.abc import Callable

from . import collecting, confine
from .cgroup import Group
from .confine import Limits
from .usage import Base
from .watching import Watch
from .wire import Frames, Message, encode, header

CHUNK = 1 << 16


class Supervisor:
    def __init__(
        self,
        control: socket.socket,
        connect: Callable[[Message], socket.socket],
        warm: socket.socket,
        limits: Limits,
        user: int | None,
        group: Group | None,
        modules: list[str],
    ) -> None:
        """`connect` opens a connection to Node; `warm` is where the warm process takes fork requests; `user` is the id that the
        Pythons get; `modules` are those that must be imported before a Python is forked."""
        self._control, self._connect, self._warm = control, connect, warm
        self._limits, self._user, self._group, self._modules = limits, user, group, modules
        self._poll = select.poll()
        self._wake, self._waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        # From the request of a Python to its end: the warm process reports on it how the Python began and how it ended.
        self._exit_channel: socket.socket | None = None
        self._pid, self._generation = 0, 0
        self._base: Base = {"resident": 0, "mapped": 0}
        self._reason: str | None = None  # why the Python was killed
        self._pipes: dict[int, str] = {}  # names of the raw streams by descriptor
        self._raw = 0  # bytes that a cell has written to them
        self._watch: Watch

    def serve(self) -> None:
        """Never returns: the process ends with the connection."""
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        confine.make_namespaces(self._limits)
        if self._user is not None:
            confine.change_owner(self._user)
        frames = Frames()
        control = self._control.fileno()
        self._poll.register(control, select.POLLIN)
        self._poll.register(self._wake, select.POLLIN)
        self._start()
        self._watch = Watch(self._limits, self._group)
        while True:
            try:
                for fd, _ in self._poll.poll(self._watch.tick * 1000):
                    if fd == control:
                        data = self._control.recv(1 << 18)
                        if not data:
                            os._exit(0)
                        for message, blob in frames.feed(data):
                            self._execute(message, blob)
                    else:
                        self._attend(fd)
                if self._watch.due():
                    self._check()
            except Exception:
                # If the agent's code can provoke an error here, it loses its Python and nothing more.
                traceback.print_exc()
                self._kill("the supervisor had an internal error")

    def _attend(self, fd: int) -> None:
        if fd == self._wake:
            self._reap()
        elif self._exit_channel and fd == self._exit_channel.fileno():
            self._read_exit(self._exit_channel)
        else:
            self._forward(fd)

    def _execute(self, message: Message, blob: bytes) -> None:
        kind = message["op"]
        if kind == "put":
            self._put(message["path"], blob)
        elif kind == "seal":
            confine.seal_data()
            self._send({"op": "sealed"})
        elif kind == "start":
            self._start()
        elif kind == "watch":
            self._raw = 0
            self._watch.begin(message["cpuSeconds"], message["wallSeconds"])
        elif kind == "unwatch":
            self._watch.end()
        elif kind == "drain":
            # One read each: a pipe holds no more than that, so this is all that it held when Node asked.
            for fd in list(self._pipes):
                self._forward(fd)
            self._send({"op": "drained"})
        elif kind == "interrupt":
            self._interrupt()
        elif kind == "kill":
            self._kill(message.get("reason"))
        elif kind == "collect":
            self._kill("its work was collected")
            self._collect()
        elif kind == "close":
            os._exit(0)

    # Pythons

    def _start(self) -> None:
        self._generation += 1
        self._reason = None
        channel = self._connect({"role": "channel", "generation": self._generation})
        self._exit_channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._exit_channel.setblocking(False)
        self._poll.register(self._exit_channel, select.POLLIN)
        writers = []
        for name in ("stdout", "stderr"):
            reader, writer = os.pipe2(os.O_CLOEXEC)
            os.set_blocking(reader, False)
            self._pipes[reader] = name
            self._poll.register(reader, select.POLLIN)
            writers.append(writer)
        fds = [channel.detach(), *writers, theirs.detach(), *confine.namespaces()]
        joins = self._group.joins() if self._group else []
        request = json.dumps({"user": self._user, "modules": self._modules})
        socket.send_fds(self._warm, [request.encode()], [*fds, *joins])
        for fd in fds:
            os.close(fd)

    def _read_exit(self, exit_channel: socket.socket) -> None:
        try:
            text = exit_channel.recv(256)
        except BlockingIOError:
            return
        if not text:
            os._exit(0)  # The warm process has ended, or the machine has no room for another Python.
        message = json.loads(text)
        if "pid" in message:
            self._pid, self._base = message["pid"], message["base"]
        else:
            self._poll.unregister(exit_channel)
            exit_channel.close()
            self._exit_channel = None
            self._report_exit(message["status"])

    def _interrupt(self) -> None:
        if self._pid:
            try:
                os.killpg(self._pid, signal.SIGINT)
            except ProcessLookupError:
                pass

    def _kill(self, reason: str | None = None) -> None:
        """Ends every process of the sandbox but this one."""
        self._reason = self._reason or reason
        while True:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                # A Python that was requested may not have been forked yet.
                if not self._exit_channel:
                    return
            exit_channel = self._exit_channel
            watched = [self._wake, exit_channel.fileno()] if exit_channel else [self._wake]
            ready, _, _ = select.select(watched, [], [], 0.01)
            if exit_channel and exit_channel.fileno() in ready:
                self._read_exit(exit_channel)
            self._reap()

    def _reap(self) -> None:
        """Waits for orphans, whose parent is process 1."""
        try:
            os.read(self._wake, 4096)
        except BlockingIOError:
            pass
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            pass

    def _report_exit(self, status: int) -> None:
        """A Python has ended. All that it started ends with it, so that the next one finds no process of it."""
        self._pid = 0
        self._kill()
        self._watch.forgive()
        for fd in list(self._pipes):
            self._forward(fd, last=True)
        code = os.waitstatus_to_exitcode(status)
        how = f"killed by {signal_name(-code)}" if code < 0 else f"exit code {code}"
        self._send({"op": "exit", "generation": self._generation, "how": self._reason or how})

    # Limits

    def _check(self) -> None:
        reason = self._watch.time_passed()
        if not self._pid:
            return
        if reason:
            self._send({"op": "exceeded", "reason": reason})
        excess = self._watch.excess(self._base)
        if excess:
            self._kill(excess)

    def _forward(self, fd: int, last: bool = False) -> None:
        """Sends Node what was written to a raw descriptor; too much output ends the Python."""
        name = self._pipes.get(fd)
        if name is None:
            return
        while True:
            try:
                data = os.read(fd, CHUNK)
            except BlockingIOError:
                data = None
            if data:
                self._raw += len(data)
                self._send({"op": "raw", "generation": self._generation, "name": name}, data)
                if self._raw > self._limits["rawBytes"]:
                    if last:
                        break
                    self._kill(f"more than {self._limits['rawBytes'] >> 20} MiB of output")
                    return
            if not data or not last:
                break
        if data == b"" or last:
            del self._pipes[fd]
            self._poll.unregister(fd)
            os.close(fd)

    # Files

    def _put(self, path: str, blob: bytes) -> None:
        parent = os.path.dirname(path)
        if parent:
            os.makedirs(parent, exist_ok=True)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        with os.fdopen(fd, "wb") as file:
            file.write(blob)

    def _collect(self) -> None:
        """All processes have ended, so that no file changes meanwhile."""
        collection = collecting.Collection(self._send_file, self._limits)
        try:
            collection.outputs()
            collection.figures()
        finally:  # Node waits for this message.
            self._send({"op": "collected", "left": collection.left})

    def _send_file(self, message: Message, fd: int, size: int) -> None:
        """Sent by the kernel directly from the file, which takes no memory here."""
        try:
            self._control.sendall(header(message, size))
            while size > 0:
                sent = os.sendfile(self._control.fileno(), fd, None, size)
                if sent == 0:
                    os._exit(1)  # The file is shorter than it was: the frame cannot be completed.
                size -= sent
        except OSError:
            os._exit(0)

    def _send(self, message: Message, blob: bytes = b"") -> None:
        try:
            self._control.sendall(encode(message, blob))
        except OSError:
            os._exit(0)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"  # most real-time signals have no name
