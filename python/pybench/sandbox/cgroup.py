"""Control groups, where the machine allows them: one for each sandbox, in which the kernel counts memory of every kind, processes
and CPU time. Node has made a folder in each hierarchy and passes them to the zygote as open descriptors.

Version 1 has a hierarchy for each controller: memory, pids, cpuacct, in this order; version 2 has one for all."""

import os
from collections.abc import Callable

from .confine import Limits

_RD, _WR = os.O_RDONLY | os.O_CLOEXEC, os.O_WRONLY | os.O_CLOEXEC

# The file in which a process adds itself. `tasks` moves one thread and takes no lock of the whole machine, which
# `cgroup.procs` does; version 2 has only the latter.
_JOIN = {1: "tasks", 2: "cgroup.procs"}


class Groups:
    """Used by the zygote: makes groups ahead of their use, and removes those whose sandbox has ended."""

    def __init__(self, version: int, folders: list[int], limits: Limits) -> None:
        self.version, self.folders = version, folders
        self._limits = limits
        self._made = 0
        self._spare: str | None = None
        self._ended: list[str] = []

    def prove(self) -> bool:
        """Whether a process can really join a group and be counted there: some machines allow a group that cannot be used."""
        try:
            group = Group(self, self.make_ahead())
            group.cpu_seconds()
            group.memory_bytes(0, lambda: 0)
            group.tasks()
        except (OSError, KeyError, ValueError):
            return False
        child = os.fork()
        if child == 0:
            try:
                for fd in group.joins():
                    os.write(fd, b"0")
                os._exit(0)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        group.close()
        return status == 0

    def take(self) -> str:
        """The name of a group for a new sandbox."""
        name = self._spare or self._make()
        self._spare = None
        return name

    def make_ahead(self) -> str:
        self._sweep()
        self._spare = self._spare or self._make()
        return self._spare

    def drop(self, name: str) -> None:
        self._ended.append(name)
        self._sweep()

    def _make(self) -> str:
        self._made += 1
        name = str(self._made)
        for folder in self.folders:
            os.mkdir(name, dir_fd=folder)
        hard = self._limits["memoryBytes"] + file_bytes(self._limits)
        if self.version == 1:
            settings = [(0, "memory.limit_in_bytes", hard), (1, "pids.max", self._limits["processes"])]
        else:
            settings = [(0, "memory.max", hard), (0, "pids.max", self._limits["processes"])]
        for place, file, value in settings:
            _write(f"{name}/{file}", value, self.folders[place])
        for file in ("memory.swap.max",) if self.version == 2 else ():
            try:
                _write(f"{name}/{file}", 0, self.folders[0])
            except OSError:
                pass  # The kernel does not count swap.
        return name

    def _sweep(self) -> None:
        """A group that still has processes cannot be removed: it is tried again later."""
        self._ended = [name for name in self._ended if not self._remove(name)]

    def _remove(self, name: str) -> bool:
        gone = True
        for folder in self.folders:
            try:
                os.rmdir(name, dir_fd=folder)
            except FileNotFoundError:
                pass
            except OSError:
                gone = False
        return gone


class Group:
    """Used by the supervisor: what its sandbox uses, and how a Python joins."""

    def __init__(self, groups: Groups, name: str) -> None:
        def opened(place: int, file: str) -> int:
            return os.open(f"{name}/{file}", _RD, dir_fd=groups.folders[place])

        self._version = groups.version
        first = self._version == 1
        self._usage = opened(0, "memory.usage_in_bytes" if first else "memory.current")
        self._stat = opened(0, "memory.stat")
        self._cpu = opened(2, "cpuacct.usage") if first else opened(0, "cpu.stat")
        self._tasks = opened(1 if first else 0, "pids.current")
        self._joins = [os.open(f"{name}/{_JOIN[self._version]}", _WR, dir_fd=folder) for folder in groups.folders]

    def close(self) -> None:
        for fd in (self._usage, self._stat, self._cpu, self._tasks, *self._joins):
            os.close(fd)

    def joins(self) -> list[int]:
        """Descriptors for a Python: writing a zero to each makes the writer a member."""
        return list(self._joins)

    def cpu_seconds(self) -> float:
        if self._version == 1:
            return int(_read(self._cpu)) / 1e9
        return _fields(_read(self._cpu))["usage_usec"] / 1e6

    def tasks(self) -> int:
        """The number of processes and threads."""
        return int(_read(self._tasks))

    def memory_bytes(self, limit: int, named_bytes: Callable[[], int]) -> int:
        """Memory that the kernel counts, without the cache of files that were read, which it frees on demand, and without the
        sandbox's own file systems, which have limits of their own. Below the limit the cheap counter is enough."""
        used = int(_read(self._usage))
        if used <= limit:
            return used
        fields = _fields(_read(self._stat))
        prefix = "total_" if self._version == 1 else ""
        cached = fields[f"{prefix}active_file"] + fields[f"{prefix}inactive_file"]
        return max(0, used - cached - min(named_bytes(), fields[f"{prefix}shmem"]))


def file_bytes(limits: Limits) -> int:
    """The most that the file systems of a sandbox hold: they are in memory."""
    return limits["workspaceBytes"] + limits["tmpBytes"] + limits["sharedBytes"] + limits["figureBytes"]


def _fields(text: bytes) -> dict[str, int]:
    return {name.decode(): int(value) for name, value in (line.split() for line in text.splitlines())}


def _read(fd: int) -> bytes:
    return os.pread(fd, 1 << 14, 0)


def _write(path: str, value: int, folder: int) -> None:
    fd = os.open(path, _WR, dir_fd=folder)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)
