"""Calls an action on a module once it has been imported, at once if it is imported already. It never imports a module itself."""

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

Action = Callable[[Any], Any]

_actions: dict[str, list[Action]] = {}


def after_import(name: str, action: Action) -> None:
    """The exception of an action is dropped: a version of a library that we do not know must still be importable."""
    if _watcher not in sys.meta_path:
        sys.meta_path.insert(0, _watcher)
    module = sys.modules.get(name)
    if module is None:
        _actions.setdefault(name, []).append(action)
    else:
        _try(action, module)


class _Watcher:
    """A finder that lets the other finders find a module, and calls the actions after its execution."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
        actions = _actions.get(name)
        if not actions:
            return None
        for finder in sys.meta_path:
            spec = None if finder is _watcher else finder.find_spec(name, path, target)
            if spec is not None:
                _listen(spec.loader, actions)
                return spec
        return None


_watcher = _Watcher()


def _listen(loader: Any, actions: list[Action]) -> None:
    # Replaced on the loader's instance: it keeps its class, which other code looks at to read resources and sources.
    execute = loader.exec_module

    def exec_module(module: ModuleType) -> None:
        del loader.exec_module
        execute(module)
        for action in actions:
            _try(action, module)

    loader.exec_module = exec_module


def _try(action: Action, module: ModuleType) -> None:
    try:
        action(module)
    except Exception:
        pass
