"""Tells whether anything may have been written directly to descriptors 1 and 2: Node then waits for it."""

import fcntl
import os
import resource
from typing import Any


class RawOutput:
    def __init__(self) -> None:
        self._io: int | None = None
        try:
            fd = os.open("/proc/self/io", os.O_RDONLY)
            # A high number, because some cells close the first few descriptors.
            self._io = fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 64)
            os.close(fd)
        except OSError:
            pass  # This system has no /proc.
        self._last = self._state()

    def happened(self) -> bool:
        """Since the last call: a write of this process, also to files, or a child that has ended or is alive."""
        before, self._last = self._last, self._state()
        return self._last is None or self._last != before or has_children()

    def _state(self) -> Any:
        if self._io is None:
            return None
        try:
            written = os.pread(self._io, 512, 0).split(b"\n")[1:4:2]  # wchar and syscw
        except OSError:
            return None
        return written, resource.getrusage(resource.RUSAGE_CHILDREN)


def has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return True
    except ChildProcessError:
        return False
