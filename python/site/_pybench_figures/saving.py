"""Follows FigureCanvasBase.print_figure, through which matplotlib, pandas and seaborn save every figure. Code
that replaces Figure.savefig or plt.savefig still calls it."""

import functools
import inspect
import os
import sys
import types

from . import store
from .written import Written

# Pixels without a file format: frames of an animation, which an encoder reads.
_NOT_A_FILE = ("raw", "rgba")

_followed: set[type] = set()
_saving: set[int] = set()  # ids of the figures that are being saved, as saving one may call print_figure twice


def follow(canvas_class) -> None:
    if canvas_class not in _followed:
        _followed.add(canvas_class)
        canvas_class.print_figure = _recording(canvas_class.print_figure)


def _recording(original):
    signature = inspect.signature(original)

    # The names begin, give_up and finish are globals of the copy that _in_file_of makes.
    def print_figure(*args, **kwargs):
        save = begin(signature, args, kwargs)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
        try:
            result = original(*args, **kwargs)
        except BaseException as error:
            give_up(save)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
            # A bare raise adds no entry for this frame, so that the traceback is matplotlib's own.
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        finish(save)  # noqa: F821  # pyright: ignore[reportUndefinedVariable]
        return result

    return functools.wraps(original)(_in_file_of(original, print_figure))


def _in_file_of(original, function):
    """The same function as if it were defined in the file of the original. matplotlib attributes a warning to the first frame
    outside of matplotlib, which must be the line of the caller, not a line of this file."""
    names = {"__name__": original.__module__, "begin": _begin, "give_up": _give_up, "finish": _finish}
    code = function.__code__.replace(co_filename=sys.modules[original.__module__].__file__)
    return types.FunctionType(code, names, function.__name__, None, function.__closure__)


def _quiet(function):
    """Drops errors of the recording: the figure is saved all the same. An interrupt is raised."""

    @functools.wraps(function)
    def attempt(*args):
        try:
            return function(*args)
        except KeyboardInterrupt:
            raise
        except BaseException:
            return None

    return attempt


class _Save:
    """The saving of one figure. The record holds its state when it was drawn for the last time: only then are
    its coordinates those of the file, as dpi and bbox_inches='tight' are undone afterwards."""

    def __init__(self, canvas, target, format):
        self.canvas, self.figure, self.format = canvas, canvas.figure, format
        self.seen = None
        self.connection = canvas.mpl_connect("draw_event", self.drawn)
        self.written = Written(target)

    def drawn(self, event) -> None:
        self.see(event.canvas.figure, event.renderer)

    @_quiet
    def see(self, figure, renderer) -> None:
        # To find the tight box, matplotlib draws once with all methods of the renderer shadowed.
        if "draw_path" not in getattr(renderer, "__dict__", ()):
            from .snapshot import snapshot

            self.seen = snapshot(figure)

    def end(self) -> None:
        _saving.discard(id(self.figure))
        self.canvas.mpl_disconnect(self.connection)


@_quiet
def _begin(signature, args, kwargs):
    if not store.is_open():
        return None
    given = signature.bind(*args, **kwargs).arguments
    canvas = given["self"]
    target, format = _target(canvas, given["filename"], given.get("format"))
    if format in _NOT_A_FILE or id(canvas.figure) in _saving:
        return None
    save = _Save(canvas, target, format)
    _saving.add(id(canvas.figure))
    return save


def _target(canvas, filename, format):
    """The file and the format that print_figure will choose."""
    if isinstance(filename, os.PathLike):
        filename = os.fspath(filename)
    if format is None:
        if isinstance(filename, str):
            format = os.path.splitext(filename)[1][1:]
        if not format:
            format = canvas.get_default_filetype()
            if isinstance(filename, str):
                filename = f"{filename.rstrip('.')}.{format}"
    return filename, format.lower()


@_quiet
def _give_up(save):
    if save is not None:
        save.end()
        save.written.end()


@_quiet
def _finish(save):
    if save is None:
        return
    save.end()
    digest, size = save.written.end()
    if save.seen is not None and digest is not None:
        about = {"version": 1, "digest": digest, "bytes": size, "format": save.format}
        # While it is drawn for bbox_inches, a figure is as large as the box.
        inches = [float(each) for each in save.figure.get_size_inches()]
        store.put(digest, {**about, "inches": inches, **save.seen})
