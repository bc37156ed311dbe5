"""Process 1 of a sandbox: trusted, never runs the agent's code, never parses what it says. It keeps the files, orders
Pythons of the warm process, watches their time and memory, and ends everything when the harness hangs up."""

import json
import os
import re
import select
import signal
import socket
import stat
import time

import confine
import usage
from wire import Frames, encode

TICK, IDLE_TICK = 0.1, 5.0
CHUNK = 1 << 16
MAX_DEPTH = 16
MAX_FIGURES = 1000


class Supervisor:
    def __init__(self, control, dial, desk, limits, user):
        self._control, self._dial, self._desk = control, dial, desk
        self._limits, self._user = limits, user
        self._poll = select.poll()
        self._wake = None
        self._life = None  # from the order of a Python to its end; the warm process says on it what becomes of it
        self._pid, self._generation, self._reason = 0, 0, None
        self._pipes = {}
        self._raw = 0
        self._watch = None
        self._base = 0

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
        checked = time.monotonic()
        while True:
            for fd, _ in self._poll.poll((TICK if self._watch else IDLE_TICK) * 1000):
                if fd == control:
                    data = self._control.recv(1 << 18)
                    if not data:
                        os._exit(0)
                    for message, blob in frames.feed(data):
                        self._obey(message, blob)
                elif fd == self._wake:
                    self._reap()
                elif self._life and fd == self._life.fileno():
                    self._hear()
                else:
                    self._forward(fd)
            if time.monotonic() - checked >= TICK:
                checked = time.monotonic()
                self._check()

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
            self._watch = {
                "cpu": usage.cpu_seconds() + message["cpuSeconds"],
                "wall": time.monotonic() + message["wallSeconds"],
                **message,
            }
        elif kind == "unwatch":
            self._watch = None
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
        socket.send_fds(self._desk, [json.dumps({"user": self._user}).encode()], fds)
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
        for fd in list(self._pipes):
            self._forward(fd, last=True)
        code = os.waitstatus_to_exitcode(status)
        how = f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        self._pid = 0
        self._send({"op": "exit", "generation": self._generation, "how": self._reason or how})

    # limits

    def _check(self):
        if not self._pid:
            return
        used = usage.memory_bytes(self._base, self._limits["memoryBytes"])
        if used > self._limits["memoryBytes"]:
            self._kill(f"out of memory: more than {self._limits['memoryBytes'] >> 20} MiB in use")
            return
        watch = self._watch
        if not watch:
            return
        reason = None
        if usage.cpu_seconds() > watch["cpu"]:
            reason = f"the cell used more than {watch['cpuSeconds']} s of CPU time"
        elif time.monotonic() > watch["wall"]:
            reason = f"the cell ran for more than {watch['wallSeconds']} s"
        if reason:
            self._watch = None
            self._send({"op": "exceeded", "reason": reason})

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
                if self._raw > self._limits["rawBytes"] and not last:
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
        """Nobody is alive who could change a file under our hands; links are not followed all the same."""
        left, room = [], {"files": self._limits["outputFiles"], "bytes": self._limits["outputBytes"]}

        def visit(path, depth):
            state = os.lstat(path)
            if stat.S_ISDIR(state.st_mode):
                if depth > MAX_DEPTH:
                    return left.append({"path": path, "reason": "nested too deeply"})
                os.chmod(path, 0o700)
                for name in sorted(os.listdir(path)):
                    try:
                        name.encode("utf-8")
                    except UnicodeEncodeError:
                        left.append({"path": path, "reason": "a file name that is not Unicode"})
                        continue
                    visit(f"{path}/{name}", depth + 1)
            elif not stat.S_ISREG(state.st_mode):
                left.append({"path": path, "reason": "not a regular file"})
            elif room["files"] <= 0:
                left.append({"path": path, "reason": f"more than {self._limits['outputFiles']} files"})
            elif state.st_size > room["bytes"]:
                left.append({"path": path, "reason": f"more than {self._limits['outputBytes']} bytes in all"})
            else:
                os.chmod(path, 0o600)
                with open(path, "rb") as file:
                    self._send({"op": "file", "path": path}, file.read(state.st_size))
                room["files"] -= 1
                room["bytes"] -= state.st_size

        try:
            visit("output", 0)
        except OSError as error:
            left.append({"path": "output", "reason": error.strerror or "cannot be read"})
        self._send_figures()
        self._send({"op": "collected", "left": left[:1000]})

    def _send_figures(self):
        """The records of figure capture. A claim like all else that the agent's user can write; bounded by its mount."""
        for name in sorted(os.listdir(confine.FIGURES))[:MAX_FIGURES]:
            path = f"{confine.FIGURES}/{name}"
            try:
                if re.fullmatch(r"[0-9a-f]{64}\.json", name) and stat.S_ISREG(os.lstat(path).st_mode):
                    os.chmod(path, 0o600)
                    with open(path, "rb") as file:
                        self._send({"op": "figure", "path": name}, file.read(self._limits["figureBytes"]))
            except OSError:
                pass

    def _send(self, message, blob=b""):
        try:
            self._control.sendall(encode(message, blob))
        except OSError:
            os._exit(0)
