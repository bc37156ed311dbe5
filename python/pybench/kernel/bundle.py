"""The MIME bundle of a value: its plain text, and the rich forms that notebooks show, each of bounded size."""

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from .plaintext import plaintext

MAX_TEXT = 256 * 1024
MAX_BINARY = 16 * 1024 * 1024
MAX_BUNDLE = 24 * 1024 * 1024  # all forms together, as they are sent

Data = dict[str, str]  # forms by MIME type
Report = Callable[[BaseException], None]
Printers = Mapping[type, Callable[..., Any]]

_TEXT_FORMS = (
    ("text/html", "_repr_html_"),
    ("text/markdown", "_repr_markdown_"),
    ("text/latex", "_repr_latex_"),
    ("image/svg+xml", "_repr_svg_"),
    ("application/json", "_repr_json_"),
    ("application/javascript", "_repr_javascript_"),
)
# Most values are of these types, which have no rich forms of their own.
_PLAIN_TYPES = {int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset}
_BINARY_FORMS = (("image/png", "_repr_png_"), ("image/jpeg", "_repr_jpeg_"), ("application/pdf", "_repr_pdf_"))


def bundle(value: Any, formatters: "Formatters", report: Report) -> Data | None:
    """None when the value displays itself. Exceptions of its own code go to `report`, and the other forms remain."""
    if (type(value) in _PLAIN_TYPES and not formatters.formatters) or isinstance(value, type) or _claims_everything(value):
        return _plain(value, formatters, report)
    if _shows_itself(value, report):
        return None
    plain = _plain(value, formatters, report)
    data: Data = _clean(_first(_call(value, "_repr_mimebundle_", report)))
    for mime, name in _TEXT_FORMS + _BINARY_FORMS:
        # A picture that is sent as PNG is not sent as JPEG, too.
        if mime not in data and not (mime == "image/jpeg" and "image/png" in data):
            form = formatters.rich(mime, value, report) or _call(value, name, report)
            _put(data, mime, _first(form))
    return {**plain, **data}


def raw_bundle(data: Any) -> Data:
    """A bundle that the program has made. A reader of text alone learns at least which forms it has."""
    clean = _clean(data)
    if "text/plain" not in clean and isinstance(data, dict):
        clean["text/plain"] = f"<{', '.join(str(mime) for mime in list(data)[:5])}>"
    return clean


def _clean(data: Any) -> Data:
    """Without the forms that cannot be sent."""
    clean: Data = {}
    for mime, form in list(data.items())[:20] if isinstance(data, dict) else ():
        if isinstance(mime, str) and "/" in mime and len(mime) < 200:
            _put(clean, mime, form)
    return clean


def _plain(value: Any, formatters: "Formatters", report: Report) -> Data:
    """Empty where the value's repr raises."""
    text = attempt(lambda: plaintext(value, formatters.printers("text/plain")), report)
    return {} if text is None else {"text/plain": _cut(text)}


def _put(data: Data, mime: str, form: Any) -> None:
    if isinstance(form, (bytes, bytearray)):
        text, limit = base64.b64encode(form).decode("ascii"), MAX_BINARY * 4 // 3 + 4
    elif isinstance(form, str):
        # Pictures that come as text are base64 already.
        text, limit = str(form), MAX_TEXT if _is_text(mime) else MAX_BINARY * 4 // 3 + 4
    elif form is None:
        return
    else:
        text, limit = _json(form), MAX_TEXT
    if mime == "text/plain":
        text = _cut(text)
    if 0 < len(text) <= limit and sum(map(len, data.values())) + len(text) <= MAX_BUNDLE:
        data[mime] = text


def _is_text(mime: str) -> bool:
    return mime.startswith(("text/", "application/")) or mime.endswith("+xml")


def _json(form: Any) -> str:
    return attempt(lambda: json.dumps(form, default=str)) or ""


def _cut(text: str) -> str:
    if len(text) <= MAX_TEXT:
        return text
    half = MAX_TEXT // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _claims_everything(value: Any) -> bool:
    """A mock or a proxy has a method of any name."""
    return attempt(lambda: getattr(value, "_ipython_canary_method_should_not_exist_", None)) is not None


def _shows_itself(value: Any, report: Report) -> bool:
    show = _method(value, "_ipython_display_")
    # As in IPython: when it fails, the other forms are tried.
    return show is not None and attempt(lambda: (show(),), report) is not None


def _call(value: Any, name: str, report: Report) -> Any:
    """A rich form that fails is left out; the plain one remains."""
    method = _method(value, name)
    return attempt(method, report) if method else None


def _method(value: Any, name: str) -> Callable[[], Any] | None:
    method = attempt(lambda: getattr(value, name, None))
    return method if callable(method) else None


def attempt(call: Callable[[], Any], report: Report | None = None) -> Any:
    """The result of a call into a value's own code, or None. Of its exceptions only an interrupt is passed on."""
    try:
        return call()
    except KeyboardInterrupt:
        raise
    except NotImplementedError:
        return None  # by this exception a value says that it has no such form
    except BaseException as error:
        if report:
            report(error)
        return None


def _first(form: Any) -> Any:
    """A form may be a pair with metadata, which is not sent."""
    return form[0] if isinstance(form, tuple) and form else form


class Formatters:
    """Printers that programs register for types, by MIME type: get_ipython().display_formatter.formatters[…]."""

    def __init__(self) -> None:
        self.formatters = _ByMime()
        self.active_types: list[str] = []

    def rich(self, mime: str, value: Any, report: Report) -> Any:
        printers = self.printers(mime)
        printer = next((printers[each] for each in type(value).__mro__ if each in printers), None) if printers else None
        return attempt(lambda: printer(value), report) if printer else None

    def printers(self, mime: str) -> Printers | None:
        return self.formatters[mime].type_printers if mime in self.formatters else None


class _ByMime(dict[str, "_Printers"]):
    def __missing__(self, mime: str) -> "_Printers":
        self[mime] = _Printers()
        return self[mime]


class _Printers:
    enabled = True

    def __init__(self) -> None:
        self.type_printers: dict[Any, Callable[..., Any]] = {}

    def for_type(self, kind: Any, printer: Callable[..., Any] | None = None) -> Callable[..., Any] | None:
        before = self.type_printers.get(kind)
        if printer is not None and isinstance(kind, type):
            self.type_printers[kind] = printer
        return before

    def for_type_by_name(self, _module: str, _name: str, _printer: Callable[..., Any] | None = None) -> None:
        """For types that are not imported yet. It does nothing: no known program needs it."""

    def pop(self, kind: Any, default: Any = None) -> Any:
        return self.type_printers.pop(kind, default)
