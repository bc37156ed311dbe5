"""Frames between the trusted processes and Node: two lengths, a JSON object, raw bytes."""

import json
import struct
from collections.abc import Iterator
from typing import Any

Message = dict[str, Any]

HEADER = struct.Struct("<II")
MAX_JSON = 1 << 20
MAX_BLOB = 1 << 30


def encode(message: Message, blob: bytes = b"") -> bytes:
    return header(message, len(blob)) + blob


def header(message: Message, size: int) -> bytes:
    """The beginning of a frame, up to its raw bytes."""
    text = json.dumps(message).encode("ascii")
    return HEADER.pack(len(text), size) + text


class Frames:
    """Splits what a socket delivers into frames."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[Message, bytes]]:
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            text_size, blob_size = HEADER.unpack_from(self._buffer)
            if text_size > MAX_JSON or blob_size > MAX_BLOB:
                raise ValueError("a frame exceeds the size limit")
            end = HEADER.size + text_size + blob_size
            if len(self._buffer) < end:
                return
            message = json.loads(bytes(self._buffer[HEADER.size : HEADER.size + text_size]))
            blob = bytes(self._buffer[HEADER.size + text_size : end])
            del self._buffer[:end]
            yield message, blob
