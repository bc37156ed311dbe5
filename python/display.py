"""What a cell shows of a value: the MIME bundle that notebooks have, and the figures left open."""

import base64
import builtins
import io
import sys

MAX_TEXT = 256 * 1024
MAX_BINARY = 16 * 1024 * 1024

_TEXT_FORMS = (
    ("text/html", "_repr_html_"),
    ("text/markdown", "_repr_markdown_"),
    ("text/latex", "_repr_latex_"),
    ("image/svg+xml", "_repr_svg_"),
)
_BINARY_FORMS = (("image/png", "_repr_png_"), ("image/jpeg", "_repr_jpeg_"))


class Displays:
    def __init__(self, send, flush_streams):
        self._send, self._flush_streams = send, flush_streams
        builtins.display = self.display

    def display(self, *values, **_options):
        for value in values:
            self._show("display", bundle(value))

    def result(self, value):
        self._show("result", bundle(value))

    def figures(self):
        """Shows every open matplotlib figure, then closes it."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        if pyplot is None:
            return
        for number in pyplot.get_fignums():
            image = io.BytesIO()
            figure = pyplot.figure(number)
            figure.savefig(image, format="png", bbox_inches="tight")
            self._show("display", {"text/plain": repr(figure), "image/png": encode(image.getvalue())})
        pyplot.close("all")

    def _show(self, kind, data):
        self._flush_streams()
        self._send({"type": kind, "data": data})


def bundle(value):
    data = {"text/plain": plain(value)}
    if isinstance(value, type):
        return data
    for mime, name in _TEXT_FORMS:
        text = call(value, name)
        if isinstance(text, str) and len(text) <= MAX_TEXT:
            data[mime] = text
    for mime, name in _BINARY_FORMS:
        raw = call(value, name)
        if isinstance(raw, bytes) and len(raw) <= MAX_BINARY:
            data[mime] = encode(raw)
    return data


def plain(value):
    try:
        text = repr(value)
    except Exception as error:
        text = f"<{type(value).__name__}: its repr raised {type(error).__name__}>"
    if len(text) > MAX_TEXT:
        text = f"{text[: MAX_TEXT // 2]}\n[{len(text) - MAX_TEXT} characters left out]\n{text[-MAX_TEXT // 2 :]}"
    return text


def call(value, name):
    method = getattr(value, name, None)
    try:
        return method() if callable(method) else None
    except Exception:
        return None  # A rich form that fails is left out: the plain one is there.


def encode(raw):
    return base64.b64encode(raw).decode("ascii")
