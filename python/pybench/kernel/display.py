"""What a cell shows of values and figures, in its place among what the cell prints."""

import base64
import builtins
import os
from collections.abc import Callable
from typing import Any

from .bundle import Data, Formatters, bundle, raw_bundle
from .failure import Output, describe
from .figures import Figures, describe_figure, is_empty, is_figure
from .fonts import install_font_fallback
from .ipython_display import redirect_ipython_display
from .outbox import outbox

MAX_PICTURE = 16 * 1024 * 1024


class Displays:
    def __init__(self, send: Callable[[Output], None], flush_streams: Callable[[], None]) -> None:
        self._send, self._flush_streams = send, flush_streams
        self._process = os.getpid()
        self._captured: list[Output] | None = None
        self.formatters = Formatters()
        self.figures = Figures(self._show_picture, self._show_empty, self.say)
        builtins.__dict__["display"] = self.display
        install_font_fallback()
        redirect_ipython_display(self.display)

    def display(
        self,
        *values: Any,
        raw: bool = False,
        display_id: Any = None,
        include: Any = None,
        exclude: Any = None,
        **_options: Any,
    ) -> "Handle | None":
        for value in values:
            if raw:
                self._show("display", raw_bundle(value))
            else:
                self._show_value("display", value, include, exclude)
        return Handle(self.display) if display_id else None

    def result(self, value: Any) -> None:
        self._show_value("result", value)

    def say(self, text: str) -> None:
        """Shows a note of the harness. Not through sys.stderr, which the cell may have replaced."""
        self._flush_streams()
        self._emit({"type": "stream", "name": "stderr", "text": text})

    def capture(self, outputs: list[Output] | None) -> list[Output] | None:
        """Collects outputs in the list instead of showing them. Returns the list that was used before."""
        before, self._captured = self._captured, outputs
        return before

    def show(self, output: Output) -> None:
        """Shows an output, such as one that was captured."""
        self._flush_streams()
        self._emit(output)

    def _show_value(self, kind: str, value: Any, include: Any = None, exclude: Any = None) -> None:
        if is_figure(value):
            self._show_figure(kind, value)
            return
        data = bundle(value, self.formatters, lambda error: self.show(describe(error)))
        if data is None:
            return  # It has displayed itself.
        kinds = [mime for mime in data if (not include or mime in include) and mime not in (exclude or ())]
        plain = {mime: data[mime] for mime in ("text/plain",) if mime in data}
        self._show(kind, {mime: data[mime] for mime in kinds} or plain)

    def _show_figure(self, kind: str, figure: Any) -> None:
        if is_empty(figure):
            self.figures.remember(figure)
            self._show(kind, {"text/plain": describe_figure(figure)})
            return
        png = self.figures.picture(figure)
        if png:
            self._show_picture(figure, png, kind)

    def _show_picture(self, figure: Any, png: bytes, kind: str = "display") -> None:
        if len(png) > MAX_PICTURE:
            self.say(f"[a figure is not shown: its picture has {len(png)} bytes, and {MAX_PICTURE} are the limit]\n")
        else:
            picture = base64.b64encode(png).decode("ascii")
            self._show(kind, {"text/plain": describe_figure(figure), "image/png": picture})

    def _show_empty(self, figure: Any) -> None:
        self._show_figure("display", figure)

    def _show(self, kind: str, data: Data) -> None:
        if data:
            self._flush_streams()
            self._emit({"type": kind, "data": data})

    def _emit(self, output: Output) -> None:
        if self._captured is not None:
            self._captured.append(output)
        elif os.getpid() != self._process:
            print(output.get("text") or output["data"].get("text/plain", ""))  # only the parent may use the channel
        else:
            outbox.send(self._send, output)


class Handle:
    """What display(…, display_id=…) returns. An output that was sent cannot be changed: an update is another output."""

    def __init__(self, display: Callable[..., Any]) -> None:
        self._display = display

    def display(self, value: Any, **options: Any) -> None:
        self._display(value, **options)

    update = display
