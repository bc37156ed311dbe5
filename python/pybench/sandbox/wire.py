"""Frames between the trusted processes and Node: two lengths, a JSON object, raw bytes."""

import json
import struct

HEADER = struct.Struct("<II")
MAX_JSON = 1 << 20
MAX_BLOB = 1 << 30


def encode(message, blob=b""):
    return header(message, len(blob)) + blob


def header(message, size):
    """All of a frame but its raw bytes, which are to follow."""
    text = json.dumps(message).encode("ascii")
    return HEADER.pack(len(text), size) + text


class Frames:
    """Reads frames from a blocking or non-blocking socket, without copying more than once."""

    def __init__(self):
        self._buffer = bytearray()

    def feed(self, data):
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            text_size, blob_size = HEADER.unpack_from(self._buffer)
            if text_size > MAX_JSON or blob_size > MAX_BLOB:
                raise ValueError("a frame is larger than frames are")
            end = HEADER.size + text_size + blob_size
            if len(self._buffer) < end:
                return
            message = json.loads(bytes(self._buffer[HEADER.size : HEADER.size + text_size]))
            blob = bytes(self._buffer[HEADER.size + text_size : end])
            del self._buffer[:end]
            yield message, blob
