"""Programs that a cell starts with `!` or %%bash: their output becomes output of the cell, in the right order."""

import codecs
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

POLL = 0.1  # seconds between two checks whether a program that prints nothing has ended


class Lines(list[str]):
    """The value of `x = !command`: a list of lines that is also one text."""

    @property
    def l(self) -> list[str]:  # noqa: E743  IPython's name
        return list(self)

    @property
    def n(self) -> str:
        return "\n".join(self)

    @property
    def s(self) -> str:
        return " ".join(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)  # a program that unpickles it cannot import this class


def shell_command(command: str) -> list[str]:
    return ["/bin/bash" if os.path.exists("/bin/bash") else "/bin/sh", "-c", command]


def run_program(command: list[str], show: Callable[[str], Any] | None = None, source: str = "") -> int:
    """Runs a program with `source` as its input, shows what it prints while it runs, and returns its exit code."""
    import subprocess  # not until a cell needs it
    import tempfile

    shown = show or sys.stdout.write
    with tempfile.TemporaryFile() as standard_input:
        standard_input.write(source.encode("utf-8", "surrogateescape"))
        standard_input.seek(0)
        process = subprocess.Popen(
            command,
            stdin=standard_input,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    try:
        _copy(process, shown)
        return process.wait()
    except BaseException:
        _kill_tree(process.pid)
        process.wait()
        raise


def _copy(process: Any, show: Callable[[str], Any]) -> None:
    output = process.stdout.fileno()
    decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
    while True:
        if not select.select([output], [], [], POLL)[0]:
            if process.poll() is None:
                continue
            # It has ended, but a process that it left in the background still has the pipe open.
            threading.Thread(target=_drain, args=(process.stdout, show, decode), daemon=True).start()
            return
        data = os.read(output, 65536)
        show(decode(data, final=not data))
        if not data:
            process.stdout.close()
            return


def _drain(pipe: Any, show: Callable[[str], Any], decode: Callable[[bytes], str]) -> None:
    with pipe:
        while data := os.read(pipe.fileno(), 65536):
            try:
                show(decode(data))
            except Exception:
                pass  # It cannot be shown any more; the program must not block for that.


def _kill_tree(process: int) -> None:
    """Kills the program and all that it has started. They have no session of their own: the harness ends that of the Python."""
    tree = [process]
    for each in tree:
        try:
            with open(f"/proc/{each}/task/{each}/children") as children:
                tree += map(int, children.read().split())
        except OSError:
            pass  # It has ended, or this system is not Linux.
    for each in tree:
        try:
            os.kill(each, signal.SIGKILL)
        except OSError:
            pass
