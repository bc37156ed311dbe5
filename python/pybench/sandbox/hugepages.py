"""Huge pages for what the zygote has imported: a fork copies the page table and an end tears it down, and of a huge page
there is one entry where there were 512. A child that writes still copies a small page."""

from .linux import madvise

MADV_COLLAPSE = 25
SIZE = 2 << 20
ROUNDS = 3  # Pages that the kernel holds for a moment, it does not gather.


def collapse():
    """A wish: where the kernel cannot, forks cost what they did before."""
    places = list(_own_memory())
    for _ in range(ROUNDS):
        places = [(start, end) for start, end in places if not madvise(start, end - start, MADV_COLLAPSE)]


def _own_memory():
    """Writable memory of no file, as far as it fills huge pages."""
    with open("/proc/self/maps") as lines:
        for line in lines:
            place, rights, _, _, inode, *name = line.split()
            if rights != "rw-p" or inode != "0" or name == ["[stack]"]:
                continue
            start, end = (int(each, 16) for each in place.split("-"))
            start, end = -(-start // SIZE) * SIZE, end // SIZE * SIZE
            if start < end:
                yield start, end
