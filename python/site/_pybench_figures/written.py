"""The bytes that reached a file or a buffer while a figure was saved to it, as a digest and a length."""

import hashlib
import io
import os
import stat

_NOTHING = (None, 0)
_CHUNK = 1 << 20


class Written:
    """What is written to a target between the creation of this object and its end()."""

    def __init__(self, target):
        self._target = target
        self._end = self._watch()

    def end(self):
        return self._end() if self._end else _NOTHING

    def _watch(self):
        target = self._target
        if isinstance(target, (str, bytes)):
            return lambda: _digest_of_path(target)
        if isinstance(target, (io.BytesIO, io.StringIO)):
            start = target.tell()
            return lambda: _digest(_slice(target, start))
        fd = _regular_file(target)
        if fd is not None:
            start = _position(target, fd)
            return lambda: _digest_of_path(f"/proc/self/fd/{fd}", start, _position(target, fd))
        return _hash_writes(target)


def _slice(buffer, start: int) -> bytes:
    kept = buffer.getvalue()[start : buffer.tell()]
    return kept.encode("utf-8") if isinstance(kept, str) else kept


def _digest(data: bytes) -> tuple[str, int]:
    return hashlib.sha256(data).hexdigest(), len(data)


def _regular_file(target) -> int | None:
    """The descriptor of a file on disk: a member of an archive or a pipe has none that can be read again."""
    try:
        fd = target.fileno()
        return fd if stat.S_ISREG(os.fstat(fd).st_mode) else None
    except Exception:
        return None


def _position(target, fd: int) -> int:
    target.flush()
    return os.lseek(fd, 0, os.SEEK_CUR)


def _digest_of_path(path, start=0, end=None):
    """A pipe or a device cannot be read again, and opening it must not wait."""
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(fd)
        if not stat.S_ISREG(status.st_mode):
            return _NOTHING
        left = size = (status.st_size if end is None else end) - start
        hashed = hashlib.sha256()
        while left > 0:
            data = os.pread(fd, min(left, _CHUNK), start + size - left)
            if not data:
                return _NOTHING
            hashed.update(data)
            left -= len(data)
        return hashed.hexdigest(), size
    finally:
        os.close(fd)


def _hash_writes(target):
    """Any other object with a write method: replaces the method of this object until end()."""
    write = getattr(target, "write", None)
    if write is None or "write" in target.__dict__:
        return None
    hashed, size = hashlib.sha256(), 0

    def hash_and_write(data, *args):
        nonlocal size
        try:
            raw = data.encode("utf-8") if isinstance(data, str) else bytes(data)
            hashed.update(raw)
            size += len(raw)
        except Exception:
            pass  # The write of the object raises the error.
        return write(data, *args)

    target.write = hash_and_write

    def end():
        del target.write
        return hashed.hexdigest(), size

    return end
