"""One interpreter: reads cells from the harness on file descriptor 3, runs them, and reports what they show."""

import ctypes
import json
import os
import resource
import socket
import sys
import threading

from cell import Cells
from display import Displays
from streams import OutputStreams


class Channel:
    """A JSON message a line. Threads of the agent's code may print while a cell ends: one lock keeps lines whole."""

    def __init__(self, fd):
        self._socket = socket.socket(fileno=fd)
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self._lock = threading.Lock()
        self.cell = 0

    def receive(self):
        line = self._lines.readline()
        return json.loads(line) if line else None

    def send(self, **message):
        data = (json.dumps(message) + "\n").encode("ascii")
        with self._lock:
            self._socket.sendall(data)

    def output(self, output):
        self.send(kind="output", cell=self.cell, output=output)


def leave_old_root():
    """Inside an image the host's files hang at /mnt until somebody lets go of them."""
    if os.environ.pop("PYBENCH_IN_IMAGE", None):
        ctypes.CDLL(None, use_errno=True).umount2(b"/mnt", 2)  # MNT_DETACH


def cpu_seconds():
    own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def memory_bytes():
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def installed_packages():
    from importlib.metadata import distributions

    found = {}
    for each in distributions():
        name = each.metadata["Name"]
        if name:
            found[name] = each.version or ""
    return found


def main():
    leave_old_root()
    # The harness's own modules stay out of reach of the agent's imports.
    sys.path.remove(os.path.dirname(os.path.abspath(__file__)))
    sys.path.insert(0, "")
    channel = Channel(3)
    os.set_inheritable(3, False)
    wants_packages = os.environ.pop("PYBENCH_LIST_PACKAGES", None)
    streams = OutputStreams(channel.output)
    displays = Displays(channel.output, streams.flush)
    cells = Cells(displays)
    channel.send(
        kind="ready",
        version=sys.version.split()[0],
        packages=installed_packages() if wants_packages else {},
    )
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
        streams.mark(message["mark"])
        channel.send(
            kind="end",
            cell=message["cell"],
            status="error" if error else "ok",
            cpuMs=round((cpu_seconds() - started) * 1000, 3),
            memoryBytes=memory_bytes(),
        )


if __name__ == "__main__":
    main()
