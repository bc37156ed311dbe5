"""Cell: runs a shell command and returns its exit code."""


def _pybench_run_command(command: str) -> int:
    import subprocess

    return subprocess.run(["sh", "-c", command], stdin=subprocess.DEVNULL).returncode
