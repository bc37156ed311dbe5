"""The MIME bundle of a value: its plain text, and the rich forms that notebooks show, each of bounded size."""

import base64
import json

MAX_TEXT = 256 * 1024
MAX_BINARY = 16 * 1024 * 1024
MAX_BUNDLE = 24 * 1024 * 1024  # all forms together, as they are sent

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


def bundle(value, formatters=None):
    """None when the value displays itself."""
    simple = type(value) in _PLAIN_TYPES and not (formatters and formatters.formatters)
    if simple or isinstance(value, type) or _claims_everything(value):
        return {"text/plain": plain_text(value)}
    if _shows_itself(value):
        return None
    plain = (formatters and formatters.plain(value)) or plain_text(value)
    data = _clean(_first(_call(value, "_repr_mimebundle_")))
    for mime, name in _TEXT_FORMS + _BINARY_FORMS:
        # Who has a PNG needs no JPEG of the same picture.
        if mime not in data and not (mime == "image/jpeg" and "image/png" in data):
            form = (formatters and formatters.rich(mime, value)) or _call(value, name)
            _put(data, mime, _first(form))
    return {"text/plain": plain, **data}


def raw_bundle(data):
    """A bundle that somebody else has made. Whoever reads only text learns at least what there was."""
    clean = _clean(data)
    if "text/plain" not in clean and isinstance(data, dict):
        clean["text/plain"] = f"<{', '.join(str(mime) for mime in list(data)[:5])}>"
    return clean


def _clean(data):
    """Without what we cannot carry."""
    clean = {}
    for mime, form in list(data.items())[:20] if isinstance(data, dict) else ():
        if isinstance(mime, str) and "/" in mime and len(mime) < 200:
            _put(clean, mime, form)
    return clean


def plain_text(value):
    try:
        text = repr(value)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        text = f"<{type(value).__name__}: its repr raised {type(error).__name__}>"
    return _cut(text)


def _put(data, mime, form):
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


def _is_text(mime):
    return mime.startswith(("text/", "application/")) or mime.endswith("+xml")


def _json(form):
    return attempt(lambda: json.dumps(form, default=str)) or ""


def _cut(text):
    if len(text) <= MAX_TEXT:
        return text
    half = MAX_TEXT // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _claims_everything(value):
    """A mock or a proxy has any method that one asks it for."""
    return attempt(lambda: getattr(value, "_ipython_canary_method_should_not_exist_", None)) is not None


def _shows_itself(value):
    show = _method(value, "_ipython_display_")
    # As IPython has it: when that fails, the other forms are tried.
    return show is not None and attempt(lambda: (show(),)) is not None


def _call(value, name):
    """A rich form that fails is left out: the plain one is there."""
    method = _method(value, name)
    return attempt(method) if method else None


def _method(value, name):
    method = attempt(lambda: getattr(value, name, None))
    return method if callable(method) else None


def attempt(call):
    """The result of a call into a value's own code, or None. Only an interrupt is more important than the output."""
    try:
        return call()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def _first(form):
    """Forms may come with metadata, which has no place here."""
    return form[0] if isinstance(form, tuple) and form else form


class Formatters:
    """Printers that programs register for types, by MIME type: get_ipython().display_formatter.formatters[…]."""

    def __init__(self):
        self.formatters = _ByMime()
        self.active_types = []

    def rich(self, mime, value):
        printer = self.formatters.find(mime, value)
        return attempt(lambda: printer(value)) if printer else None

    def plain(self, value):
        """Plain printers write into a page that is handed to them."""
        printer = self.formatters.find("text/plain", value)
        if not printer:
            return None
        page = _Page()
        attempt(lambda: printer(value, page, False))
        return _cut("".join(page.pieces)) or None


class _ByMime(dict):
    def __missing__(self, mime):
        self[mime] = _Printers()
        return self[mime]

    def find(self, mime, value):
        printers = self[mime].type_printers if mime in self else None
        if not printers:
            return None
        return next((printers[each] for each in type(value).__mro__ if each in printers), None)


class _Printers:
    enabled = True

    def __init__(self):
        self.type_printers = {}

    def for_type(self, kind, printer=None):
        before = self.type_printers.get(kind)
        if printer is not None and isinstance(kind, type):
            self.type_printers[kind] = printer
        return before

    def for_type_by_name(self, _module, _name, _printer=None):
        """Types that are not imported yet: no program that we know of needs them."""

    def pop(self, kind, default=None):
        return self.type_printers.pop(kind, default)


class _Page:
    def __init__(self):
        self.pieces = []

    def text(self, text):
        self.pieces.append(text)

    def breakable(self, space=" "):
        self.pieces.append(space)

    def pretty(self, value):
        self.pieces.append(plain_text(value))
