"""IPython's own display functions, which print into the void without IPython's shell, lead to ours.

So do the libraries that believe themselves in a notebook and would bring its browser along.
"""

import os
import sys

from .after_import import after_import


def redirect_ipython_display(display):
    def publish_display_data(data, metadata=None, **_options):
        display(data, raw=True)

    def update_display(value, *, display_id=None, **options):
        display(value, **options)

    def clear_output(wait=False):
        """An output that is there stays: whoever reads it later sees all of it."""

    ours = {
        "display": display,
        "publish_display_data": publish_display_data,
        "update_display": update_display,
        "clear_output": clear_output,
    }
    after_import("IPython.core.display_functions", lambda module: replace_everywhere(module, ours))
    after_import("PIL.ImageShow", lambda module: setattr(module, "ipython_display", display))
    after_import("plotly.io._renderers", _lighten_plotly)
    after_import("tqdm.notebook", _draw_bars_as_text)


def _lighten_plotly(module):
    """Plotly's choice for notebooks loads megabytes of JavaScript that no reader of ours would run."""
    if "PLOTLY_RENDERER" not in os.environ:
        module.renderers.default = "plotly_mimetype"


def _draw_bars_as_text(module):
    """Without widgets, which nobody could see here, tqdm's bars for notebooks refuse to work."""
    if getattr(module, "IProgress", None) is None:
        from tqdm.std import tqdm, trange

        module.tqdm = module.tqdm_notebook = tqdm
        module.trange = module.tnrange = trange


def replace_everywhere(module, replacements):
    """Replaces functions of a module of IPython, also under the names by which programs import them."""
    # By name: to look at all modules would copy a page of memory for each of them in a fork of a warm interpreter.
    for path in (module.__name__, "IPython", "IPython.display"):
        for name, ours in replacements.items():
            if hasattr(sys.modules.get(path), name):
                setattr(sys.modules[path], name, ours)
