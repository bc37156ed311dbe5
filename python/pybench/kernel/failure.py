"""How an exception of a cell is reported: a traceback of bounded size, with the frames of cells and libraries and without those
of this package."""

import os
import traceback
import types
from collections.abc import Callable
from typing import Any

from .. import FOLDER

MAX_TRACEBACK = 32 * 1024
MAX_VALUE = 4096
# A deep traceback keeps its beginning and its end: frames allowed, first ones kept, last ones kept.
DEPTH = (60, 8, 20)
RECURSION_DEPTH = (12, 4, 6)
MAX_CHAIN = 100

Output = dict[str, Any]  # of a cell, as it is sent to Node

_OURS = FOLDER + os.sep
MAGIC_CODE = "<magic>"  # the file name of code in a line such as %time: its frames are left out, the frame of the line is shown


def describe(error: BaseException, note: str = "") -> Output:
    """The error as an output, whatever the exception's own methods raise."""
    text = _attempt(lambda: _format(error)) or f"{_name(error)}: <its traceback could not be formatted>\n"
    value = _attempt(lambda: "".join([str(error)])[:MAX_VALUE])
    return {
        "type": "error",
        "name": _name(error),
        "value": "<no text: its __str__ raised>" if value is None else value,
        "traceback": _cut(text) + note,
    }


def _format(error: BaseException) -> str:
    left_out = 0
    for each in _chain(error):
        depth = RECURSION_DEPTH if isinstance(each, RecursionError) else DEPTH
        frames = _frames(each.__traceback__, interrupted=isinstance(each, KeyboardInterrupt))
        each.__traceback__, cut = _trim(frames, *depth)
        left_out = cut if each is error else left_out
    report = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
    chained = report.__cause__ or report.__context__
    # A cell that could not be compiled has no frames: Python shows no header then.
    lines = report.format() if chained or report.stack else report.format_exception_only()
    text = "".join(lines)
    if left_out:
        header = "Traceback (most recent call last"
        place = text.rfind(f"{header}):")
        text = f"{text[:place]}{header}; {left_out} frames in the middle are left out{text[place + len(header) :]}"
    return text


def _chain(error: BaseException) -> list[BaseException]:
    """The exception and all others that its report shows."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting and len(found) < MAX_CHAIN:
        each = waiting.pop()
        if each is None or any(each is known for known in found):
            continue
        found.append(each)
        waiting += [each.__cause__, each.__context__, *getattr(each, "exceptions", ())]
    return found


def _frames(trace: types.TracebackType | None, interrupted: bool) -> list[types.TracebackType]:
    """The traceback's frames without those above the cell and without those of this package."""
    frames = []
    while trace:
        frames.append(trace)
        trace = trace.tb_next
    first = next((index for index, each in enumerate(frames) if _file(each).startswith("<cell ")), 0)
    kept, below_ours = [], False
    for each in frames[first:]:
        below_ours = _is_ours(each) or (below_ours and not _file(each).startswith("<cell "))
        # An interrupt may come while a library works for this package, as when print() sends a message.
        if not _is_ours(each) and not (interrupted and below_ours):
            kept.append(each)
    return kept


def _trim(
    frames: list[types.TracebackType], allowed: int, first_kept: int, last_kept: int
) -> tuple[types.TracebackType | None, int]:
    """A traceback of these frames, without its middle when it is long, and how many frames were left out."""
    left_out = 0
    if len(frames) > allowed:
        left_out = len(frames) - first_kept - last_kept
        frames = frames[:first_kept] + frames[-last_kept:]
    trimmed = None
    for each in reversed(frames):
        trimmed = types.TracebackType(trimmed, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return trimmed, left_out


def _is_ours(trace: types.TracebackType) -> bool:
    return _file(trace).startswith(_OURS) or _file(trace) == MAGIC_CODE


def _file(trace: types.TracebackType) -> str:
    return trace.tb_frame.f_code.co_filename


def _cut(text: str) -> str:
    if len(text) <= MAX_TRACEBACK:
        return text
    half = MAX_TRACEBACK // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _name(error: BaseException) -> str:
    # Not by type(error).__name__, which a metaclass may replace.
    return type.__dict__["__name__"].__get__(type(error))


def _attempt(call: Callable[[], str]) -> str | None:
    try:
        return call()
    except BaseException:
        return None
