"""One axis: its label, scale, limits, and the ticks that were drawn."""

from .values import number

_TICKS = 300
_CATEGORIES = 2_000


def read_axis(axes, name, room):
    axis = getattr(axes, f"{name}axis")
    low, high = axis.get_view_interval() if name != "z" else sorted(axes.get_zlim())
    limits = getattr(axes, f"get_{name}lim")()
    entry = {
        "label": room.text(axis.label.get_text()) if axis.label.get_visible() else "",
        "scale": axis.get_scale(),
        "limits": [number(each) for each in limits],
        "inverted": bool(axis.get_inverted()),
        "visible": bool(axis.get_visible() and getattr(axes, "_axis3don", axes.axison)),
        "grid": _has_grid(axis),
        "ticks": _ticks(axis, low, high, room),
    }
    return {**entry, **_kind(axes, axis, name, room)}


def _ticks(axis, low, high, room):
    """Major ticks, and the minor ones that carry text, as the months of a pandas time series do."""
    ticks = [(tick, True) for tick in axis.get_major_ticks()[:_TICKS]]
    ticks += [(tick, False) for tick in axis.get_minor_ticks()[:_TICKS]]
    margin = abs(high - low) * 1e-9
    found = []
    for tick, is_major in ticks:
        at, text = tick.get_loc(), _tick_text(tick)
        if min(low, high) - margin <= at <= max(low, high) + margin and (is_major or text):
            found.append({"at": number(at), "label": room.text(text)})
    return found


def _tick_text(tick):
    for each in (tick.label1, tick.label2):
        if each.get_visible() and each.get_text():
            return each.get_text()
    return ""


def _has_grid(axis):
    return any(tick.gridline.get_visible() for tick in axis.majorTicks[:1])


def _kind(axes, axis, name, room):
    """What the numbers on the axis stand for: themselves, positions of names, days, or periods of pandas."""
    converter = axis.get_converter() if hasattr(axis, "get_converter") else axis.converter
    kind = type(converter).__name__
    mapping = getattr(axis.units, "_mapping", None)
    if kind == "StrCategoryConverter" and mapping is not None:
        names = [[room.text(key), number(value)] for key, value in list(mapping.items())[:_CATEGORIES]]
        return {"kind": "category", "categories": names}
    if name == "x" and getattr(axes, "freq", None) is not None:
        return {"kind": "period", "frequency": str(axes.freq)}
    if "Date" in kind:
        from matplotlib.dates import get_epoch

        return {"kind": "date", "epoch": str(get_epoch())}
    return {"kind": "number"}
