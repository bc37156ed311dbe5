"""Numbers, colours and positions as values of JSON. NaN, infinity and masked values are null, colours #rrggbb."""

import datetime
import math
import numbers as abstract

import numpy as np
from matplotlib import colors as mcolors

_PIXELS = 500  # points of a series whose position in the picture is recorded


def number(value) -> float | None:
    value = float(value)
    return value if math.isfinite(value) else None


def column(values, kept: int | None = None) -> list:
    """A series of numbers, of any shape."""
    array = np.ma.filled(np.ma.asarray(values[:kept] if kept is not None else values, dtype=float), np.nan)
    finite = np.isfinite(array)
    return array.tolist() if finite.all() else np.where(finite, array, None).tolist()


def words(values, kept: int) -> list[str] | None:
    """A series that was given as dates, periods or names, as text; None for one of numbers."""
    array = np.asarray(values)
    if array.dtype.kind in "biuf" or array.ndim != 1 or len(array) == 0:
        return None
    if array.dtype.kind == "M":
        is_whole = (array == array.astype("datetime64[s]")).all()
        return np.datetime_as_string(array[:kept], unit="s" if is_whole else "auto").tolist()
    if all(value is None or isinstance(value, abstract.Number) for value in array[:kept]):
        return None
    return [_word(value) for value in array[:kept]]


def _word(value: object) -> str:
    return value.isoformat() if isinstance(value, (datetime.date, datetime.time)) else str(value)[:200]


def color(value) -> str | None:
    """One colour, or None where nothing is painted."""
    return _hex(bytes(round(each * 255) for each in mcolors.to_rgba(value)))


def colors(rgba, kept: int) -> str | list[str | None] | None:
    """The colours of a collection: one if all are the same, else one each."""
    array = np.rint(np.clip(np.asarray(rgba, dtype=float).reshape(-1, 4), 0, 1) * 255).astype(np.uint8)
    if len(array) == 0:
        return None
    if (array == array[0]).all():
        return _hex(array[0].tobytes())
    return [_hex(each.tobytes()) for each in array[:kept]]


def _hex(rgba: bytes) -> str | None:
    text = rgba.hex()
    return None if text.endswith("00") else f"#{text[:6] if text.endswith('ff') else text}"


def pixels(transform, x, y) -> list:
    """Positions of the first points in the picture, from its lower left corner."""
    points = [np.ma.filled(np.ma.asarray(each[:_PIXELS], dtype=float), np.nan) for each in (x, y)]
    return column(np.round(transform.transform(np.column_stack(points)), 2)) if len(points[0]) else []


def place(transform, x, y) -> list[float | None]:
    """Position of one point in the picture."""
    return [number(round(float(each), 2)) for each in transform.transform((x, y))]


def label(artist, room) -> str:
    """A label that the program set. Those of matplotlib begin with an underscore and are not shown."""
    text = str(artist.get_label() or "")
    return "" if text.startswith("_") else room.text(text)


def data_axes(artist, axes, transform=None) -> str:
    """Which of an artist's coordinates are values of the axes: "xy" as a rule, "y" for axhline."""
    transform = artist.get_transform() if transform is None else transform
    if transform is axes.transData:
        return "xy"
    belongs = transform.contains_branch_seperately(axes.transData)
    return "".join(name for name, is_data in zip("xy", belongs) if is_data)


def box(bounds) -> list[float | None]:
    return [number(round(float(each), 2)) for each in bounds]
