"""Scattered points, segments, arrows and surfaces: the collections of matplotlib."""

import numpy as np

from .values import color, colors, column, data_axes, label, number, pixels

_SEGMENTS = 2_000


def read_points(collection, axes, room):
    spatial = getattr(collection, "_offsets3d", None)
    offsets = collection.get_offsets()
    given = spatial if spatial is not None else (offsets[:, 0], offsets[:, 1])
    kept = room.take(len(given[0]), len(given) + 2)
    return {
        "kind": type(collection).__name__,
        "label": label(collection, room),
        "length": len(given[0]),
        **{name: column(values, kept) for name, values in zip("xyz", given)},
        "data": "xy" if spatial is not None else data_axes(collection, axes, collection.get_offset_transform()),
        "size": _sizes(collection, kept),
        "color": _paints(collection, kept),
        **_shades(collection, room),
        "pixels": pixels(collection.get_offset_transform(), offsets[:, 0], offsets[:, 1]),
    }


def _sizes(collection, kept):
    """One size if all are the same, else one each."""
    sizes = np.asarray(collection.get_sizes() if hasattr(collection, "get_sizes") else [], dtype=float)
    if len(sizes) == 0:
        return None
    return number(sizes[0]) if (sizes == sizes[0]).all() else column(sizes, kept)


def _paints(collection, kept):
    """Face colours; the edges' where the markers are lines only."""
    faces = collection.get_facecolor()
    return colors(faces if len(faces) else collection.get_edgecolor(), kept)


def _shades(collection, room):
    """The values that a colour map has turned into colours."""
    values = collection.get_array()
    if values is None:
        return {}
    values = np.ma.ravel(values)
    return {"values": column(values, room.take(len(values))), **scale_of(collection)}


def scale_of(mappable):
    return {
        "colorMap": mappable.get_cmap().name,
        "colorLimits": [None if each is None else float(each) for each in mappable.get_clim()],
        "colorScale": type(mappable.norm).__name__,
    }


def read_segments(collection, axes, room):
    spatial = getattr(collection, "_segments3d", None)
    segments = list(spatial) if spatial is not None else collection.get_segments()
    entry = {"label": label(collection, room), "length": len(segments), "segments": []}
    for each in segments[:_SEGMENTS]:
        each = np.asarray(each, dtype=float)
        entry["segments"].append(column(each, room.take(len(each), each.shape[-1] if each.ndim == 2 else 1)))
    return {
        **entry,
        "data": "xy" if spatial is not None else data_axes(collection, axes),
        "color": colors(collection.get_edgecolor(), room.take(len(segments))),
    }


def read_arrows(quiver, axes, room):
    kept = room.take(len(quiver.XY), 4)
    given = (*np.asarray(quiver.XY, dtype=float).T, np.ma.ravel(quiver.U), np.ma.ravel(quiver.V))
    return {
        "label": label(quiver, room),
        "length": len(quiver.XY),
        **{name: column(values, kept) for name, values in zip("xyuv", given)},
        "color": colors(quiver.get_facecolor(), kept),
    }


def read_contours(contours, axes, room):
    return {
        "label": label(contours, room),
        "filled": bool(contours.filled),
        "levels": column(contours.levels, room.take(len(contours.levels))),
        **scale_of(contours),
    }


def read_surface(collection, axes, room):
    """Faces in space: those of bar3d, plot_surface and trisurf."""
    faces = getattr(collection, "_faces", None)
    if faces is None:  # matplotlib before 3.10 keeps all corners in one array
        corners, slices = np.asarray(collection._vec)[:3].T, collection._segslices
        faces = [corners[each] for each in slices]
    kept = room.take(len(faces), 12)
    return {
        "kind": type(collection).__name__,
        "label": label(collection, room),
        "length": len(faces),
        "faces": [column(each) for each in faces[:kept]],
        "color": color(collection.get_facecolor()[0]) if len(collection.get_facecolor()) else None,
    }
