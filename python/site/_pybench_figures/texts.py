"""Texts, legends and tables, and the characters that no font has."""

import logging
from contextlib import contextmanager
from typing import Any

from .values import box, color, data_axes, number, place


def read_text(text, axes, room):
    if not text.get_text() or not getattr(text, "_check_xy", lambda: True)():
        return None  # matplotlib does not draw a note whose target is outside of the axes
    x, y = (float(each) for each in text.get_unitless_position())
    entry = {
        "text": room.text(text.get_text()),
        "x": number(x),
        "y": number(y),
        "data": data_axes(text, axes) if axes is not None else "",
        "color": color(text.get_color()),
        "size": number(text.get_fontsize()),
        "rotation": number(text.get_rotation()),
        "pixels": place(text.get_transform(), x, y),
    }
    if hasattr(text, "xycoords") and isinstance(text.xycoords, str):
        entry["target"] = {"xy": [_number_or_text(each, room) for each in text.xy], "coordinates": text.xycoords}
    return entry


def _number_or_text(value, room):
    try:
        return number(value)
    except (TypeError, ValueError):
        return room.text(value)


def read_legend(legend, room):
    handles = getattr(legend, "legend_handles", None) or getattr(legend, "legendHandles", [])
    return {
        "title": room.text(legend.get_title().get_text()),
        "entries": [
            {"text": room.text(text.get_text()), "color": _paint(handle), "kind": type(handle).__name__}
            for text, handle in zip(legend.get_texts(), handles)
        ],
        # The legend's own extent would search for the best place again, which takes long among many points.
        "pixels": box(legend.get_frame().get_window_extent().bounds),
    }


def _paint(handle) -> str | None:
    """The colour that distinguishes an entry from the others: of a line, a marker, or a face."""
    for name in ("get_facecolor", "get_color", "get_markerfacecolor", "get_edgecolor"):
        value = getattr(handle, name, lambda: None)()
        if value is None or len(value) == 0:
            continue
        found = color(value if isinstance(value, (str, tuple)) or getattr(value, "ndim", 1) == 1 else value[0])
        if found is not None:
            return found
    return None


def read_table(table, room):
    cells = [
        {"row": int(row), "column": int(at), "text": room.text(cell.get_text().get_text())}
        for (row, at), cell in sorted(table.get_celld().items())
    ]
    return {"cells": cells[: room.take(len(cells), 2)]}


def missing_glyphs(texts) -> str:
    """Characters beyond ASCII that are in none of the fonts of their text: the picture shows boxes instead."""
    from matplotlib.font_manager import fontManager, get_font

    wanted: dict[Any, set[str]] = {}
    for text in texts:
        beyond = {character for character in text.get_text()[:1000] if ord(character) > 127}
        if beyond and text.get_visible():
            wanted.setdefault(text.get_fontproperties(), set()).update(beyond)
    missing: set[str] = set()
    with _silence("matplotlib.font_manager"):
        for properties, characters in wanted.items():
            font = get_font(fontManager._find_fonts_by_props(properties))
            found_in = font._get_fontmap("".join(characters))
            missing |= {each for each in characters if not found_in.get(each, font).get_char_index(ord(each))}
    return "".join(sorted(missing))[:200]


@contextmanager
def _silence(name: str):
    """matplotlib logs a warning for a missing font at each request, and this module makes one more request."""
    logger = logging.getLogger(name)
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
