"""Moves what the warm process has imported into huge pages: a fork copies the page table, the end of a process frees it, and a
huge page needs one entry instead of 512. A child that writes still copies a small page."""

from collections.abc import Iterator

from .linux import madvise

MADV_COLLAPSE = 25
SIZE = 2 << 20
ROUNDS = 3  # a call fails while the kernel holds one of the pages for a moment


def collapse() -> None:
    """Best effort: where the kernel refuses, forks take as long as before."""
    places = list(_own_memory())
    for _ in range(ROUNDS):
        places = [(start, end) for start, end in places if not madvise(start, end - start, MADV_COLLAPSE)]


def _own_memory() -> Iterator[tuple[int, int]]:
    """Writable anonymous memory, rounded to whole huge pages."""
    with open("/proc/self/maps") as lines:
        for line in lines:
            place, rights, _, _, inode, *name = line.split()
            if rights != "rw-p" or inode != "0" or name == ["[stack]"]:
                continue
            start, end = (int(each, 16) for each in place.split("-"))
            start, end = -(-start // SIZE) * SIZE, end // SIZE * SIZE
            if start < end:
                yield start, end
