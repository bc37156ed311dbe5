"""Chinese, Japanese and Korean text in figures: every text can fall back on a font that has these characters.

rcParams are not enough: `sns.set_theme()`, styles and the fonts that programs name replace them. The fallback is added where
matplotlib looks fonts up, after all requested fonts, so it never changes characters that these have.
"""

from typing import Any

from .after_import import after_import

# matplotlib names the image's font collection by its first face; other machines have other fonts.
_CANDIDATES = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "PingFang SC",
    "Hiragino Sans GB",
    "Arial Unicode MS",
)


def install_font_fallback() -> None:
    after_import("matplotlib.font_manager", _add_fallback)


def _add_fallback(font_manager: Any) -> None:
    import logging  # matplotlib has imported it already

    manager = font_manager.FontManager
    find = manager._find_fonts_by_props

    def _find_fonts_by_props(self: Any, prop: Any, fontext: str = "ttf", *args: Any, **options: Any) -> list[str]:
        paths = find(self, prop, fontext, *args, **options)
        fallback = _fallback(self) if fontext == "ttf" else None
        return [*paths, fallback] if fallback and fallback not in paths else paths

    manager._find_fonts_by_props = _find_fonts_by_props
    logging.getLogger("matplotlib.font_manager").addFilter(_Once())


class _Once:
    """A log filter that drops repetitions: matplotlib looks a missing font up, and warns, for every text of a figure."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def filter(self, record: Any) -> bool:
        message = record.getMessage()
        if len(self._seen) < 1000 and message not in self._seen:
            self._seen.add(message)
            return True
        return False


def _fallback(manager: Any) -> str | None:
    """The file of the first candidate, remembered on the manager: programs may add fonts and rebuild it."""
    if "_pybench_fallback" not in vars(manager):
        known: dict[str, str] = {}
        for font in manager.ttflist:
            # The regular face if there is one.
            if font.name in _CANDIDATES and (font.name not in known or font.weight in (400, "normal", "regular")):
                known[font.name] = font.fname
        manager._pybench_fallback = next((known[name] for name in _CANDIDATES if name in known), None)
    return manager._pybench_fallback
