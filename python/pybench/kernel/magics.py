"""The magics that models write.

A line magic gets the shell, the line and the variables of the function around it; a cell magic gets the shell, the
line, the cell's body and the number of lines above that.
"""

import io
import os
import shlex
import sys

from .programs import run_program
from .timing import time_cell, time_statement, timeit_cell, timeit_statement

MAX_HELP = 4000


def _nothing(_shell, _line, _local_names):
    """Settings of a notebook that change nothing here."""


def _without_effect(name, instead):
    def magic(shell, _line, _local_names):
        shell.displays.say(f"[%{name} has no effect here: {instead}]\n")

    return magic


def _matplotlib(shell, line, _local_names):
    if line and line.split()[0] not in ("inline", "agg", "Agg"):
        shell.displays.say(f"[%matplotlib {line}: figures are shown as pictures here, as with inline]\n")


def _pylab(shell, line, local_names):
    _matplotlib(shell, line, local_names)
    exec("import numpy as np, matplotlib.pyplot as plt\nfrom matplotlib.pylab import *", shell.user_ns)


def _program(name):
    return lambda shell, line, local_names: shell.run_command(f"{name} {line}", local_names)


def _change_folder(shell, line, local_names):
    words = shlex.split(shell.expand(line, local_names), comments=True)
    folder = os.path.expanduser(words[0] if words else "~")
    if folder == "-":
        folder = shell.user_ns.get("_oldcwd", ".")
    before = os.getcwd()
    os.chdir(folder)
    shell.user_ns["_oldcwd"] = before
    print(os.getcwd())


def _folder(_shell, _line, _local_names):
    return os.getcwd()


def _environment(shell, line, local_names):
    line = shell.expand(line, local_names).strip()
    name, separator, value = line.partition("=") if "=" in line else line.partition(" ")
    if not line:
        return dict(os.environ)
    if not separator:
        return os.environ[name]
    os.environ[name.strip()] = value.strip()
    print(f"env: {name.strip()}={value.strip()}")
    return None


def _who(shell, _line, _local_names):
    names = [name for name in shell.user_ns if not name.startswith("_")]
    print("   ".join(sorted(names)) or "The namespace is empty.")


def _whos(shell, _line, _local_names):
    for name, value in sorted(shell.user_ns.items()):
        if not name.startswith("_"):
            print(f"{name:20} {type(value).__name__:20} {_short_repr(value)}")


def _short_repr(value):
    try:
        return repr(value).replace("\n", " ")[:80]
    except Exception:
        return ""


def _reset(shell, _line, _local_names):
    for name in [name for name in shell.user_ns if not name.startswith("__")]:
        del shell.user_ns[name]


def _run_file(shell, line, local_names):
    import runpy

    words = shlex.split(shell.expand(line, local_names), comments=True)
    words = words[next((index for index, word in enumerate(words) if not word.startswith("-")), len(words)) :]
    if not words:
        raise ValueError("%run needs a file")
    arguments, sys.argv = sys.argv, words
    try:
        found = runpy.run_path(words[0], run_name="__main__")
    finally:
        sys.argv = arguments
    shell.user_ns.update((name, value) for name, value in found.items() if not name.startswith("__"))


def _help(with_source):
    def magic(shell, line, local_names):
        name = line.strip().lstrip("%")
        try:
            value = eval(name, shell.user_ns, local_names)
        except Exception:
            known = LINE_MAGICS.get(name) or CELL_MAGICS.get(name)
            print(f"%{name} is a magic." if known else f"Object `{name}` not found.")
            return
        print(_describe(value, with_source)[:MAX_HELP])

    return magic


def _describe(value, with_source):
    import inspect

    parts = []
    try:
        parts.append(f"Signature: {getattr(value, '__name__', '')}{inspect.signature(value)}")
    except Exception:
        parts.append(f"Type: {type(value).__name__}")
    if with_source:
        try:
            return "\n".join([*parts, "Source:", inspect.getsource(value)])
        except Exception:
            pass
    return "\n".join([*parts, f"Docstring: {inspect.getdoc(value) or '<none>'}"])


def _list_magics(_shell, _line, _local_names):
    print("Line magics:", *sorted(f"%{name}" for name in LINE_MAGICS))
    print("Cell magics:", *sorted(f"%%{name}" for name in CELL_MAGICS))


def _no_debugger(_shell, _line, _local_names):
    raise RuntimeError("the debugger has nobody to talk to: there is no keyboard here")


class Captured:
    """What %%capture keeps: text, and outputs that can be shown later."""

    def __init__(self, displays, stdout, stderr, outputs):
        self._displays, self.stdout, self.stderr, self.outputs = displays, stdout, stderr, outputs

    def show(self):
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        for output in self.outputs:
            self._displays.show(output)

    __call__ = show

    def __str__(self):
        return self.stdout

    __repr__ = __str__


def _capture(shell, line, cell, first_line):
    names = [word for word in line.split() if not word.startswith("-")]
    displays, outputs = shell.displays, []
    streams, sys.stdout, sys.stderr = (sys.stdout, sys.stderr), io.StringIO(), io.StringIO()
    texts = (sys.stdout, sys.stderr)
    before = displays.capture(outputs)
    try:
        value = shell.evaluate("\n" * first_line + cell)
        if value is not None:
            displays.display(value)
        displays.figures.show_open()
    finally:
        displays.capture(before)
        sys.stdout, sys.stderr = streams
        if names:
            shell.user_ns[names[0]] = Captured(displays, *(text.getvalue() for text in texts), outputs)


def _script(*command):
    def magic(shell, line, cell, _first_line):
        import subprocess

        program = [*command, *shlex.split(line)]
        if not program:
            raise ValueError("%%script needs a program to run the cell with")
        code = run_program(program, source=cell)
        shell.user_ns["_exit_code"] = code
        if code != 0:
            raise subprocess.CalledProcessError(code, program[0])

    return magic


def _write_file(shell, line, cell, _first_line):
    words = shlex.split(shell.expand(line), comments=True)
    paths = [os.path.expanduser(word) for word in words if word not in ("-a", "--append")]
    if len(paths) != 1:
        raise ValueError("%%writefile needs one file to write to")
    append = len(words) > len(paths)
    verb = "Appending to" if append else "Overwriting" if os.path.exists(paths[0]) else "Writing"
    with open(paths[0], "a" if append else "w", encoding="utf-8") as file:
        file.write(cell if cell.endswith("\n") or not cell else f"{cell}\n")
    print(f"{verb} {paths[0]}")


def _shown_as(mime):
    return lambda shell, _line, cell, _first_line: shell.displays.display({mime: cell, "text/plain": cell}, raw=True)


LINE_MAGICS = {
    **{name: _nothing for name in ("load_ext", "reload_ext", "unload_ext", "config", "xmode", "colors", "gui")},
    **{name: _nothing for name in ("automagic", "autocall", "autoawait", "autosave", "pdb", "rehashx", "logstop")},
    **{name: _program(name) for name in ("ls", "cat", "cp", "mv", "rm", "mkdir", "rmdir")},
    **{name: _program("ls -l") for name in ("ll", "ldir")},
    **{name: _program(name) for name in ("pip", "conda", "mamba", "uv")},
    "matplotlib": _matplotlib,
    "pylab": _pylab,
    "autoreload": _without_effect("autoreload", "use importlib.reload(module)"),
    "precision": _without_effect("precision", "use round() or format()"),
    "time": time_statement,
    "timeit": timeit_statement,
    "cd": _change_folder,
    "pwd": _folder,
    "env": _environment,
    "set_env": _environment,
    "who": _who,
    "who_ls": lambda shell, _line, _local_names: sorted(name for name in shell.user_ns if not name.startswith("_")),
    "whos": _whos,
    "reset": _reset,
    "run": _run_file,
    "pinfo": _help(with_source=False),
    "pinfo2": _help(with_source=True),
    "psource": _help(with_source=True),
    "pdoc": _help(with_source=False),
    "sx": lambda shell, line, local_names: shell.command_output(line, local_names),
    "system": lambda shell, line, local_names: shell.command_output(line, local_names),
    "debug": _no_debugger,
    "lsmagic": _list_magics,
}

CELL_MAGICS = {
    **{name: _script(name) for name in ("bash", "sh", "perl")},
    **{name: _script(sys.executable or "python3") for name in ("python", "python3")},
    "script": _script(),
    "time": time_cell,
    "timeit": timeit_cell,
    "capture": _capture,
    "writefile": _write_file,
    "file": _write_file,
    **{name: _shown_as("text/html") for name in ("html", "HTML")},
    **{name: _shown_as("text/markdown") for name in ("markdown", "md")},
    "latex": _shown_as("text/latex"),
    "svg": _shown_as("image/svg+xml"),
    "javascript": _shown_as("application/javascript"),
    "js": _shown_as("application/javascript"),
}
