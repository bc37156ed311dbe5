"""The folder of side files, one per saved figure, named after the digest of the saved bytes."""

import itertools
import json
import os

FOLDER = "/run/pybench-figures"

# A loop that saves frames must not fill the folder: later figures are not recorded.
_MAX_FILES = 300
_MAX_BYTES = 48 << 20

# The sandbox has the fixed folder; outside of it the environment names the folder.
_folder = os.path.abspath(os.environ.get("PYBENCH_FIGURES", FOLDER))
_numbers = itertools.count()
_files, _bytes = 0, 0


def use(folder: str) -> None:
    global _folder
    _folder = os.path.abspath(folder)


def is_open() -> bool:
    return _files < _MAX_FILES and _bytes < _MAX_BYTES and os.path.isdir(_folder)


def put(digest: str, record: dict) -> None:
    """Writes another file and renames it, so that a reader never sees half a record."""
    global _files, _bytes
    data = json.dumps(record, allow_nan=False, separators=(",", ":")).encode("ascii")
    part = os.path.join(_folder, f".{digest[:16]}.{os.getpid()}.{next(_numbers)}.part")
    fd = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        try:
            _write_all(fd, data)
        finally:
            os.close(fd)
        os.replace(part, os.path.join(_folder, f"{digest}.json"))
    except BaseException:
        os.unlink(part)
        raise
    _files += 1
    _bytes += len(data)


def _write_all(fd: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(fd, left) :]
