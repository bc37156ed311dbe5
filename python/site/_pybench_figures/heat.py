"""Heat maps: images and meshes of values, with their colour map."""

import numpy as np

from .points import scale_of
from .values import column, label, number


def read_image(image, axes, room):
    array = image.get_array()
    entry = {
        "kind": "image",
        "label": label(image, room),
        "shape": list(array.shape),
        "extent": [number(each) for each in image.get_extent()],
        "origin": image.origin,
    }
    if array.ndim != 2:
        return {**entry, "values": None}  # A picture: its colours are in the file.
    return {**entry, "values": _rows(array, room), **scale_of(image), **_colorbar(image, room)}


def read_mesh(mesh, axes, room):
    corners = np.asarray(mesh.get_coordinates(), dtype=float)
    array = np.ma.asarray(mesh.get_array())
    if array.ndim == 1:  # older matplotlib flattens
        array = array.reshape(corners.shape[0] - 1, corners.shape[1] - 1)
    entry = {"kind": "mesh", "label": label(mesh, room), "shape": list(array.shape)}
    if (corners[:, :, 0] == corners[:1, :, 0]).all() and (corners[:, :, 1] == corners[:, :1, 1]).all():
        entry["xEdges"] = column(corners[0, :, 0], room.take(corners.shape[1]))
        entry["yEdges"] = column(corners[:, 0, 1], room.take(corners.shape[0]))
    if array.ndim != 2:
        return {**entry, "values": None}
    return {**entry, "values": _rows(array, room), **scale_of(mesh), **_colorbar(mesh, room)}


def _rows(array, room):
    """The first rows, as many as the record may hold."""
    return column(array[: room.take(array.shape[0], array.shape[1])])


def _colorbar(mappable, room):
    bar = mappable.colorbar
    if bar is None:
        return {}
    text = bar.ax.get_ylabel() if bar.orientation == "vertical" else bar.ax.get_xlabel()
    return {"colorbar": {"label": room.text(text)}}
