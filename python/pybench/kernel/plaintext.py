"""The plain text of a value as a notebook prints it: by IPython's own pretty printer, without IPython's shell."""

import importlib.util
import io
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any

MAX_WIDTH, MAX_ITEMS = 79, 1000  # as in IPython's formatter for text
# For these types the printer returns the repr, and most results are of them.
_SIMPLE = {int, float, complex, bool, str, bytes, type(None)}


def plaintext(value: Any, printers: Mapping[type, Callable[..., Any]] | None = None) -> str:
    """Raises what the value's own code raises. `printers` are those that the program has registered, by type."""
    if _pretty is None or (type(value) in _SIMPLE and not printers):
        return repr(value)
    page = io.StringIO()
    printer = _pretty.RepresentationPrinter(
        page,
        max_width=MAX_WIDTH,
        max_seq_length=MAX_ITEMS,
        singleton_pprinters=_pretty._singleton_pprinters,
        type_pprinters={**_pretty._type_pprinters, **(printers or {})},
        deferred_pprinters=_pretty._deferred_type_pprinters,
    )
    printer.pretty(value)
    printer.flush()
    return page.getvalue()


def _load() -> Any:
    """IPython's printer alone: importing the whole package would slow down every fork. None where it is missing."""
    try:
        package = importlib.util.find_spec("IPython")
    except (ImportError, ValueError):
        package = None
    if package is None or not package.submodule_search_locations:
        return None
    if "IPython" in sys.modules:
        return importlib.import_module("IPython.lib.pretty")
    bare = types.ModuleType("IPython")
    bare.__path__ = list(package.submodule_search_locations)
    sys.modules["IPython"] = bare
    try:
        return importlib.import_module("IPython.lib.pretty")
    except Exception:
        return None
    finally:
        for name in [name for name in sys.modules if name == "IPython" or name.startswith("IPython.")]:
            del sys.modules[name]


_pretty = _load()
