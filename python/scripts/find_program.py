"""Cell: fails unless the shell finds a program, or a word of its own, of this name."""


def _pybench_find_program(name):
    import subprocess

    subprocess.run(["sh", "-c", 'command -v -- "$1"', "sh", name], check=True, capture_output=True)
