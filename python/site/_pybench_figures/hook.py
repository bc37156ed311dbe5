"""Changes matplotlib.backend_bases when it is imported, when it is reloaded, or at once if it is imported already."""

import sys


def set_up(folder: str | None) -> None:
    if folder is not None:
        from . import store

        store.use(folder)
    module = sys.modules.get("matplotlib.backend_bases")
    if module is not None:
        _follow_module(module)
        from . import snapshot  # noqa: F401  # pyright: ignore[reportUnusedImport]  the first saved figure needs it


def find_and_follow(own, name: str, path, target):
    """Lets the other finders find the module, and changes it once it has been executed."""
    for finder in list(sys.meta_path):
        find_spec = None if finder is own else getattr(finder, "find_spec", None)
        spec = find_spec(name, path, target) if find_spec else None
        if spec is not None:
            _follow_loader(spec.loader)
            return spec
    return None


def _follow_loader(loader) -> None:
    """The loader keeps its type, which inspect and pkgutil check. Only the next exec_module of this loader changes."""
    execute = loader.exec_module

    def exec_module(module):
        loader.__dict__.pop("exec_module", None)
        try:
            execute(module)
        except BaseException as error:
            # A bare raise adds no entry for this frame: the traceback is the one of an ordinary import.
            error.__traceback__ = error.__traceback__ and error.__traceback__.tb_next
            raise
        _follow_module(module)

    try:
        loader.exec_module = exec_module
    except Exception:
        pass  # The loader accepts no attributes: no figure is recorded.


def _follow_module(module) -> None:
    try:
        from .saving import follow

        follow(module.FigureCanvasBase)
    except Exception:
        pass  # An unknown version of matplotlib: no figure is recorded.
