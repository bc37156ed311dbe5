"""sys.stdout and sys.stderr of the cells: sent to the harness in the order in which they were written."""

import codecs
import io
import os
import sys
import threading
import time

CHUNK = 8192  # characters gathered before they are sent
PATIENCE = 0.1  # seconds between two sendings of less


class _Sink(io.BufferedIOBase):
    def __init__(self, name, fd, streams):
        self._name, self._fd, self._streams = name, fd, streams
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def writable(self):
        return True

    def fileno(self):
        return self._fd

    def write(self, data):
        data = bytes(data)
        self._streams.add(self._name, self._decoder.decode(data))
        return len(data)


class OutputStreams:
    def __init__(self, send):
        self._send = send
        self._lock = threading.RLock()
        self._name, self._pieces, self._size, self._sent = None, [], 0, 0.0
        sys.stdout = self._open("stdout", 1)
        sys.stderr = self._open("stderr", 2)

    def _open(self, name, fd):
        # The sink is the buffer itself, so that sys.stdout.buffer.write keeps its place in the order.
        return io.TextIOWrapper(_Sink(name, fd, self), "utf-8", "backslashreplace", write_through=True)

    def add(self, name, text):
        with self._lock:
            if name != self._name:
                self.flush_pending()
                self._name = name
            self._pieces.append(text)
            self._size += len(text)
            # What follows a silence goes out at once, so that progress is seen; a flood is gathered.
            if self._size >= CHUNK or time.monotonic() - self._sent > PATIENCE:
                self.flush_pending()

    def flush_pending(self):
        with self._lock:
            pieces, self._pieces, self._size = self._pieces, [], 0
            if pieces:
                self._sent = time.monotonic()
                self._send({"type": "stream", "name": self._name, "text": "".join(pieces)})

    def flush(self):
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass  # The cell may have replaced or closed it: that is the cell's affair.
        self.flush_pending()

    def mark(self, mark):
        """Says on the raw descriptors that the cell has ended: what programs wrote there comes before."""
        for fd in (1, 2):
            try:
                os.write(fd, mark.encode("ascii"))
            except OSError:
                pass
