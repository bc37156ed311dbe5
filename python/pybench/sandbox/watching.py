"""Watches a sandbox's limits: the time of a cell, CPU time of what runs on between cells, and memory at all times."""

import os
import time
from typing import NamedTuple

from . import confine, usage
from .cgroup import Group
from .confine import Limits
from .usage import Base

# Seconds between two measurements: while a cell runs (with a control group one is cheap), and at most while nothing runs.
TICK, GROUP_TICK, QUIET_TICK = 0.1, 0.025, 2.0
QUIET = 0.02  # of a core: less than this counts as nothing
OVERRUN = 0.1  # of a cell's CPU time: what it may use after its limit, to end by the interrupt


class Cell(NamedTuple):
    """A running cell: its limits, and the values of the clocks at which it exceeds them."""

    cpu_seconds: float
    wall_seconds: float
    cpu_end: float
    wall_end: float


class Counters:
    """Measures by the control group, or by /proc where there is none."""

    def __init__(self, limits: Limits, group: Group | None) -> None:
        self._limit, self._group = limits["memoryBytes"], group
        self._ledger = usage.CpuLedger()
        self._memory = usage.MemoryMeter()

    @property
    def tick(self) -> float:
        return GROUP_TICK if self._group else TICK

    def cpu_seconds(self) -> float:
        return self._group.cpu_seconds() if self._group else self._ledger.seconds()

    def memory_bytes(self, base: Base) -> int:
        if self._group:
            return self._group.memory_bytes(self._limit, named_bytes)
        return self._memory.used_bytes(base, self._limit)

    def processes(self) -> int:
        return self._group.tasks() if self._group else self._ledger.processes

    def forgive(self) -> None:
        if not self._group:
            self._ledger.forgive()


class Watch:
    def __init__(self, limits: Limits, group: Group | None) -> None:
        self._limits = limits
        self._counters = Counters(limits, group)
        self._cell: Cell | None = None
        self._spare_seconds = 0.0
        self._allowance: float | None = None  # the CPU clock at which what runs on after a cell must end
        self.tick = self._counters.tick
        self.end()
        self._last = (time.monotonic(), self._counters.cpu_seconds())

    def begin(self, cpu_seconds: float, wall_seconds: float) -> None:
        """A cell begins."""
        cpu, now = self._counters.cpu_seconds(), time.monotonic()
        self._cell = Cell(cpu_seconds, wall_seconds, cpu + cpu_seconds, now + wall_seconds)
        self._last, self.tick = (now, cpu), self._counters.tick

    def end(self) -> None:
        """A cell has ended. Until the next one, what it left running may use as much CPU time as a cell may."""
        self._leave(self._limits["cellCpuSeconds"])

    def _leave(self, seconds: float) -> None:
        # The CPU clock is read at the next measurement, so that the end of a cell takes no time.
        self._cell, self._spare_seconds, self._allowance, self.tick = None, seconds, None, self._counters.tick

    def forgive(self) -> None:
        """A Python has ended, and with it all that it started: what they used is not counted against the next one."""
        self.end()
        self._counters.forgive()

    def due(self) -> bool:
        return time.monotonic() - self._last[0] >= self.tick

    def time_passed(self) -> str | None:
        """Why the cell must end, returned once. None while it may go on."""
        cell, cpu, now = self._cell, self._counters.cpu_seconds(), time.monotonic()
        reason = None
        if cell and cpu > cell.cpu_end:
            reason = f"the cell used more than {cell.cpu_seconds} s of CPU time"
        elif cell and now > cell.wall_end:
            reason = f"the cell ran for more than {cell.wall_seconds} s"
        if cell and reason:
            self._leave(OVERRUN * cell.cpu_seconds)
        self._pace(now, cpu)
        return reason

    def excess(self, base: Base) -> str | None:
        """Why everything in the sandbox must end; None where it need not."""
        limit = self._limits["memoryBytes"]
        if self._counters.memory_bytes(base) > limit:
            return f"out of memory: more than {limit >> 20} MiB in use"
        if not self._cell and self._allowance is not None and self._last[1] > self._allowance:
            return f"what ran on after the cell used more than {self._spare_seconds:g} s of CPU time"
        return None

    def _pace(self, now: float, cpu: float) -> None:
        """Measures often while a cell runs, or while there are more processes than the Python, which could take much memory
        between two measurements; less and less often while nothing runs."""
        then, before = self._last
        if self._allowance is None:
            self._allowance = cpu + self._spare_seconds
        watched = self._cell or self._counters.processes() > 1
        quiet = not watched and cpu - before < QUIET * (now - then)
        self.tick = min(2 * self.tick, QUIET_TICK) if quiet else self._counters.tick
        self._last = (now, cpu)


def named_bytes() -> int:
    """What the sandbox's own file systems hold."""
    total = 0
    for place in confine.WRITABLE:
        state = os.statvfs(place)
        total += (state.f_blocks - state.f_bfree) * state.f_frsize
    return total
