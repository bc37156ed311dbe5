"""Figure capture: when matplotlib saves a figure, a side file records what the figure shows, for the verifier.

Every Python of the sandbox starts with this file, so it is small: it waits for the import of matplotlib, and does not
import it. The code that runs must notice nothing of it: no error, no warning, no delay.
"""

import sys


class _Finder:
    def find_spec(self, name: str, path=None, target=None):
        if name == "matplotlib.backend_bases":
            from .hook import find_and_follow

            return find_and_follow(self, name, path, target)


def install(folder: str | None = None) -> None:
    """Records figures from now on, into the folder if one is named. May be called again, before or after
    matplotlib is imported; a zygote calls it after, so that its children share the loaded recorder."""
    if not any(type(finder) is _Finder for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    if folder is not None or "matplotlib.backend_bases" in sys.modules:
        from .hook import set_up

        set_up(folder)
