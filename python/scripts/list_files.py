"""Cell: prints the files below ./data and ./output with their sizes in bytes."""


def _pybench_list_files() -> None:
    import os

    for top in ("data", "output"):
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                print(path if path.isprintable() else ascii(path), os.lstat(path).st_size)
