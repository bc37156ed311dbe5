"""Program: reads cases of a command-line tool, one line of JSON each, and replies with one line of JSON to each. Every case runs
in a new folder with its files; the reply holds the files that are new or changed afterwards. Each case runs in a fork of this
clean Python: a new Python for each would take a hundred times as long as most tools need."""

import atexit
import json
import os
import resource
import runpy
import shutil
import signal
import sys
import tempfile
import time
import traceback

MAX_OUTPUT = 2**18
MAX_FILES = 40

tool = os.path.abspath(sys.argv[1])
limits = json.loads(sys.argv[2])


def text_of(raw: bytes) -> str:
    return raw[:MAX_OUTPUT].decode("utf-8", "replace")


def changed_files(folder: str, given: dict[str, str]) -> dict[str, str]:
    found = {}
    for top, _, names in os.walk(folder):
        for name in sorted(names):
            path = os.path.join(top, name)
            if len(found) >= MAX_FILES or os.path.islink(path) or not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                text = text_of(file.read(MAX_OUTPUT))
            inside = os.path.relpath(path, folder)
            if given.get(inside) != text:
                found[inside] = text
    return found


def become_tool(arguments: list[str], folder: str, streams):
    """The forked child: it looks to the tool like `python tool.py ARGUMENTS`. Never returns."""
    code = 1
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (limits["seconds"], limits["seconds"] + 1))
        os.chdir(folder)
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
        sys.argv = [tool, *arguments]
        sys.path[0] = os.path.dirname(tool)
        runpy.run_path(tool, run_name="__main__")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        if code == 1 and end.code != 1:
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        try:
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            os._exit(code & 255)


def exit_code(child: int) -> int | None:
    """Waits for the child. None when it took too long."""
    until = time.monotonic() + limits["wait"]
    pause = 0.001
    while time.monotonic() < until:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            spent = used.ru_utime + used.ru_stime >= 0.7 * limits["seconds"]
            return None if spent and code in (-signal.SIGXCPU, -signal.SIGKILL) else code
        time.sleep(pause)
        pause = min(0.05, 1.5 * pause)
    for target in (-child, child):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    os.waitpid(child, 0)
    return None


def run(case: dict) -> dict | None:
    # Not a TemporaryDirectory: the child would remove it when it ends.
    folder = tempfile.mkdtemp()
    try:
        return run_in(folder, case)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_in(folder: str, case: dict) -> dict | None:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        for path, text in case["files"].items():
            whole = os.path.join(folder, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        given.write(case["stdin"].encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            become_tool(case["run"], folder, (given, out, err))
        code = exit_code(child)
        if code is None:
            return None
        out.seek(0)
        err.seek(0)
        return {
            "ran": {
                "exit": code,
                "stdout": text_of(out.read(MAX_OUTPUT)),
                "stderr": text_of(err.read(MAX_OUTPUT))[-500:],
                "files": changed_files(folder, case["files"]),
            }
        }


late = 0
for line in iter(sys.stdin.buffer.readline, b""):
    ran = run(json.loads(line)) if late < limits["late"] else None
    late += ran is None
    reply = ran or {"unusable": f"took more than {limits['seconds']} s, or came after {limits['late']} that did"}
    sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
    sys.stdout.buffer.flush()
