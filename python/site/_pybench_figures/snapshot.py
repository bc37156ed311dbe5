"""What a figure shows at the moment when it has been drawn. Coordinates named pixels are those of the saved
file, from its lower left corner: pixels, or points of 1/72 inch in formats that have no pixels."""

import matplotlib
import numpy as np
from matplotlib.text import Text

from .axes import read_axes
from .room import Room
from .texts import missing_glyphs, read_legend, read_text
from .values import color

_AXES = 100


def snapshot(figure) -> dict:
    room = Room()
    with np.errstate(all="ignore"):
        everywhere = _all_axes(figure)
        record = {
            "matplotlib": matplotlib.__version__,
            "image": _image(figure),
            "figure": _figure(figure, room),
        }
        axes = [room.attempt(each, lambda each: read_axes(each, everywhere, room)) for each in everywhere[:_AXES]]
        record["axes"] = [entry for entry in axes if entry is not None]
        record["missingGlyphs"] = "" if room.is_ascii else missing_glyphs(figure.findobj(Text))
    return {**record, "unread": room.unread, "leftOut": room.left_out}


def _all_axes(figure) -> list:
    """Those of the figure and its subfigures, then the insets and secondary axes that belong to one of them."""
    found = list(figure.axes)
    for axes in found:
        found.extend(each for each in axes.child_axes if each not in found)
    return found


def _image(figure) -> dict:
    """Agg truncates to whole pixels; vector formats draw at 72 dpi, whatever dpi the program asks for."""
    width, height = figure.bbox.size
    if figure.canvas.fixed_dpi is None:
        return {"width": int(width), "height": int(height), "unit": "px"}
    return {"width": round(float(width), 3), "height": round(float(height), 3), "unit": "pt"}


def _figure(figure, room: Room) -> dict:
    return {
        "dpi": float(figure.dpi),
        "color": color(figure.get_facecolor()),
        **_around_axes(figure, room),
        "subfigures": room.each(_subfigures(figure), lambda each: _around_axes(each, room)),
    }


def _subfigures(figure) -> list:
    found = list(figure.subfigs)
    for each in found:
        found.extend(each.subfigs)
    return found


def _around_axes(figure, room: Room) -> dict:
    """Texts and legends of a figure or subfigure, outside of its axes."""
    heads = {name: getattr(figure, f"_{name}", None) for name in ("suptitle", "supxlabel", "supylabel")}
    texts = [each for each in figure.texts if not any(each is head for head in heads.values())]
    return {
        **{name: room.text(text.get_text()) if text is not None else "" for name, text in heads.items()},
        "texts": room.each(texts, lambda each: read_text(each, None, room)),
        "legends": room.each(figure.legends, lambda each: read_legend(each, room)),
    }
