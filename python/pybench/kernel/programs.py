"""Programs that a cell starts with `!` or %%bash: their output is the cell's, in its place."""

import codecs
import os
import select
import signal
import sys
import threading

POLL = 0.1  # seconds between two looks at a program that is silent


class Lines(list):
    """What `x = !command` gives: a list of lines that is also one text."""

    @property
    def l(self):
        return list(self)

    @property
    def n(self):
        return "\n".join(self)

    @property
    def s(self):
        return " ".join(self)

    def __reduce__(self):
        return list, (list(self),)  # Where it is unpickled there is no such class.


def shell_command(command):
    return ["/bin/bash" if os.path.exists("/bin/bash") else "/bin/sh", "-c", command]


def run_program(command, show=None, source=""):
    """Runs a program with `source` as its input, shows what it prints as it comes, and returns its exit code."""
    import subprocess  # not until a cell needs it
    import tempfile

    show = show or sys.stdout.write
    with tempfile.TemporaryFile() as standard_input:
        standard_input.write(source.encode("utf-8", "surrogateescape"))
        standard_input.seek(0)
        process = subprocess.Popen(
            command,
            stdin=standard_input,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    try:
        _copy(process, show)
        return process.wait()
    except BaseException:
        _kill_tree(process.pid)
        process.wait()
        raise


def _copy(process, show):
    output = process.stdout.fileno()
    decode = codecs.getincrementaldecoder("utf-8")("backslashreplace").decode
    while True:
        if not select.select([output], [], [], POLL)[0]:
            if process.poll() is None:
                continue
            # It has ended, but something that it left in the background still holds the pipe.
            threading.Thread(target=_drain, args=(process.stdout, show, decode), daemon=True).start()
            return
        data = os.read(output, 65536)
        show(decode(data, final=not data))
        if not data:
            process.stdout.close()
            return


def _drain(pipe, show, decode):
    with pipe:
        while data := os.read(pipe.fileno(), 65536):
            try:
                show(decode(data))
            except Exception:
                pass  # Where it went is gone; the program must not block for that.


def _kill_tree(process):
    """The program and all that it has started. Not by a session of its own: the harness ends ours as a whole."""
    tree = [process]
    for each in tree:
        try:
            with open(f"/proc/{each}/task/{each}/children") as children:
                tree += map(int, children.read().split())
        except OSError:
            pass  # It has ended, or this is no Linux.
    for each in tree:
        try:
            os.kill(each, signal.SIGKILL)
        except OSError:
            pass
