"""Lines and error bars, in the coordinates of their data."""

from .values import color, column, data_axes, label, pixels, words


def read_line(line, axes, room):
    spatial = hasattr(line, "get_data_3d")
    given = line.get_data_3d() if spatial else (line.get_xdata(orig=False), line.get_ydata(orig=False))
    x = given[0]
    kept = room.take(len(x), len(given) + 1)
    entry = {"label": label(line, room), "length": len(x)}
    for name, values in zip("xyz", given):
        entry[name] = column(values, kept)
    if not spatial:
        entry.update(_texts(line, kept, room))
    is_marked = str(line.get_marker()) not in ("None", "none", "", " ")
    return {
        **entry,
        "data": "xy" if spatial else data_axes(line, axes),
        "color": color(line.get_color()),
        "style": str(line.get_linestyle()),
        "width": float(line.get_linewidth()),
        "steps": str(line.get_drawstyle()),
        "marker": str(line.get_marker())[:40] if is_marked else None,
        "markerColor": color(line.get_markerfacecolor()) if is_marked else None,
        "pixels": pixels(line.get_transform(), *line.get_data(orig=False)),
    }


def _texts(line, kept, room):
    """The values before matplotlib converted them to numbers: dates, periods, names."""
    found = {}
    for name, given in (("xText", line.get_xdata(orig=True)), ("yText", line.get_ydata(orig=True))):
        texts = words(given, kept)
        if texts is not None:
            found[name] = [room.text(each) for each in texts[: room.take(len(texts))]]
    return found


def read_error_bars(container, room):
    line = container[0]
    entry = {"label": label(container, room), "x": None, "y": None}
    if line is not None:
        kept = room.take(len(line.get_xdata(orig=False)), 2)
        entry.update(x=column(line.get_xdata(orig=False), kept), y=column(line.get_ydata(orig=False), kept))
    return {**entry, **error_ranges(container, room)}


def error_ranges(container, room):
    """Start and end of each error bar, in the order of the points."""
    bars = list(container[2])
    wanted = [name for name, has in (("xRanges", container.has_xerr), ("yRanges", container.has_yerr)) if has]
    found = {}
    for name, collection in zip(wanted, bars):
        segments = collection.get_segments()
        axis = 0 if name == "xRanges" else 1
        kept = room.take(len(segments), 2)
        found[name] = [column(each[:, axis]) if len(each) else [None, None] for each in segments[:kept]]
    return found
