"""One axes of a figure: where it is, how it is labelled, and what is drawn in it."""

from collections.abc import Callable
from typing import Any

from matplotlib import collections as mcollections
from matplotlib import container as mcontainer
from matplotlib import contour as mcontour
from matplotlib import legend as mlegend
from matplotlib import patches as mpatches
from matplotlib import quiver as mquiver

from . import heat, lines, patches, points, texts
from .axis import read_axis
from .values import box, color, number

# The first class that fits decides: the name in the record, and the function that reads it.
_PATCHES: tuple[tuple[type, str, Callable[..., Any]], ...] = (
    (mpatches.Rectangle, "rectangles", patches.read_rectangle),
    (mpatches.Wedge, "wedges", patches.read_wedge),
    (mpatches.StepPatch, "stairs", patches.read_stairs),
    (mpatches.Patch, "shapes", patches.read_shape),
)


def _is_mesh(each):
    return isinstance(each, mcollections.QuadMesh) or type(each).__name__ == "PolyQuadMesh"


def _is_surface(each):
    return type(each).__name__ == "Poly3DCollection"


def _has_offsets(each):
    """Markers: one outline at many places. An area is many outlines at their own places."""
    return isinstance(each, mcollections.PathCollection) or len(each.get_offsets()) > 1


_COLLECTIONS: tuple[tuple[Callable[[Any], bool], str, Callable[..., Any]], ...] = (
    (_is_mesh, "heatMaps", heat.read_mesh),
    (_is_surface, "surfaces", points.read_surface),
    (lambda each: isinstance(each, mcontour.ContourSet), "contours", points.read_contours),
    (lambda each: isinstance(each, mquiver.Quiver), "arrows", points.read_arrows),
    (lambda each: isinstance(each, mcollections.LineCollection), "segments", points.read_segments),
    (_has_offsets, "points", points.read_points),
    (lambda each: True, "shapes", patches.read_polygons),
)


def read_axes(axes, everywhere, room):
    names = "xyz" if axes.name == "3d" else "xy"
    entry = {
        "pixels": box(axes.bbox.bounds),
        "projection": axes.name,
        "role": _role(axes, everywhere),
        "twinOf": _twin(axes, everywhere),
        "cell": _cell(axes),
        "color": color(axes.get_facecolor()),
        **_titles(axes, room),
        **{name: read_axis(axes, name, room) for name in names},
    }
    if axes.name == "polar":
        offset, direction = axes.get_theta_offset(), axes.get_theta_direction()
        entry["polar"] = {"offset": number(offset), "direction": number(direction)}
    if axes.name == "3d":
        entry["view"] = {"elevation": number(axes.elev), "azimuth": number(axes.azim)}
    # The mesh of a colour bar only repeats the colour map.
    return entry if entry["role"] == "colorbar" else {**entry, **_artists(axes, room)}


def _titles(axes, room):
    title = getattr(axes, "get_title", lambda loc: "")  # a secondary axis has none
    names = {"title": "center", "titleLeft": "left", "titleRight": "right"}
    return {name: room.text(title(loc=loc)) for name, loc in names.items()}


def _artists(axes, room):
    """Everything in the axes by kind. The artists of a container are recorded only with the container."""
    bars = [each for each in axes.containers if isinstance(each, mcontainer.BarContainer)]
    errors = [each for each in axes.containers if isinstance(each, mcontainer.ErrorbarContainer)]
    of_bars = {id(each.errorbar) for each in bars}
    taken = {id(patch) for each in bars for patch in each.patches}
    taken |= {id(part) for each in errors for part in (*each[1], *each[2])}

    def free(artists):
        return [each for each in artists if id(each) not in taken]

    own_errors = [each for each in errors if id(each) not in of_bars]
    found = {
        "legends": room.each(_legends(axes), lambda each: texts.read_legend(each, room)),
        "bars": room.each(_present(bars, axes), lambda each: patches.read_bars(each, axes, room)),
        "errorBars": room.each(own_errors, lambda each: lines.read_error_bars(each, room)),
        "lines": room.each(free(axes.lines), lambda each: lines.read_line(each, axes, room)),
        "heatMaps": room.each(axes.images, lambda each: heat.read_image(each, axes, room)),
    }
    labels = [each for each in axes.texts if each.get_text()]
    for kind, name, read in _PATCHES:
        extra = (labels,) if name == "wedges" else ()
        chosen = [each for each in free(axes.patches) if _first(_PATCHES, each) is kind]
        found[name] = room.each(chosen, lambda each, read=read, extra=extra: read(each, axes, room, *extra))
    sorted_by_kind = [(each, _kind_of(each)) for each in free(axes.collections)]
    for test, name, read in _COLLECTIONS:
        chosen = [each for each, kind in sorted_by_kind if kind is test]
        found[name] = found.get(name, []) + room.each(chosen, lambda each, read=read: read(each, axes, room))
    found["texts"] = room.each(labels, lambda each: texts.read_text(each, axes, room))
    found["tables"] = room.each(axes.tables, lambda each: texts.read_table(each, room))
    return {name: entries for name, entries in found.items() if entries}


def _first(kinds, artist):
    return next((kind for kind, _, _ in kinds if isinstance(artist, kind)), None)


def _kind_of(collection):
    return next(test for test, _, _ in _COLLECTIONS if test(collection))


def _present(bars, axes):
    """A container stays in the list when its bars have been removed."""
    return [each for each in bars if any(patch.axes is axes for patch in each.patches)]


def _legends(axes):
    """The legend, and the earlier ones that were kept by add_artist."""
    own = axes.get_legend()
    others = [each for each in axes.artists if isinstance(each, mlegend.Legend)]
    return others if own is None else [own, *others]


def _role(axes, everywhere):
    if hasattr(axes, "_colorbar"):
        return "colorbar"
    if type(axes).__name__ == "SecondaryAxis":
        return "secondary"
    return "inset" if any(axes in each.child_axes for each in everywhere) else "plot"


def _twin(axes, everywhere):
    """Index of the earlier axes at the same position."""
    siblings = axes._twinned_axes.get_siblings(axes)
    return next((at for at, each in enumerate(everywhere[: everywhere.index(axes)]) if each in siblings), None)


def _cell(axes):
    """Position in a grid of subplots."""
    spec = axes.get_subplotspec()
    if spec is None:
        return None
    rows, columns = spec.get_gridspec().get_geometry()
    return {
        "rows": rows,
        "columns": columns,
        "row": [spec.rowspan.start, spec.rowspan.stop],
        "column": [spec.colspan.start, spec.colspan.stop],
    }
