"""Figures of matplotlib as pictures in the output: where plt.show() stands, and at the cell's end those left open."""

import io
import sys
import weakref

from .after_import import after_import

MAX_PIXELS = 40_000_000
MAX_SIDE = 2**16 - 1
PADDING = 0.1  # inches around the drawing


class Figures:
    """`show_picture(figure, data)`, `show_empty(figure)` and `say(text)` are where pictures and notes go."""

    def __init__(self, show_picture, show_empty, say):
        self._show_picture, self._show_empty, self._say = show_picture, show_empty, say
        self._shown = weakref.WeakKeyDictionary()  # figure -> hash of the picture that this cell has shown of it
        after_import("matplotlib.pyplot", self._replace_show)

    def show_open(self):
        """Shows the figures that are open, then closes them, as notebooks do."""
        self._show_all(close=True)
        self._shown.clear()

    def drop_open(self):
        """Closes the figures that an interrupted cell left open: drawing them could take as long as the cell did."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        count = len(pyplot.get_fignums()) if pyplot else 0
        if count:
            pyplot.close("all")
            self._say(f"[{count} open figure{'' if count == 1 else 's'} of the interrupted cell left out]\n")

    def picture(self, figure):
        """PNG of a figure, or None with a note."""
        try:
            png = _draw(figure)
        except Exception as error:
            self._say(f"[a figure could not be drawn: {_short(error)}]\n")
            return None
        self.remember(figure, png)
        return png

    def remember(self, figure, picture=b""):
        """What this cell has shown of a figure is not shown again."""
        try:
            self._shown[figure] = hash(picture)
        except TypeError:
            pass  # A figure class without weak references is shown again.

    def _replace_show(self, pyplot):
        def show(block=True, *_args, **_options):
            # With block=False the program goes on drawing, and closes the figure itself.
            self._show_all(close=block is not False)

        show.__doc__ = pyplot.show.__doc__
        pyplot.show = show

    def _show_all(self, close):
        helpers = sys.modules.get("matplotlib._pylab_helpers")
        if helpers is None or not helpers.Gcf.figs:
            return
        try:
            for manager in helpers.Gcf.get_all_fig_managers():
                figure = manager.canvas.figure
                if is_empty(figure):
                    if figure not in self._shown:
                        self._show_empty(figure)
                    continue
                before = self._shown.get(figure)
                png = self.picture(figure)
                if png and self._shown.get(figure) != before:
                    self._show_picture(figure, png)
        finally:
            if close:
                sys.modules["matplotlib.pyplot"].close("all")


def is_figure(value):
    module = sys.modules.get("matplotlib.figure")
    return module is not None and isinstance(value, getattr(module, "Figure", ()))


def is_empty(figure):
    """Notebooks show no picture of a figure on which nothing is drawn."""
    return not figure.axes and not figure.lines


def describe_figure(figure):
    return f"<Figure size {figure.bbox.width:.0f}x{figure.bbox.height:.0f} with {len(figure.axes)} Axes>"


def _draw(figure):
    _check_size(figure.bbox_inches, figure.dpi)
    figure.draw_without_rendering()
    box = figure.get_tightbbox().padded(PADDING)
    _check_size(box, figure.dpi)  # a text far outside makes it grow
    target = io.BytesIO()
    # Not savefig: that is what programs call, and what others may want to watch.
    figure.canvas.print_figure(
        target,
        format="png",
        dpi=figure.dpi,
        facecolor=figure.get_facecolor(),
        edgecolor=figure.get_edgecolor(),
        bbox_inches=box,
    )
    return target.getvalue()


def _check_size(box, dpi):
    width, height = (round(inches * dpi) for inches in (box.width, box.height))
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise ValueError(f"it has {width}×{height} pixels, and at most {MAX_PIXELS // 10**6} million are shown")


def _short(error):
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:300]}"
