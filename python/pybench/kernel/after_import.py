"""Acts on a module once it has been imported, at once if it is there already: nothing is imported for our sake."""

import sys

_actions = {}


def after_import(name, action):
    """An action that fails is left out: a library that we do not know must still be importable."""
    if _watcher not in sys.meta_path:
        sys.meta_path.insert(0, _watcher)
    module = sys.modules.get(name)
    if module is None:
        _actions.setdefault(name, []).append(action)
    else:
        _try(action, module)


class _Watcher:
    """A finder that leaves the finding to the others, and listens to the module being executed."""

    @staticmethod
    def find_spec(name, path=None, target=None):
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


def _listen(loader, actions):
    # On the loader's instance, so that everything else that asks this loader (resources, sources) finds it unchanged.
    execute = loader.exec_module

    def exec_module(module):
        del loader.exec_module
        execute(module)
        for action in actions:
            _try(action, module)

    loader.exec_module = exec_module


def _try(action, module):
    try:
        action(module)
    except Exception:
        pass
