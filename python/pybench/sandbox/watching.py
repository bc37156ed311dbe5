"""Watches a sandbox's limits: the time of a cell, CPU time of what runs on between cells, and memory at all times."""

import os
import time

from . import confine, usage

# How often we look: while a cell runs (with a control group a look costs little), and when all is quiet.
TICK, GROUP_TICK, QUIET_TICK = 0.1, 0.025, 2.0
QUIET = 0.02  # of a core
OVERRUN = 0.1  # of a cell's CPU time: what it may use after its limit, to end by the interrupt


class Watch:
    def __init__(self, limits, group):
        self._limits, self._group = limits, group
        self._ledger = None if group else usage.CpuLedger()
        self._memory = None if group else usage.MemoryLook()
        self._short = GROUP_TICK if group else TICK
        self.end()
        self._last = (time.monotonic(), self._cpu_seconds())

    def begin(self, cell):
        """A cell begins: `cell` has its cpuSeconds and wallSeconds."""
        cpu, now = self._cpu_seconds(), time.monotonic()
        self._cell = {**cell, "cpu": cpu + cell["cpuSeconds"], "wall": now + cell["wallSeconds"]}
        self._last, self.tick = (now, cpu), self._short

    def end(self):
        """What runs on may use as much CPU time until the next cell as a cell may."""
        self._leave(self._limits["cellCpuSeconds"])

    def _leave(self, seconds):
        # The CPU clock is read at the next look: the end of a cell need not wait for it.
        self._cell, self._spare_seconds, self._allowance, self.tick = None, seconds, None, self._short

    def forgive(self):
        """A Python has ended, and with it all that it started: what they used is not counted against the next one."""
        self.end()
        if self._ledger:
            self._ledger.forgive()

    def due(self):
        return time.monotonic() - self._last[0] >= self.tick

    def time_passed(self):
        """Why the cell must end, said once. None while it may go on."""
        cell, cpu, now = self._cell, self._cpu_seconds(), time.monotonic()
        reason = None
        if cell and cpu > cell["cpu"]:
            reason = f"the cell used more than {cell['cpuSeconds']} s of CPU time"
        elif cell and now > cell["wall"]:
            reason = f"the cell ran for more than {cell['wallSeconds']} s"
        if reason:
            self._leave(OVERRUN * cell["cpuSeconds"])
        self._pace(now, cpu)
        return reason

    def excess(self, base):
        """Why everything in the sandbox must end; None where it need not."""
        limit = self._limits["memoryBytes"]
        used = self._group.memory_bytes(limit, named_bytes) if self._group else self._memory.used_bytes(base, limit)
        if used > limit:
            return f"out of memory: more than {limit >> 20} MiB in use"
        if not self._cell and self._last[1] > self._allowance:
            return f"what ran on after the cell used more than {self._spare_seconds:g} s of CPU time"
        return None

    def _pace(self, now, cpu):
        """Often while a cell runs, or while there is more than the Python, which could take much memory between two looks; where
        all is quiet, less and less often."""
        then, before = self._last
        if self._allowance is None:
            self._allowance = cpu + self._spare_seconds
        watched = self._cell or (self._group.tasks() if self._group else self._ledger.processes) > 1
        quiet = not watched and cpu - before < QUIET * (now - then)
        self.tick = min(2 * self.tick, QUIET_TICK) if quiet else self._short
        self._last = (now, cpu)

    def _cpu_seconds(self):
        return self._group.cpu_seconds() if self._group else self._ledger.seconds()


def named_bytes():
    """What lies in the sandbox's own file systems."""
    total = 0
    for place in confine.WRITABLE:
        state = os.statvfs(place)
        total += (state.f_blocks - state.f_bfree) * state.f_frsize
    return total
