"""Control groups, where the machine lets us have them: one for each sandbox, in which the kernel itself counts memory of every
kind, processes and CPU time. Node has made a folder of ours in each hierarchy and left them open for the zygote.

Version 1 has a hierarchy for each controller: memory, pids, cpuacct, in this order; version 2 has one for all."""

import os

_RD, _WR = os.O_RDONLY | os.O_CLOEXEC, os.O_WRONLY | os.O_CLOEXEC

# Where a process joins by itself. A thread that moves itself takes no lock of the whole machine, which `cgroup.procs`
# waits for: version 2 has no such file.
_JOIN = {1: "tasks", 2: "cgroup.procs"}


class Groups:
    """The zygote's: makes groups ahead of their use, and removes those whose sandbox has ended."""

    def __init__(self, version, folders, limits):
        self.version, self.folders = version, folders
        self._limits = limits
        self._made, self._spare, self._ended = 0, None, []

    def prove(self):
        """Whether a process can really join one and be counted there: some machines let us make what they do not let us use."""
        try:
            self.make_ahead()
            group = Group(self, self._spare)
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

    def take(self):
        name = self._spare or self._make()
        self._spare = None
        return name

    def make_ahead(self):
        self._sweep()
        self._spare = self._spare or self._make()

    def drop(self, name):
        self._ended.append(name)
        self._sweep()

    def _make(self):
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
                pass  # The kernel has no swap to bound.
        return name

    def _sweep(self):
        """The last processes of a sandbox may take a moment to go: what is refused now is tried again later."""
        self._ended = [name for name in self._ended if not self._remove(name)]

    def _remove(self, name):
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
    """The supervisor's: what its sandbox uses, and how a Python joins."""

    def __init__(self, groups, name):
        def opened(place, file):
            return os.open(f"{name}/{file}", _RD, dir_fd=groups.folders[place])

        self._version = groups.version
        first = self._version == 1
        self._usage = opened(0, "memory.usage_in_bytes" if first else "memory.current")
        self._stat = opened(0, "memory.stat")
        self._cpu = opened(2, "cpuacct.usage") if first else opened(0, "cpu.stat")
        self._tasks = opened(1 if first else 0, "pids.current")
        self._joins = [os.open(f"{name}/{_JOIN[self._version]}", _WR, dir_fd=folder) for folder in groups.folders]

    def close(self):
        for fd in (self._usage, self._stat, self._cpu, self._tasks, *self._joins):
            os.close(fd)

    def joins(self):
        """Descriptors to hand to a Python: writing a zero to each makes the writer a member."""
        return list(self._joins)

    def cpu_seconds(self):
        if self._version == 1:
            return int(_read(self._cpu)) / 1e9
        return _fields(_read(self._cpu))["usage_usec"] / 1e6

    def tasks(self):
        """How many processes and threads there are."""
        return int(_read(self._tasks))

    def memory_bytes(self, limit, named_bytes):
        """All that the kernel counts, but neither what it would give back at once (pages of files that were read) nor what
        lies in the sandbox's own file systems, which have limits of their own. The first look is cheap."""
        used = int(_read(self._usage))
        if used <= limit:
            return used
        fields = _fields(_read(self._stat))
        prefix = "total_" if self._version == 1 else ""
        cached = fields[f"{prefix}active_file"] + fields[f"{prefix}inactive_file"]
        return max(0, used - cached - min(named_bytes(), fields[f"{prefix}shmem"]))


def file_bytes(limits):
    """What the file systems of a sandbox may hold: they live in memory."""
    return sum(limits[name] for name in ("workspaceBytes", "tmpBytes", "sharedBytes", "figureBytes"))


def _fields(text):
    return {name.decode(): int(value) for name, value in (line.split() for line in text.splitlines())}


def _read(fd):
    return os.pread(fd, 1 << 14, 0)


def _write(path, value, folder):
    fd = os.open(path, _WR, dir_fd=folder)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)
