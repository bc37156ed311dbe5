"""Cell: fails unless the shell has a program or a built-in command of this name."""


def _pybench_find_program(name: str) -> None:
    import subprocess

    subprocess.run(["sh", "-c", 'command -v -- "$1"', "sh", name], check=True, capture_output=True)
