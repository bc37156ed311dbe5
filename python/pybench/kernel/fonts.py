"""Chinese, Japanese and Korean text in figures: every text may fall back on a font that has these characters.

Setting rcParams would not do: `sns.set_theme()`, styles and the fonts that programs name replace it. The fallback is
added where matplotlib looks fonts up, after all fonts that were asked for, so it never changes what they can show.
"""

from .after_import import after_import

# The image's collection is known to matplotlib by its first face; other machines have other fonts.
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


def install_font_fallback():
    after_import("matplotlib.font_manager", _add_fallback)


def _add_fallback(font_manager):
    import logging  # which matplotlib has imported by now

    manager = font_manager.FontManager
    find = manager._find_fonts_by_props

    def _find_fonts_by_props(self, prop, fontext="ttf", *args, **options):
        paths = find(self, prop, fontext, *args, **options)
        fallback = _fallback(self) if fontext == "ttf" else None
        return [*paths, fallback] if fallback and fallback not in paths else paths

    manager._find_fonts_by_props = _find_fonts_by_props
    logging.getLogger("matplotlib.font_manager").addFilter(_Once())


class _Once:
    """A filter: a font that is not there is looked up, and complained of, for every text of a figure."""

    def __init__(self):
        self._said = set()

    def filter(self, record):
        said = record.getMessage()
        if len(self._said) < 1000 and said not in self._said:
            self._said.add(said)
            return True
        return False


def _fallback(manager):
    """The file of the first candidate, remembered on the manager: programs may add fonts and rebuild it."""
    if "_pybench_fallback" not in vars(manager):
        known = {}
        for font in manager.ttflist:
            # The regular face if there is one: no text asks for light Chinese.
            if font.name in _CANDIDATES and (font.name not in known or font.weight in (400, "normal", "regular")):
                known[font.name] = font.fname
        manager._pybench_fallback = next((known[name] for name in _CANDIDATES if name in known), None)
    return manager._pybench_fallback
