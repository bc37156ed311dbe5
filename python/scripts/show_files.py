"""Cell: prints every file below the current folder with its size."""


def _pybench_show_files() -> None:
    from pathlib import Path

    for path in sorted(Path(".").rglob("*")):
        if path.is_file():
            print(f"./{path} ({path.stat().st_size} bytes)")
