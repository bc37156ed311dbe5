"""What a sandbox uses, on machines without control groups: CPU time and memory of every process in it, read from its own /proc.
Kernel memory that no process shows is estimated by its upper bound."""

import os
import resource
import signal
import time
from collections.abc import Iterable, Iterator
from typing import TypedDict

from .confine import Limits

_TICKS = os.sysconf("SC_CLK_TCK")
_CORES = os.cpu_count() or 1
_PAUSE, _SHARE = 0.5, 10  # between two exact measurements of memory: in seconds, and as a multiple of what one takes
_SOCKET_BYTES = 2 * 212_992  # the most that one socket's buffers hold: twice the usual net.core.wmem_max
_USUAL_DESCRIPTORS, _PIPE_BYTES = 256, 65_536

# A process: its id, and when it was started.
_Process = tuple[str, bytes]


class Base(TypedDict):
    """What a Python has from the start, pages that it still shares with the warm process included."""

    resident: int
    mapped: int


class CpuLedger:
    """CPU time of all processes of the sandbox, living and ended. The time of a child that its parent does not wait for is lost
    to the kernel's counters: what was last seen of it is kept. Where that has happened, or where a process ignores the end of
    its children, every core counts as used while processes end."""

    def __init__(self) -> None:
        self._last: dict[_Process, tuple[float, float]] = {}
        self._reaped, self._lost = 0.0, 0.0
        self._pending, self._surplus = 0.0, 0.0
        self._unreaped, self._newest, self._looked, self._total = False, _newest_process(), time.monotonic(), 0.0

    def seconds(self) -> float:
        times = list(_times())
        now = {process: used for process, used, _ in times}
        self._unreaped = self._unreaped or any(ignoring for *_, ignoring in times)
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        reaped = usage.ru_utime + usage.ru_stime
        self._settle(now, reaped)
        total = self._lost + self._pending + reaped + sum(own + waited for own, waited in now.values())
        newest, looked = _newest_process(), time.monotonic()
        unseen = newest - self._newest > len(now.keys() - self._last.keys())
        if self._unreaped and (unseen or self._last.keys() - now.keys()):
            missing = max(0, self._total + (looked - self._looked) * _CORES - total)
            self._lost += missing
            total += missing
        self._last, self._reaped, self._newest, self._looked, self._total = now, reaped, newest, looked, total
        return total

    @property
    def processes(self) -> int:
        """The number of processes at the last measurement."""
        return len(self._last)

    def _settle(self, now: dict[_Process, tuple[float, float]], reaped: float) -> None:
        """A process that has ended since the last measurement should have passed its time to a parent. Parent and child are not
        read at the same moment: time that is missing now may have come with the last measurement, or may come with the next."""
        vanished = sum(own + waited for key, (own, waited) in self._last.items() if key not in now)
        left = reaped - self._reaped
        left += sum(waited - self._last.get(key, (0, 0))[1] for key, (_, waited) in now.items())
        surplus = max(0, left - vanished)
        missing = max(0, self._pending - surplus)
        self._lost += missing
        self._unreaped = self._unreaped or missing > 2 / _TICKS
        self._pending = max(0, vanished - left - self._surplus)
        self._surplus = surplus

    def forgive(self) -> None:
        """A Python that has ended with all that it started is not a child whose time was lost."""
        self.seconds()
        self.seconds()
        self._unreaped = False


class MemoryMeter:
    def __init__(self) -> None:
        self._exact, self._ended, self._cost = 0, 0.0, 0.0

    def used_bytes(self, base: Base, limit: int) -> int:
        """What the sandbox uses beyond the warm process's share. A cheap sum, which is rather too high; the exact one where the
        cheap one passes the limit, and now and then, for what the cheap one does not count."""
        pids = list(_others())
        states = [state for state in map(_status, pids) if state]
        kernel = sum(each["VmPTE"] + _pipe_bytes(each["FDSize"]) for each in states) + _socket_bytes()
        cheap = kernel + max(0, sum(each["RssAnon"] + each["RssShmem"] for each in states) - base["resident"])
        mapped = sum(max(0, each["VmSize"] - base["mapped"]) for each in states)
        urgent = cheap > limit or mapped > limit
        started = time.monotonic()
        if started >= self._ended + (self._cost if urgent else max(_PAUSE, _SHARE * self._cost)):
            self._exact = kernel + _exact_bytes(pids)
            self._ended = time.monotonic()
            self._cost = self._ended - started
            return self._exact
        return self._exact if cheap > limit else cheap


def base() -> Base:
    """Measured by a Python of itself, before it runs a cell."""
    state = _status("self") or {"RssAnon": 0, "RssShmem": 0, "VmSize": 0}
    return {"resident": state["RssAnon"] + state["RssShmem"], "mapped": state["VmSize"]}


def data_bytes(limits: Limits, counted: bool) -> int:
    """The most private memory that a process may map. Where a control group counts, pages that are mapped and never touched are
    free; without one, a process could touch them all between two measurements."""
    most = limits["memoryBytes"]
    return 2 * most if counted else _fields("/proc/self/status", (b"VmData",)).get("VmData", 0) + most * 5 // 4


def _exact_bytes(pids: Iterable[str]) -> int:
    """Pages by the share that each process has in them; and shared memory by its size, because its pages remain when no process
    maps them at the moment."""
    anonymous, shared = 0, 0
    hidden: dict[bytes, int] = {}
    for pid in pids:
        rollup = _fields(f"/proc/{pid}/smaps_rollup", (b"Pss_Anon", b"Pss_Shmem"))
        anonymous += rollup.get("Pss_Anon", 0)
        shared += rollup.get("Pss_Shmem", 0)
        try:
            with open(f"/proc/{pid}/maps", "rb") as file:
                lines = [line for line in file if b"/dev/zero" in line]
        except OSError:
            continue
        for line in lines:
            place, _, offset, _, inode, *_ = line.split()
            start, end = (int(each, 16) for each in place.split(b"-"))
            hidden[inode] = max(hidden.get(inode, 0), int(offset, 16) + end - start)
    return anonymous + max(shared, sum(hidden.values()))


def _times() -> Iterator[tuple[_Process, tuple[float, float], bool]]:
    """Of each process: its own time and that of children it waited for; and whether it ignores the end of its children."""
    for pid in _others():
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            user, system, user_waited, system_waited = (int(each) / _TICKS for each in fields[11:15])
            ignores_children = bool(int(fields[30]) >> (signal.SIGCHLD - 1) & 1)
            yield (pid, fields[19]), (user + system, user_waited + system_waited), ignores_children
        except (OSError, ValueError, IndexError):
            continue  # It has just ended.


def _newest_process() -> int:
    """The id of the process or thread that was made last in this namespace."""
    with open("/proc/loadavg", "rb") as file:
        return int(file.read().split()[-1])


def _status(pid: str) -> dict[str, int] | None:
    fields = _fields(f"/proc/{pid}/status", (b"VmSize", b"RssAnon", b"RssShmem", b"VmPTE", b"FDSize"))
    if "VmSize" not in fields:
        return None
    return {**fields, "FDSize": fields["FDSize"] // 1024}


def _fields(path: str, wanted: tuple[bytes, ...]) -> dict[str, int]:
    try:
        with open(path, "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return {}  # It has just ended.
    found = (line.split() for line in lines if line.startswith(wanted))
    return {name[:-1].decode(): int(value) * 1024 for name, value, *_ in found}


def _pipe_bytes(descriptors: int) -> int:
    return descriptors // 2 * _PIPE_BYTES if descriptors > _USUAL_DESCRIPTORS else 0


def _socket_bytes() -> int:
    try:
        with open("/proc/net/sockstat", "rb") as file:
            return int(file.readline().split()[2]) * _SOCKET_BYTES
    except (OSError, ValueError, IndexError):
        return 0


def _others() -> Iterator[str]:
    """The processes of the sandbox but its supervisor."""
    return (entry for entry in os.listdir("/proc") if entry.isdigit() and entry != "1")
