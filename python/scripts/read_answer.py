"""Cell: prints the name of answer.json or answer.md, the first that exists, and then its text."""


def _pybench_read_answer() -> None:
    import os

    for name in ("answer.json", "answer.md"):
        if os.path.isfile(name):
            with open(name, encoding="utf-8", errors="replace") as file:
                print(name, file.read(1 << 20), sep="\n", end="")
            return
