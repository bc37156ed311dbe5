"""Process 1 of a sandbox: trusted, never runs the agent's code, never parses what it says. It keeps the files, starts
Pythons, watches their time and memory, and ends everything when the harness hangs up."""

import json
import os
import re
import resource
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
    def __init__(self, control, dial, run_interpreter, settings):
        self._control, self._dial, self._run_interpreter = control, dial, run_interpreter
        self._limits, self._filter, self._user = settings["limits"], settings["filter"], settings.get("user")
        self._poll = select.poll()
        self._pid, self._generation, self._reason = 0, 0, None
        self._pipes = {}
        self._raw = 0
        self._watch = None
        self._base = 0

    def serve(self):
        """Never returns: the process ends with the connection."""
        wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        confine.make_surroundings(self._limits)
        if self._user is not None:
            confine.give_away(self._user)
        frames = Frames()
        control = self._control.fileno()
        self._poll.register(control, select.POLLIN)
        self._poll.register(wake, select.POLLIN)
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
                elif fd == wake:
                    os.read(wake, 4096)
                    self._reap()
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
        pipes = {name: os.pipe2(os.O_CLOEXEC) for name in ("stdout", "stderr")}
        pid = os.fork()
        if pid == 0:
            try:
                self._become_interpreter(channel, pipes)
            finally:
                os._exit(70)
        channel.close()
        for name, (reader, writer) in pipes.items():
            os.close(writer)
            os.set_blocking(reader, False)
            self._pipes[reader] = name
            self._poll.register(reader, select.POLLIN)
        self._pid = pid
        self._base = usage.resident_bytes(pid)

    def _become_interpreter(self, channel, pipes):
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setpgid(0, 0)
        null = os.open("/dev/null", os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(pipes["stdout"][1], 1)
        os.dup2(pipes["stderr"][1], 2)
        os.dup2(channel.fileno(), 3, inheritable=False)
        channel.detach()
        os.closerange(4, 1024)
        os.nice(10)
        confine.write_file("/proc/self/oom_score_adj", "1000")
        confine.fetter(self._limits, self._filter, self._user)
        self._run_interpreter(socket.socket(fileno=3))

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
                break
            if not self._reap(wait=True):
                break

    def _reap(self, wait=False):
        """Buries the dead. Says whether there was anybody."""
        any_dead = False
        while True:
            try:
                pid, status = os.waitpid(-1, 0 if wait else os.WNOHANG)
            except ChildProcessError:
                return any_dead
            if pid == 0:
                return any_dead
            any_dead = True
            if pid == self._pid:
                self._report_exit(status)

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
