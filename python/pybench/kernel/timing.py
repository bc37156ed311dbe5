"""%time and %timeit: how long code takes, reported as in notebooks."""

import math
import resource
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .failure import MAGIC_CODE

if TYPE_CHECKING:
    from .shell import Locals, Shell

TIMEIT_RUNS = 3
TIMEIT_SECONDS = 0.2  # that one run should take, so that %timeit uses little of a cell's time


def timed(run: Callable[[], Any]) -> Any:
    """Runs a function and prints how long it took, also when it raises."""
    started, before = perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    try:
        return run()
    finally:
        wall, after = perf_counter() - started, resource.getrusage(resource.RUSAGE_SELF)
        user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
        print(f"CPU times: user {duration(user)}, sys: {duration(system)}, total: {duration(user + system)}")
        print(f"Wall time: {duration(wall)}")


def time_statement(shell: "Shell", line: str, local_names: "Locals") -> Any:
    if not line:
        raise ValueError("%time needs a statement to time; %%time on the first line times the whole cell")
    return timed(lambda: shell.evaluate(line, MAGIC_CODE, local_names))


def time_cell(shell: "Shell", line: str, cell: str, first_line: int) -> Any:
    setup = f"{line}\n" if line else "\n"
    return timed(lambda: shell.evaluate("\n" * (first_line - 1) + setup + cell))


def timeit_statement(shell: "Shell", line: str, local_names: "Locals") -> None:
    options, statement = _options(line)
    _timeit(shell, options, statement, "pass", local_names)


def timeit_cell(shell: "Shell", line: str, cell: str, _first_line: int) -> None:
    options, setup = _options(line)
    _timeit(shell, options, cell, setup or "pass", None)


def _timeit(shell: "Shell", options: dict[str, int], statement: str, setup: str, local_names: "Locals") -> None:
    import timeit

    if not statement.strip():
        raise ValueError("%timeit needs a statement to time")
    timer = timeit.Timer(statement, setup, globals={**shell.user_ns, **(local_names or {})})
    loops = options.get("n") or _loops(timer)
    times = [each / loops for each in timer.repeat(options.get("r") or TIMEIT_RUNS, loops)]
    mean = math.fsum(times) / len(times)
    deviation = math.sqrt(math.fsum((each - mean) ** 2 for each in times) / len(times))
    runs = f"{len(times)} run{'' if len(times) == 1 else 's'}, {loops:,} loop{'' if loops == 1 else 's'} each"
    if "q" not in options:
        print(f"{duration(mean)} ± {duration(deviation)} per loop (mean ± std. dev. of {runs})")


def _loops(timer: Any) -> int:
    loops = 1
    while timer.timeit(loops) < TIMEIT_SECONDS / 10 and loops < 10**7:
        loops *= 10
    return loops


def _options(line: str) -> tuple[dict[str, int], str]:
    """The options -n LOOPS, -r RUNS and -q, and the text after them."""
    options: dict[str, int] = {}
    words = line
    while words.startswith("-"):
        word, _, words = words.partition(" ")
        words = words.lstrip()
        letter, value = word[1:2], word[2:]
        if letter in ("n", "r", "p") and not value:
            value, _, words = words.partition(" ")
            words = words.lstrip()
        options[letter] = int(value) if value.isdigit() else True
    return options, words


def duration(seconds: float) -> str:
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
