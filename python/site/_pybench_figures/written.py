"""The bytes that reached a file or a buffer while a figure was saved to it, as a digest and a length."""

import hashlib
import io
import os
import stat

_NOTHING = (None, 0)
_CHUNK = 1 << 20


class Written:
    """What is written to a target from the making of this object to its end()."""

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
        return _listen(target)


def _slice(buffer, start):
    kept = buffer.getvalue()[start : buffer.tell()]
    return kept.encode("utf-8") if isinstance(kept, str) else kept


def _digest(data):
    return hashlib.sha256(data).hexdigest(), len(data)


def _regular_file(target):
    """The descriptor of a file on disk: an archive's member or a pipe has none that can be read again."""
    try:
        fd = target.fileno()
        return fd if stat.S_ISREG(os.fstat(fd).st_mode) else None
    except Exception:
        return None


def _position(target, fd):
    target.flush()
    return os.lseek(fd, 0, os.SEEK_CUR)


def _digest_of_path(path, start=0, end=None):
    """A pipe or a device has nothing to read again, and opening it must not wait."""
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


def _listen(target):
    """Any other object with a write method: listens to that of this very object, which stays the same object."""
    write = getattr(target, "write", None)
    if write is None or "write" in target.__dict__:
        return None
    hashed, size = hashlib.sha256(), 0

    def heard(data, *args):
        nonlocal size
        try:
            raw = data.encode("utf-8") if isinstance(data, str) else bytes(data)
            hashed.update(raw)
            size += len(raw)
        except Exception:
            pass  # Its own write says what is wrong with the data.
        return write(data, *args)

    target.write = heard

    def end():
        del target.write
        return hashed.hexdigest(), size

    return end
