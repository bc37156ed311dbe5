"""Figure capture: when matplotlib saves a figure, a side file says what is in it, for the verifier.

Every Python of the sandbox starts with this file, so it is tiny: it only waits for matplotlib, without importing
it. Nothing here may ever be noticed by the code that runs: no error, no warning, no delay.
"""

import sys


class _Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "matplotlib.backend_bases":
            from .hook import find_and_follow

            return find_and_follow(self, name, path, target)


def install(folder=None):
    """Records figures from now on, into the folder if one is named. May be called again, before or after
    matplotlib is imported; a zygote calls it after, so that its children share the loaded recorder."""
    if not any(type(finder) is _Finder for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
    if folder is not None or "matplotlib.backend_bases" in sys.modules:
        from .hook import set_up

        set_up(folder)
