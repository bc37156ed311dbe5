"""What a sandbox uses: CPU time and memory of every process in it, read from its own /proc."""

import os
import resource

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds():
    """Of all that lives here, and of all that has been buried."""
    buried = resource.getrusage(resource.RUSAGE_CHILDREN)
    ticks = 0
    for pid in _others():
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            ticks += sum(int(each) for each in fields[11:15])
        except (OSError, ValueError):
            continue  # It has just ended.
    return buried.ru_utime + buried.ru_stime + ticks / _TICKS


def resident_bytes(pid):
    """Anonymous and shared memory of one process, pages that it still shares with the zygote included."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith((b"RssAnon", b"RssShmem"))) * 1024


def memory_bytes(base, limit):
    """What the sandbox has taken beyond the zygote's share: a cheap estimate, and the exact sum where it looks too high."""
    pids = list(_others())
    estimate = sum(max(0, resident_bytes(pid) - base) for pid in pids)
    return estimate if estimate <= limit else sum(_proportional_bytes(pid) for pid in pids)


def _proportional_bytes(pid):
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith((b"Pss_Anon", b"Pss_Shmem"))) * 1024


def _others():
    return (entry for entry in os.listdir("/proc") if entry.isdigit() and entry != "1")
