"""sys.stdout and sys.stderr of the cells: sent to the harness in the order in which they were written."""

import codecs
import fcntl
import io
import os
import sys
import threading
from time import monotonic

from .after_import import after_import
from .outbox import outbox
from .raw import has_children

CHUNK = 8192  # characters gathered before they are sent in any case
WINDOW = 0.1  # seconds in which …
BURST = 16  # … as many lines are sent at once, so that they are seen and survive a crash; more of them are gathered
PIECE = 2**20  # bytes of one write that are handled at a time: a message has a size limit


class _Sink(io.BufferedIOBase):
    """What the text streams write to. It cannot be closed: a wrapper around it that goes away would close it."""

    def __init__(self, name, fd, streams):
        self.name, self.mode = f"<{name}>", "wb"
        self._stream, self._fd, self._streams = name, fd, streams
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    closed = False

    def close(self):
        pass

    def writable(self):
        return True

    def fileno(self):
        return self._fd

    def flush(self):
        self._streams.flush_if_idle()

    def write(self, data):
        data = memoryview(data).tobytes()
        if self._streams.forked:
            return _write_all(self._fd, data)
        for start in range(0, len(data), PIECE):
            self._streams.add(self._stream, self._decoder.decode(data[start : start + PIECE]))
        return len(data)


class _Text(io.TextIOWrapper):
    """Notebooks close and detach sys.stdout and go on printing."""

    def close(self):
        self.flush()

    def detach(self):
        return self.buffer


class OutputStreams:
    def __init__(self, channel):
        self._channel = channel
        self._unread, self._programs = False, False
        self._name, self._pieces, self._size = None, [], 0
        self._window, self._sends = 0.0, 0
        self.forked = False
        # Copies that the cells do not know of: a cell may close descriptors 1 and 2 or point them elsewhere.
        self._copies = {fd: fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 64) for fd in (1, 2)}
        self._stdout, self._stderr = self._open("stdout", 1), self._open("stderr", 2)
        self.repair()
        os.register_at_fork(before=self._before_program, after_in_child=self._leave_to_parent)
        _call_before_programs(self._before_program)

    def _open(self, name, fd):
        # The sink is the buffer itself, so that sys.stdout.buffer.write keeps its place in the order.
        return _Text(_Sink(name, fd, self), "utf-8", "backslashreplace", write_through=True)

    def add(self, name, text):
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

    def flush_if_idle(self):
        """What follows a silence goes out at once, so that progress is seen; a flood is gathered."""
        now = monotonic()
        if now - self._window > WINDOW:
            self._window, self._sends = now, 0
        if self._sends < BURST:
            self.flush_pending()

    def flush_pending(self):
        with outbox.lock:
            pieces, self._pieces, self._size = self._pieces, [], 0
            if pieces:
                self._sends += 1
                self._after_programs()
                self._unread = True
                outbox.send(self._channel.output, {"type": "stream", "name": self._name, "text": "".join(pieces)})

    def _before_program(self):
        """What was printed before a program starts comes before what the program writes, on a line of its own."""
        if self.forked:
            return
        self.flush_pending()
        if self._unread:
            self._sync()
        self._programs = True

    def _after_programs(self):
        """… and what programs wrote comes before what is printed when they have ended."""
        if self._programs:
            self._sync()
            self._programs = has_children()

    def _sync(self):
        # Only one thread may wait for an answer, and the main one waits for the next cell.
        if _in_main_thread():
            self._unread = False
            outbox.send(lambda _: self._channel.sync(), None)

    def flush(self):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except KeyboardInterrupt:
                raise
            except BaseException:
                pass  # The cell may have replaced or closed it: that is the cell's affair.
        self.flush_pending()
        self._after_programs()

    def repair(self):
        """The next cell finds the streams as they were, whatever this one did to them."""
        sys.stdout = sys.__stdout__ = self._stdout
        sys.stderr = sys.__stderr__ = self._stderr
        for fd, copy in self._copies.items():
            if not _same_file(fd, copy):
                _ignore_errors(os.dup2, copy, fd)

    def _leave_to_parent(self):
        """In a fork the channel is the parent's: what the child prints goes to its descriptors."""
        self.forked = True
        self._pieces, self._size = [], 0
        outbox.reset()


def _call_before_programs(call):
    system = os.system

    def system_after_call(command):
        call()
        return system(command)

    os.system = system_after_call

    def watch(subprocess):
        begin = subprocess.Popen.__init__

        def __init__(self, *args, **options):
            call()
            begin(self, *args, **options)

        __init__.__wrapped__ = begin  # for inspect.signature
        subprocess.Popen.__init__ = __init__

    after_import("subprocess", watch)


def _in_main_thread():
    return threading.get_ident() == threading.main_thread().ident


def _same_file(one, other):
    try:
        return os.path.sameopenfile(one, other)
    except OSError:
        return False


def _write_all(fd, data):
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]
    return len(data)


def _ignore_errors(call, *args):
    try:
        call(*args)
    except OSError:
        pass
