"""Imports the common modules one at a time, so that the warm process can fork between two imports."""

import gc
import importlib
import os
import sys
from collections.abc import Iterable


class Preload:
    """`modules` are all that may be imported, in order. With `background` they are all imported, one after the other;
    without it only those that a fork request names."""

    def __init__(self, modules: Iterable[str], background: bool) -> None:
        self._pending = dict.fromkeys(modules)
        self._background = background
        self._first: dict[str, None] = {}
        self._recorder_installed = False

    def require(self, names: Iterable[str]) -> None:
        """Puts modules before all others."""
        self._first.update(dict.fromkeys(name for name in names if name in self._pending))

    def lacks(self, names: Iterable[str]) -> bool:
        """Whether one of these is still to be imported."""
        return any(name in self._pending for name in names)

    @property
    def idle(self) -> bool:
        """There is nothing to import at present."""
        return not self._first and not (self._background and self._pending)

    @property
    def complete(self) -> bool:
        return not self._pending

    def step(self) -> None:
        """Imports the next module. One that is not installed is skipped."""
        name = next(iter(self._first or self._pending))
        self._first.pop(name, None)
        del self._pending[name]
        try:
            importlib.import_module(name)
        except ImportError:
            return
        if name == "jieba":
            # Its dictionary is loaded by the programs that use it: in this process it would slow down every fork.
            sys.modules[name].setLogLevel(60)
        self._install_recorder()
        threads = len(os.listdir("/proc/self/task"))
        if threads != 1:
            raise SystemExit(f"the import of {name} has started threads: {threads} are alive, a fork needs a single one")
        if self.complete:
            # Forks between two imports have frozen what was garbage at the time.
            gc.unfreeze()
            gc.collect()

    def _install_recorder(self) -> None:
        """Once matplotlib is there, so that all forks share the loaded figure recorder."""
        if not self._recorder_installed and "matplotlib.backend_bases" in sys.modules:
            import _pybench_figures

            _pybench_figures.install()
            self._recorder_installed = True
