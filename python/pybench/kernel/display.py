"""What a cell shows of values and figures, in its place among what the cell prints."""

import base64
import builtins
import os

from .bundle import Formatters, bundle, raw_bundle
from .failure import describe
from .figures import Figures, describe_figure, is_empty, is_figure
from .fonts import install_font_fallback
from .ipython_display import redirect_ipython_display
from .outbox import outbox

MAX_PICTURE = 16 * 1024 * 1024


class Displays:
    def __init__(self, send, flush_streams):
        self._send, self._flush_streams = send, flush_streams
        self._process = os.getpid()
        self._captured = None
        self.formatters = Formatters()
        self.figures = Figures(self._show_picture, self._show_empty, self.say)
        builtins.display = self.display
        install_font_fallback()
        redirect_ipython_display(self.display)

    def display(self, *values, raw=False, display_id=None, include=None, exclude=None, **_options):
        for value in values:
            if raw:
                self._show("display", raw_bundle(value))
            else:
                self._show_value("display", value, include, exclude)
        return Handle(self.display) if display_id else None

    def result(self, value):
        self._show_value("result", value)

    def say(self, text):
        """A note of ours, apart from sys.stderr, which may be the cell's own by now."""
        self._flush_streams()
        self._emit({"type": "stream", "name": "stderr", "text": text})

    def capture(self, outputs):
        """Collects outputs in the list instead of showing them. Returns the list that was used before."""
        before, self._captured = self._captured, outputs
        return before

    def show(self, output):
        """An output that was captured."""
        self._flush_streams()
        self._emit(output)

    def _show_value(self, kind, value, include=None, exclude=None):
        if is_figure(value):
            self._show_figure(kind, value)
            return
        data = bundle(value, self.formatters, lambda error: self.show(describe(error)))
        if data is None:
            return  # It has displayed itself.
        kinds = [mime for mime in data if (not include or mime in include) and mime not in (exclude or ())]
        plain = {mime: data[mime] for mime in ("text/plain",) if mime in data}
        self._show(kind, {mime: data[mime] for mime in kinds} or plain)

    def _show_figure(self, kind, figure):
        if is_empty(figure):
            self.figures.remember(figure)
            self._show(kind, {"text/plain": describe_figure(figure)})
            return
        png = self.figures.picture(figure)
        if png:
            self._show_picture(figure, png, kind)

    def _show_picture(self, figure, png, kind="display"):
        if len(png) > MAX_PICTURE:
            self.say(f"[a figure is not shown: its picture has {len(png)} bytes, and {MAX_PICTURE} are the limit]\n")
        else:
            picture = base64.b64encode(png).decode("ascii")
            self._show(kind, {"text/plain": describe_figure(figure), "image/png": picture})

    def _show_empty(self, figure):
        self._show_figure("display", figure)

    def _show(self, kind, data):
        if data:
            self._flush_streams()
            self._emit({"type": kind, "data": data})

    def _emit(self, output):
        if self._captured is not None:
            self._captured.append(output)
        elif os.getpid() != self._process:
            print(output.get("text") or output["data"].get("text/plain", ""))  # The channel is the parent's.
        else:
            outbox.send(self._send, output)


class Handle:
    """What display(…, display_id=…) returns. An output that is there cannot be changed: updates are shown anew."""

    def __init__(self, display):
        self._display = display

    def display(self, value, **options):
        self._display(value, **options)

    update = display
