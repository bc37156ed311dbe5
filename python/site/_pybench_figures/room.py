"""Limits on the size of one record. Figures can hold millions of points; a record stays below about 2 MB."""

_NUMBERS = 70_000
_CHARACTERS = 40_000
_ARTISTS = 2_000
_TEXT = 1_000
_UNREAD = 20


class Room:
    def __init__(self) -> None:
        self._numbers, self._characters, self._artists = _NUMBERS, _CHARACTERS, _ARTISTS
        self.left_out = 0
        self.unread: list[str] = []
        self.is_ascii = True

    def take(self, length: int, width: int = 1) -> int:
        """How many of `length` rows are kept. A series gets at most a third of the remaining numbers, so that a very
        long first series leaves some to the others."""
        kept = min(length, self._numbers // 3 // max(width, 1))
        self._numbers -= kept * width
        return kept

    def text(self, value: object) -> str:
        kept = str(value)[: min(_TEXT, self._characters)]
        self._characters -= len(kept)
        self.is_ascii = self.is_ascii and kept.isascii()
        return kept

    def each(self, artists, read) -> list:
        """What `read` returns for each visible artist, until the record is full."""
        found = []
        for artist in artists:
            if self._artists <= 0:
                self.left_out += 1
                continue
            entry = self.attempt(artist, read)
            if entry is not None:
                self._artists -= 1
                found.append(entry)
        return found

    def attempt(self, artist, read):
        """What `read` returns for one artist, if it is visible. An artist that cannot be read does not affect the others."""
        try:
            return read(artist) if _is_visible(artist) else None
        except Exception as error:
            if len(self.unread) < _UNREAD:
                self.unread.append(f"{type(artist).__name__}: {type(error).__name__}: {error}"[:200])
            return None


def _is_visible(artist) -> bool:
    # Containers, which hold artists without being one, have no such method.
    visible = getattr(artist, "get_visible", None)
    return visible is None or bool(visible())
