"""Cell: prints a part of a text file, and the offset of the next part."""


def _pybench_read_file(path: str, offset: int, most: int) -> None:
    import os

    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        file.seek(offset)
        data = file.read(most)
    if b"\0" in data:
        print(f"{path} is not text ({size} bytes): use python")
        return
    print(data.decode("utf-8", "replace"), end="")
    end = offset + len(data)
    if end < size:
        print(f"\n[{size - end} more bytes: go on with offset {end}]", end="")
