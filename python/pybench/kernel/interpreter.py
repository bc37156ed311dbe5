"""An interpreter: reads cells from Node on a socket, runs them, and sends what they show."""

import json
import os
import resource
import socket
import sys
import threading
from typing import Any, NoReturn

from .cell import Cells
from .display import Displays
from .failure import Output
from .raw import RawOutput
from .streams import OutputStreams


class Channel:
    """One JSON message per line. Threads of the agent's code may print while a cell ends: a lock keeps lines whole."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection
        self._lines = connection.makefile("r", encoding="utf-8", newline="\n")
        self._lock = threading.Lock()
        self.cell = 0
        self.synced = 0
        self._held = b""

    def receive(self, kind: str = "cell") -> dict[str, Any] | None:
        """The next message of a kind. Other messages are late answers to an interrupted request; they are dropped."""
        while line := self._lines.readline():
            message = json.loads(line)
            if kind in message:
                return message
        return None

    def send(self, **message: Any) -> None:
        data = (json.dumps(message) + "\n").encode("ascii")
        with self._lock:
            held, self._held = self._held, b""
            self._socket.sendall(held + data)

    def output(self, output: Output) -> None:
        message = {"kind": "output", "cell": self.cell, "output": output}
        if output["type"] != "result":
            self.send(**message)
            return
        # The end of the cell follows immediately: both are sent together.
        with self._lock:
            self._held += (json.dumps(message) + "\n").encode("ascii")

    def sync(self) -> None:
        """Waits until Node has read all that was written so far, here and on the raw descriptors."""
        self.synced += 1
        self.send(kind="sync", number=self.synced)
        while (answer := self.receive("synced")) and answer["synced"] != self.synced:
            pass


def serve(connection: socket.socket, packages: dict[str, str]) -> NoReturn:
    """Runs cells until Node closes the connection."""
    channel = Channel(connection)
    streams = OutputStreams(channel)
    cells = Cells(Displays(channel.output, streams.flush))
    raw = RawOutput()
    channel.send(kind="ready", version=sys.version.split()[0], packages=packages)
    while True:
        message = channel.receive()
        if message is None:
            os._exit(0)
        channel.cell = message["cell"]
        started = cpu_seconds()
        error = cells.run(message["code"])
        streams.flush()
        if error:
            channel.output(error)
        streams.repair()
        channel.send(
            kind="end",
            cell=message["cell"],
            status="error" if error else "ok",
            raw=raw.happened(),
            cpuMs=round((cpu_seconds() - started) * 1000, 3),
            memoryBytes=memory_bytes(),
        )


def cpu_seconds() -> float:
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def memory_bytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
