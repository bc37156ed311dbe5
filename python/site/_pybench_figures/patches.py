"""Bars, rectangles, wedges and other shapes."""

import math

import numpy as np

from .lines import error_ranges
from .values import box, color, column, data_axes, label, number, pixels, place

_PATHS = 200
_BOXES = 500


def read_bars(container, axes, room):
    patches = [patch for patch in container.patches if patch.get_visible()]
    kept = room.take(len(patches), 9)
    bounds = [_bounds(patch) for patch in patches[:kept]]
    x, y, width, height = zip(*bounds) if bounds else ((), (), (), ())
    paints = [color(patch.get_facecolor()) for patch in patches[:kept]]
    entry = {
        # A histogram labels its first bar, not the container.
        "label": label(container, room) or (label(patches[0], room) if patches else ""),
        "orientation": container.orientation or "vertical",
        "length": len(patches),
        "x": column(x),
        "y": column(y),
        "width": column(width),
        "height": column(height),
        "color": paints[0] if paints and len(set(paints)) == 1 else paints,
        "edge": color(patches[0].get_edgecolor()) if patches else None,
        "hatch": patches[0].get_hatch() if patches else None,
        **_places(axes, bounds),
    }
    if container.errorbar is not None:
        entry["errors"] = error_ranges(container.errorbar, room)
    return entry


def _bounds(patch):
    return patch.get_x(), patch.get_y(), patch.get_width(), patch.get_height()


def _places(axes, bounds):
    """Boxes in the picture; where a bar is not a rectangle, as on a polar plot, the position of its middle."""
    if axes.name != "rectilinear":
        x, y, width, height = np.array(bounds, dtype=float).reshape(-1, 4).T
        return {"centers": pixels(axes.transData, x + width / 2, y + height / 2)}
    corners = np.array([((x, y), (x + w, y + h)) for x, y, w, h in bounds[:_BOXES]], dtype=float).reshape(-1, 2)
    corners = axes.transData.transform(corners).reshape(-1, 2, 2)
    low, high = corners.min(axis=1), corners.max(axis=1)
    return {"pixels": column(np.round(np.hstack([low, high - low]), 2))}


def read_rectangle(patch, axes, room):
    x, y, width, height = (number(each) for each in _bounds(patch))
    extent = patch.get_path().get_extents(patch.get_transform())
    return {
        "label": label(patch, room),
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "angle": number(patch.get_angle()),
        "data": data_axes(patch, axes, patch.get_data_transform()),
        **_paint(patch),
        "pixels": box(extent.bounds),
    }


def read_wedge(patch, axes, room, texts):
    """A wedge of a pie, with the texts on its bisector: its label and its percentage."""
    span = patch.theta2 - patch.theta1
    middle = math.radians((patch.theta1 + patch.theta2) / 2)
    inner = patch.r - patch.width if patch.width is not None else 0
    reach = (inner + patch.r) / 2
    center = patch.center
    return {
        "label": label(patch, room),
        "theta1": number(patch.theta1),
        "theta2": number(patch.theta2),
        "share": number(span / 360),
        "center": [number(each) for each in center],
        "radius": number(patch.r),
        "inner": number(inner),
        "texts": [room.text(text) for text, angle in _around(texts, center) if _same_angle(angle, middle)],
        **_paint(patch),
        "pixels": place(patch.get_data_transform(), center[0] + reach * math.cos(middle), center[1] + reach * math.sin(middle)),
    }


def _around(texts, center):
    for each in texts:
        x, y = each.get_position()
        yield each.get_text(), math.atan2(y - center[1], x - center[0])


def _same_angle(one, other):
    return abs(math.remainder(one - other, 2 * math.pi)) < 1e-6


def read_stairs(patch, axes, room):
    values, edges, baseline = patch.get_data()
    kept = room.take(len(values), 2)
    return {
        "label": label(patch, room),
        "orientation": patch.orientation,
        "length": len(values),
        "values": column(values, kept),
        "edges": column(edges, kept + 1),
        "baseline": None if baseline is None else column(np.atleast_1d(baseline), kept),
        **_paint(patch),
    }


def read_shape(patch, axes, room):
    """Any other patch, as its outline."""
    path = patch.get_patch_transform().transform_path(patch.get_path())
    kept = room.take(len(path.vertices), 2)
    return {
        "kind": type(patch).__name__,
        "label": label(patch, room),
        "length": 1,
        "paths": [column(path.vertices, kept)],
        "data": data_axes(patch, axes, patch.get_data_transform()),
        **_paint(patch),
    }


def read_polygons(collection, axes, room):
    """Areas, such as those of fill_between, stackplot and violin plots."""
    paths = collection.get_paths()
    faces = collection.get_facecolor()
    return {
        "kind": type(collection).__name__,
        "label": label(collection, room),
        "length": len(paths),
        "paths": [column(path.vertices, room.take(len(path.vertices), 2)) for path in paths[:_PATHS]],
        "data": data_axes(collection, axes),
        "color": color(faces[0]) if len(faces) else None,
        "edge": color(collection.get_edgecolor()[0]) if len(collection.get_edgecolor()) else None,
    }


def _paint(patch):
    return {"color": color(patch.get_facecolor()), "edge": color(patch.get_edgecolor())}
