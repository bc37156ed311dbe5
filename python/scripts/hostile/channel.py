"""Cell: attacks on the channel to the harness, and outputs that are hard to read. The cell ends with a call of one of these
functions."""

import json
import os
import stat
import sys


def _sockets() -> list[int]:
    """One of the sockets of this process is the channel to the harness."""
    found: list[int] = []
    for descriptor in range(3, 512):
        try:
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                found.append(descriptor)
        except OSError:
            pass
    return found


def _send(data: bytes, times: int = 1) -> None:
    for descriptor in _sockets():
        for _ in range(times):
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(descriptor, rest) :]
            except OSError:
                break


def newlines() -> None:
    _send(b"\n" * 2**22, 64)


def syncs() -> None:
    _send(b'{"kind": "sync", "number": 1}\n' * 2**15, 4096)


def huge_errors() -> None:
    error = {"type": "error", "name": "E", "value": "v" * 2**22, "traceback": "t" * 2**22}
    _send((json.dumps({"kind": "output", "cell": 1, "output": error}) + "\n").encode(), 40)


def deep_message() -> None:
    _send(b"[" * 2**23 + b"\n", 8)


def message_of_many_values() -> None:
    _send(b'{"kind": [' + b"{}," * 2**22 + b"0]}\n", 4)


def message_without_end() -> None:
    _send(b"a" * 2**23, 64)


def forged_end() -> None:
    _send(b'{"kind": "end", "cell": 1, "status": "ok", "raw": false, "cpuMs": -1e15, "memoryBytes": null}\n')


def prints_much() -> None:
    print(("x" * 1023 + "\n") * 2**17)


def writes_much() -> None:
    for _ in range(4096):
        os.write(1, b"x" * 2**16)


def shows_much() -> None:
    from IPython.display import HTML, display

    for _ in range(100):
        display(HTML("<p>" * 2**21))


def raises_much() -> None:
    raise ValueError("x" * 2**26)


def raises_deep() -> None:
    def deep(depth: int) -> int:
        return deep(depth + 1)

    sys.setrecursionlimit(10**6)
    deep(0)
