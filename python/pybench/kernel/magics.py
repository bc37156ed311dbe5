"""The magics that models write.

A line magic receives the shell, the line and the variables of the function around it; a cell magic receives the shell, the
line, the cell's body and the number of lines above the body.
"""

import io
import os
import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .programs import run_program
from .timing import time_cell, time_statement, timeit_cell, timeit_statement

if TYPE_CHECKING:
    from .display import Displays
    from .failure import Output
    from .shell import Shell

Locals = dict[str, Any] | None
LineMagic = Callable[["Shell", str, Locals], Any]
CellMagic = Callable[["Shell", str, str, int], Any]

MAX_HELP = 4000


def _nothing(_shell: "Shell", _line: str, _local_names: Locals) -> None:
    """For settings of a notebook that have no effect here."""


def _without_effect(name: str, instead: str) -> LineMagic:
    def magic(shell: "Shell", _line: str, _local_names: Locals) -> None:
        shell.displays.say(f"[%{name} has no effect here: {instead}]\n")

    return magic


def _matplotlib(shell: "Shell", line: str, _local_names: Locals) -> None:
    if line and line.split()[0] not in ("inline", "agg", "Agg"):
        shell.displays.say(f"[%matplotlib {line}: figures are shown as pictures here, as with inline]\n")


def _pylab(shell: "Shell", line: str, local_names: Locals) -> None:
    _matplotlib(shell, line, local_names)
    exec("import numpy as np, matplotlib.pyplot as plt\nfrom matplotlib.pylab import *", shell.user_ns)


def _program(name: str) -> LineMagic:
    return lambda shell, line, local_names: shell.run_command(f"{name} {line}", local_names)


def _change_folder(shell: "Shell", line: str, local_names: Locals) -> None:
    words = shlex.split(shell.expand(line, local_names), comments=True)
    folder = os.path.expanduser(words[0] if words else "~")
    if folder == "-":
        folder = shell.user_ns.get("_oldcwd", ".")
    before = os.getcwd()
    os.chdir(folder)
    shell.user_ns["_oldcwd"] = before
    print(os.getcwd())


def _folder(_shell: "Shell", _line: str, _local_names: Locals) -> str:
    return os.getcwd()


def _environment(shell: "Shell", line: str, local_names: Locals) -> Any:
    line = shell.expand(line, local_names).strip()
    name, separator, value = line.partition("=") if "=" in line else line.partition(" ")
    if not line:
        return dict(os.environ)
    if not separator:
        return os.environ[name]
    os.environ[name.strip()] = value.strip()
    print(f"env: {name.strip()}={value.strip()}")
    return None


def _who(shell: "Shell", _line: str, _local_names: Locals) -> None:
    names = [name for name in shell.user_ns if not name.startswith("_")]
    print("   ".join(sorted(names)) or "The namespace is empty.")


def _whos(shell: "Shell", _line: str, _local_names: Locals) -> None:
    for name, value in sorted(shell.user_ns.items()):
        if not name.startswith("_"):
            print(f"{name:20} {type(value).__name__:20} {_short_repr(value)}")


def _short_repr(value: Any) -> str:
    try:
        return repr(value).replace("\n", " ")[:80]
    except Exception:
        return ""


def _reset(shell: "Shell", _line: str, _local_names: Locals) -> None:
    for name in [name for name in shell.user_ns if not name.startswith("__")]:
        del shell.user_ns[name]


def _run_file(shell: "Shell", line: str, local_names: Locals) -> None:
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


def _help(with_source: bool) -> LineMagic:
    def magic(shell: "Shell", line: str, local_names: Locals) -> None:
        name = line.strip().lstrip("%")
        try:
            value = eval(name, shell.user_ns, local_names)
        except Exception:
            known = LINE_MAGICS.get(name) or CELL_MAGICS.get(name)
            print(f"%{name} is a magic." if known else f"Object `{name}` not found.")
            return
        print(_describe(value, with_source)[:MAX_HELP])

    return magic


def _describe(value: Any, with_source: bool) -> str:
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


def _list_magics(_shell: "Shell", _line: str, _local_names: Locals) -> None:
    print("Line magics:", *sorted(f"%{name}" for name in LINE_MAGICS))
    print("Cell magics:", *sorted(f"%%{name}" for name in CELL_MAGICS))


def _no_debugger(_shell: "Shell", _line: str, _local_names: Locals) -> None:
    raise RuntimeError("the debugger cannot be used: there is no keyboard here")


class Captured:
    """What %%capture has captured: text, and outputs that can be shown later."""

    def __init__(self, displays: "Displays", stdout: str, stderr: str, outputs: "list[Output]") -> None:
        self._displays, self.stdout, self.stderr, self.outputs = displays, stdout, stderr, outputs

    def show(self) -> None:
        sys.stdout.write(self.stdout)
        sys.stderr.write(self.stderr)
        for output in self.outputs:
            self._displays.show(output)

    __call__ = show

    def __str__(self) -> str:
        return self.stdout

    __repr__ = __str__


def _capture(shell: "Shell", line: str, cell: str, first_line: int) -> None:
    names = [word for word in line.split() if not word.startswith("-")]
    displays = shell.displays
    outputs: list[Output] = []
    stdout, stderr = io.StringIO(), io.StringIO()
    streams, sys.stdout, sys.stderr = (sys.stdout, sys.stderr), stdout, stderr
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
            shell.user_ns[names[0]] = Captured(displays, stdout.getvalue(), stderr.getvalue(), outputs)


def _script(*command: str) -> CellMagic:
    def magic(shell: "Shell", line: str, cell: str, _first_line: int) -> None:
        import subprocess

        program = [*command, *shlex.split(line)]
        if not program:
            raise ValueError("%%script needs a program to run the cell with")
        code = run_program(program, source=cell)
        shell.user_ns["_exit_code"] = code
        if code != 0:
            raise subprocess.CalledProcessError(code, program[0])

    return magic


def _write_file(shell: "Shell", line: str, cell: str, _first_line: int) -> None:
    words = shlex.split(shell.expand(line), comments=True)
    paths = [os.path.expanduser(word) for word in words if word not in ("-a", "--append")]
    if len(paths) != 1:
        raise ValueError("%%writefile needs one file to write to")
    append = len(words) > len(paths)
    verb = "Appending to" if append else "Overwriting" if os.path.exists(paths[0]) else "Writing"
    with open(paths[0], "a" if append else "w", encoding="utf-8") as file:
        file.write(cell if cell.endswith("\n") or not cell else f"{cell}\n")
    print(f"{verb} {paths[0]}")


def _shown_as(mime: str) -> CellMagic:
    return lambda shell, _line, cell, _first_line: shell.displays.display({mime: cell, "text/plain": cell}, raw=True)


LINE_MAGICS: dict[str, LineMagic] = {
    **dict.fromkeys(("load_ext", "reload_ext", "unload_ext", "config", "xmode", "colors", "gui"), _nothing),
    **dict.fromkeys(("automagic", "autocall", "autoawait", "autosave", "pdb", "rehashx", "logstop"), _nothing),
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

CELL_MAGICS: dict[str, CellMagic] = {
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
