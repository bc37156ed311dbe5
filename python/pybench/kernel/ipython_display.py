"""Replaces IPython's display functions, which show nothing without IPython's shell, by those of this package, and sets up
libraries that would show their output by the JavaScript of a notebook.
"""

import os
import sys
from collections.abc import Callable
from typing import Any

from .after_import import after_import


def redirect_ipython_display(display: Callable[..., Any]) -> None:
    def publish_display_data(data: Any, metadata: Any = None, **_options: Any) -> None:
        display(data, raw=True)

    def update_display(value: Any, *, display_id: Any = None, **options: Any) -> None:
        display(value, **options)

    def clear_output(wait: bool = False) -> None:
        """Does nothing: outputs that were sent cannot be removed."""

    ours = {
        "display": display,
        "publish_display_data": publish_display_data,
        "update_display": update_display,
        "clear_output": clear_output,
    }
    after_import("IPython.core.display_functions", lambda module: replace_everywhere(module, ours))
    after_import("PIL.ImageShow", lambda module: setattr(module, "ipython_display", display))
    after_import("plotly.io._renderers", _choose_plotly_renderer)
    after_import("tqdm.notebook", _draw_bars_as_text)


def _choose_plotly_renderer(module: Any) -> None:
    """Plotly's default for notebooks sends megabytes of JavaScript that no program would run here."""
    if "PLOTLY_RENDERER" not in os.environ:
        module.renderers.default = "plotly_mimetype"


def _draw_bars_as_text(module: Any) -> None:
    """tqdm's progress bars for notebooks raise an error without widgets, which are not installed."""
    if getattr(module, "IProgress", None) is None:
        from tqdm.std import tqdm, trange

        module.tqdm = module.tqdm_notebook = tqdm
        module.trange = module.tnrange = trange


def replace_everywhere(module: Any, replacements: dict[str, Callable[..., Any]]) -> None:
    """Replaces functions of a module of IPython, also under the names by which programs import them."""
    # By name: reading all modules would copy a page of memory for each of them in a fork of the warm process.
    for path in (module.__name__, "IPython", "IPython.display"):
        for name, ours in replacements.items():
            if hasattr(sys.modules.get(path), name):
                setattr(sys.modules[path], name, ours)
