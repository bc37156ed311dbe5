"""Figures of matplotlib as pictures in the output: at plt.show(), and at the end of the cell those that are still open."""

import io
import sys
import weakref
from collections.abc import Callable
from typing import Any

from .after_import import after_import

MAX_PIXELS = 40_000_000
MAX_SIDE = 2**16 - 1
PADDING = 0.1  # inches around the drawing


class Figures:
    """`show_picture(figure, png)`, `show_empty(figure)` and `say(text)` send pictures and notes."""

    def __init__(
        self,
        show_picture: Callable[[Any, bytes], None],
        show_empty: Callable[[Any], None],
        say: Callable[[str], None],
    ) -> None:
        self._show_picture, self._show_empty, self._say = show_picture, show_empty, say
        # By figure: the hash of the picture that this cell has shown of it.
        self._shown: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        after_import("matplotlib.pyplot", self._replace_show)

    def show_open(self) -> None:
        """Shows the figures that are open, then closes them, as notebooks do."""
        self._show_all(close=True)
        self._shown.clear()

    def drop_open(self) -> None:
        """Closes the figures that an interrupted cell left open: drawing them could take as long as the cell did."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        count = len(pyplot.get_fignums()) if pyplot else 0
        if pyplot and count:
            pyplot.close("all")
            self._say(f"[{count} open figure{'' if count == 1 else 's'} of the interrupted cell left out]\n")

    def picture(self, figure: Any) -> bytes | None:
        """The PNG of a figure; where it cannot be drawn, a note and None."""
        try:
            png = _draw(figure)
        except Exception as error:
            self._say(f"[a figure could not be drawn: {_short(error)}]\n")
            return None
        self.remember(figure, png)
        return png

    def remember(self, figure: Any, picture: bytes = b"") -> None:
        """The same picture of a figure is not shown again by this cell."""
        try:
            self._shown[figure] = hash(picture)
        except TypeError:
            pass  # A class of figures without weak references: such a figure may be shown twice.

    def _replace_show(self, pyplot: Any) -> None:
        def show(block: Any = True, *_args: Any, **_options: Any) -> None:
            # With block=False the program continues to draw, and closes the figure itself.
            self._show_all(close=block is not False)

        show.__doc__ = pyplot.show.__doc__
        pyplot.show = show

    def _show_all(self, close: bool) -> None:
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


def is_figure(value: Any) -> bool:
    module = sys.modules.get("matplotlib.figure")
    return module is not None and isinstance(value, getattr(module, "Figure", ()))


def is_empty(figure: Any) -> bool:
    """Notebooks show no picture of a figure on which nothing is drawn."""
    return not figure.axes and not figure.lines


def describe_figure(figure: Any) -> str:
    return f"<Figure size {figure.bbox.width:.0f}x{figure.bbox.height:.0f} with {len(figure.axes)} Axes>"


def _draw(figure: Any) -> bytes:
    _check_size(figure.bbox_inches, figure.dpi)
    figure.draw_without_rendering()
    box = figure.get_tightbbox().padded(PADDING)
    _check_size(box, figure.dpi)  # a text far outside makes the picture larger
    target = io.BytesIO()
    # Not savefig, which programs may have replaced.
    figure.canvas.print_figure(
        target,
        format="png",
        dpi=figure.dpi,
        facecolor=figure.get_facecolor(),
        edgecolor=figure.get_edgecolor(),
        bbox_inches=box,
    )
    return target.getvalue()


def _check_size(box: Any, dpi: float) -> None:
    width, height = (round(inches * dpi) for inches in (box.width, box.height))
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise ValueError(f"it has {width}×{height} pixels, and at most {MAX_PIXELS // 10**6} million are shown")


def _short(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0][:300]}"
