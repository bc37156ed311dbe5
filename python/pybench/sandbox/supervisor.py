"""Process 1 of a sandbox: trusted, never runs the agent's code, never parses what it says. It keeps the files, orders
Pythons of the warm process, watches their time and memory, and ends everything when the harness hangs up."""

import json
import os
import select
import signal
import socket
import traceback

from . import collecting, confine
from .watching import Watch
from .wire import Frames, encode, header

CHUNK = 1 << 16


class Supervisor:
    def __init__(self, control, dial, warm, limits, user, group, modules):
        """`warm` is where the warm process takes fork requests; `user` is the id that the Pythons get, or None; `group` is
        their control group, or None; `modules` are those that must be imported before a Python is forked."""
        self._control, self._dial, self._warm = control, dial, warm
        self._limits, self._user, self._group, self._modules = limits, user, group, modules
        self._poll = select.poll()
        self._wake = None
        self._life = None  # from the order of a Python to its end; the warm process says on it what becomes of it
        self._pid, self._generation, self._reason = 0, 0, None
        self._pipes = {}
        self._raw = 0
        self._watch, self._base = None, None

    def serve(self):
        """Never returns: the process ends with the connection."""
        self._wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        confine.make_surroundings(self._limits)
        if self._user is not None:
            confine.give_away(self._user)
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
                            self._obey(message, blob)
                    else:
                        self._attend(fd)
                if self._watch.due():
                    self._check()
            except Exception:
                # Whatever the agent's code has found to upset us costs it its Python, and nothing more.
                traceback.print_exc()
                self._kill("the sandbox could not go on with it")

    def _attend(self, fd):
        if fd == self._wake:
            self._reap()
        elif self._life and fd == self._life.fileno():
            self._hear()
        else:
            self._forward(fd)

    def _obey(self, message, blob):
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
            self._watch.begin(message)
        elif kind == "unwatch":
            self._watch.end()
        elif kind == "drain":
            # One read each: a pipe holds no more than that, so this is all that was there when Node asked.
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

    def _start(self):
        self._generation += 1
        self._reason = None
        channel = self._dial({"role": "channel", "generation": self._generation})
        self._life, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._life.setblocking(False)
        self._poll.register(self._life, select.POLLIN)
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

    def _hear(self):
        try:
            word = self._life.recv(256)
        except BlockingIOError:
            return
        if not word:
            os._exit(0)  # The warm process has died, or the machine has no room for another Python.
        news = json.loads(word)
        if "pid" in news:
            self._pid, self._base = news["pid"], news["base"]
        else:
            self._poll.unregister(self._life)
            self._life.close()
            self._life = None
            self._report_exit(news["status"])

    def _interrupt(self):
        if self._pid:
            try:
                os.killpg(self._pid, signal.SIGINT)
            except ProcessLookupError:
                pass

    def _kill(self, reason=None):
        """Everything in the sandbox but us."""
        self._reason = self._reason or reason
        while True:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                # A Python that was ordered may be on its way.
                if not self._life:
                    return
            ready, _, _ = select.select([self._wake, *([self._life] if self._life else [])], [], [], 0.01)
            if self._life in ready:
                self._hear()
            self._reap()

    def _reap(self):
        """Buries orphans, which come to us."""
        try:
            os.read(self._wake, 4096)
        except BlockingIOError:
            pass
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            pass

    def _report_exit(self, status):
        """A Python takes along all that it started: its children count for it, and the next one begins from nothing."""
        self._pid = 0
        self._kill()
        self._watch.forgive()
        for fd in list(self._pipes):
            self._forward(fd, last=True)
        code = os.waitstatus_to_exitcode(status)
        how = f"killed by {signal_name(-code)}" if code < 0 else f"exit code {code}"
        self._send({"op": "exit", "generation": self._generation, "how": self._reason or how})

    # limits

    def _check(self):
        reason = self._watch.time_passed()
        if not self._pid:
            return
        if reason:
            self._send({"op": "exceeded", "reason": reason})
        excess = self._watch.excess(self._base)
        if excess:
            self._kill(excess)

    def _forward(self, fd, last=False):
        """Hands on what was written to the raw descriptors; a flood ends the Python."""
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

    # files

    def _put(self, path, blob):
        parent = os.path.dirname(path)
        if parent:
            os.makedirs(parent, exist_ok=True)
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        with os.fdopen(fd, "wb") as file:
            file.write(blob)

    def _collect(self):
        """Everything has been ended: nothing changes under our hands."""
        collection = collecting.Collection(self._send_file, self._limits)
        try:
            collection.outputs()
            collection.figures()
        finally:  # Node waits for this word.
            self._send({"op": "collected", "left": collection.left})

    def _send_file(self, message, fd, size):
        """Straight from the file, so that we stay small."""
        try:
            self._control.sendall(header(message, size))
            while size > 0:
                sent = os.sendfile(self._control.fileno(), fd, None, size)
                if sent == 0:
                    os._exit(1)  # It was measured and nobody is alive: the frame can no longer be made good.
                size -= sent
        except OSError:
            os._exit(0)

    def _send(self, message, blob=b""):
        try:
            self._control.sendall(encode(message, blob))
        except OSError:
            os._exit(0)


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"  # most real-time signals have no name
