"""How much more goes into one record. Figures can hold millions of points; a record stays below about 2 MB."""

_NUMBERS = 70_000
_CHARACTERS = 40_000
_ARTISTS = 2_000
_TEXT = 1_000
_UNREAD = 20


class Room:
    def __init__(self):
        self._numbers, self._characters, self._artists = _NUMBERS, _CHARACTERS, _ARTISTS
        self.left_out = 0
        self.unread = []
        self.is_ascii = True

    def take(self, length, width=1):
        """How many of so many rows are kept. A series gets at most a third of what is left, so that a huge first
        one leaves some to the others."""
        kept = min(length, self._numbers // 3 // max(width, 1))
        self._numbers -= kept * width
        return kept

    def text(self, value):
        kept = str(value)[: min(_TEXT, self._characters)]
        self._characters -= len(kept)
        self.is_ascii = self.is_ascii and kept.isascii()
        return kept

    def each(self, artists, read):
        """What is read of each visible artist, as long as there is room for more."""
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
        """What is read of one artist, if it is visible. One that cannot be read does not take others with it."""
        try:
            return read(artist) if _is_visible(artist) else None
        except Exception as error:
            if len(self.unread) < _UNREAD:
                self.unread.append(f"{type(artist).__name__}: {type(error).__name__}: {error}"[:200])
            return None


def _is_visible(artist):
    # Containers, which hold artists without being one, have no such method.
    visible = getattr(artist, "get_visible", None)
    return visible is None or visible()
