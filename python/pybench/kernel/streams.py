"""sys.stdout and sys.stderr of the cells: sent to Node in the order in which they were written."""

import codecs
import fcntl
import io
import os
import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from .after_import import after_import
from .outbox import outbox
from .raw import has_children

if TYPE_CHECKING:
    from .interpreter import Channel

CHUNK = 8192  # characters: as many are sent in any case
WINDOW = 0.1  # seconds
BURST = 16  # lines in a window that are sent immediately, so that they survive a crash; more of them are collected
PIECE = 2**20  # bytes of one write that are handled at a time: a message has a size limit


class _Sink(io.BufferedIOBase):
    """What the text streams write to. It cannot be closed, because a wrapper around it that is deleted would close it."""

    def __init__(self, name: str, fd: int, streams: "OutputStreams") -> None:
        self.name, self.mode = f"<{name}>", "wb"
        self._stream, self._fd, self._streams = name, fd, streams
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    @property
    def closed(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._fd

    def flush(self) -> None:
        self._streams.flush_if_idle()

    def write(self, data: Any, /) -> int:
        data = memoryview(data).tobytes()
        if self._streams.forked:
            return _write_all(self._fd, data)
        for start in range(0, len(data), PIECE):
            self._streams.add(self._stream, self._decoder.decode(data[start : start + PIECE]))
        return len(data)


class _Text(io.TextIOWrapper):
    """Programs close and detach sys.stdout and continue to print, as notebooks allow."""

    def close(self) -> None:
        self.flush()

    def detach(self) -> Any:
        return self.buffer


class OutputStreams:
    def __init__(self, channel: "Channel") -> None:
        self._channel = channel
        # Output that Node may not have read; programs that may still write.
        self._unread, self._programs = False, False
        self._name: str | None = None
        self._pieces: list[str] = []
        self._size = 0
        self._window, self._sends = 0.0, 0
        self.forked = False
        # Copies, because a cell may close descriptors 1 and 2 or redirect them.
        self._copies = {fd: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 64) for fd in (1, 2)}
        self._stdout, self._stderr = self._open("stdout", 1), self._open("stderr", 2)
        self.repair()
        os.register_at_fork(before=self._before_program, after_in_child=self._leave_to_parent)
        _call_before_programs(self._before_program)

    def _open(self, name: str, fd: int) -> _Text:
        # The sink is the buffer itself, so that sys.stdout.buffer.write keeps the order.
        return _Text(_Sink(name, fd, self), "utf-8", "backslashreplace", write_through=True)

    def add(self, name: str, text: str) -> None:
        with outbox.lock:
            if name != self._name:
                self.flush_pending()
                self._name = name
            self._pieces.append(text)
            self._size += len(text)
            if self._size >= CHUNK:
                self.flush_pending()
            elif text.endswith("\n"):
                self.flush_if_idle()

    def flush_if_idle(self) -> None:
        """Sends the first lines of a burst immediately, so that progress is visible; the others are collected."""
        now = monotonic()
        if now - self._window > WINDOW:
            self._window, self._sends = now, 0
        if self._sends < BURST:
            self.flush_pending()

    def flush_pending(self) -> None:
        with outbox.lock:
            pieces, self._pieces, self._size = self._pieces, [], 0
            if pieces:
                self._sends += 1
                self._after_programs()
                self._unread = True
                outbox.send(self._channel.output, {"type": "stream", "name": self._name, "text": "".join(pieces)})

    def _before_program(self) -> None:
        """Text that was printed before a program starts comes before the text of the program, which uses another channel."""
        if self.forked:
            return
        self.flush_pending()
        if self._unread:
            self._sync()
        self._programs = True

    def _after_programs(self) -> None:
        """Text of programs comes before text that is printed after their end."""
        if self._programs:
            self._sync()
            self._programs = has_children()

    def _sync(self) -> None:
        # Only one thread may read from the channel, and that is the main one.
        if _in_main_thread():
            self._unread = False
            outbox.send(lambda _: self._channel.sync(), None)

    def flush(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except KeyboardInterrupt:
                raise
            except BaseException:
                pass  # The cell may have replaced or closed it.
        self.flush_pending()
        self._after_programs()

    def repair(self) -> None:
        """Restores the streams for the next cell."""
        sys.stdout = sys.__stdout__ = self._stdout
        sys.stderr = sys.__stderr__ = self._stderr
        for fd, copy in self._copies.items():
            if not _same_file(fd, copy):
                _ignore_errors(os.dup2, copy, fd)

    def _leave_to_parent(self) -> None:
        """In a fork, what the child prints goes to descriptors 1 and 2: only the parent uses the channel."""
        self.forked = True
        self._pieces, self._size = [], 0
        outbox.reset()


def _call_before_programs(call: Callable[[], None]) -> None:
    system = os.system

    def system_after_call(command: str) -> int:
        call()
        return system(command)

    os.system = system_after_call

    def watch(subprocess: Any) -> None:
        begin = subprocess.Popen.__init__

        def __init__(self: Any, *args: Any, **options: Any) -> None:
            call()
            begin(self, *args, **options)

        __init__.__dict__["__wrapped__"] = begin  # for inspect.signature
        subprocess.Popen.__init__ = __init__

    after_import("subprocess", watch)


def _in_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


def _same_file(one: int, other: int) -> bool:
    try:
        return os.path.sameopenfile(one, other)
    except OSError:
        return False


def _write_all(fd: int, data: bytes) -> int:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
    return len(data)


def _ignore_errors(call: Callable[..., Any], *args: Any) -> None:
    try:
        call(*args)
    except OSError:
        pass
