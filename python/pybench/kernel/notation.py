"""Notebook notation: turns %magic, !command and help? lines into Python.

Only a line that Python refuses to parse is rewritten, so `a % b` or a string that contains `!` is never misread, and code
without such lines takes no extra time. A rewritten cell has the same number of lines, so line numbers in tracebacks are right.
"""

import ast
import re
import warnings
from collections.abc import Container
from typing import Any

_CELL_MAGIC = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*%%(\w+)[ \t]*([^\n]*)(?:\n|$)")
_LINE_MAGIC = re.compile(r"%([A-Za-z_]\w*)(?:[ \t]+(.*))?$")
_COMMAND = re.compile(r"(!!?)\s*(.+)$")
_ASSIGNMENT = re.compile(r"([A-Za-z_][^=#(){}]*?)\s*=\s*([!%].+)$")
_HELP = re.compile(r"(?:(\?{1,2})\s*([%\w.*]+)|([%\w.*]+)\s*(\?{1,2}))\s*;?$")
# Written without `!`, as in a terminal; notebooks accept this, too.
_BARE_INSTALL = re.compile(r"((?:pip3?|conda|mamba)\s+(?:install|uninstall|list|show|freeze)\b.*)$")
_PROMPT = re.compile(r"(?:>>>|\.\.\.|In \[\d+\]:|\s*\.\.\.+:)(?: |$)")

MAX_REWRITTEN_LINES = 500


def split_cell_magic(code: str) -> tuple[str, str, str, int] | None:
    """For a cell that begins with %%name: the name, the rest of the line, the body, and the number of lines above the body."""
    match = _CELL_MAGIC.match(code) if "%%" in code else None
    if not match:
        return None
    return match[1], match[2].strip(), code[match.end() :], code.count("\n", 0, match.end())


def parse_cell(code: str, name: str) -> tuple[ast.Module, str]:
    """The syntax tree of a cell and the text that its tracebacks should show."""
    try:
        return ast.parse(code, name), code
    except SyntaxError as refusal:
        error = refusal.with_traceback(None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the first attempt has shown them already
        return _parse_rewritten(code, name, error)


def _parse_rewritten(code: str, name: str, error: SyntaxError) -> tuple[ast.Module, str]:
    shown, lines = code, code.split("\n")
    refused: dict[int, SyntaxError] = {}  # by line: the error that Python reported before the line was rewritten
    while len(refused) < MAX_REWRITTEN_LINES:
        index = (error.lineno or 0) - 1
        if index in refused:
            raise refused[index]
        if not refused and shown is code and _is_indented(lines, error):
            lines = _outdent(lines)
            shown = "\n".join(lines)
        elif 0 <= index < len(lines) and _rewrite(lines, index, error):
            refused[index] = error
        else:
            raise error
        try:
            tree = ast.parse("\n".join(lines), name)
        except SyntaxError as next_error:
            error = next_error.with_traceback(None)
            continue
        _forget_columns(tree, refused)
        return tree, shown
    raise error


def _is_indented(lines: list[str], error: SyntaxError) -> bool:
    """A cell that was copied with its indentation, or with the prompts of a terminal."""
    first = next((line for line in lines if line.strip()), "")
    return bool(_PROMPT.match(first)) or (isinstance(error, IndentationError) and first[:1] in (" ", "\t"))


def _outdent(lines: list[str]) -> list[str]:
    first = next(line for line in lines if line.strip())
    if _PROMPT.match(first):
        return [_PROMPT.sub("", line, count=1) for line in lines]
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def _rewrite(lines: list[str], index: int, error: SyntaxError) -> bool:
    """Rewrites one line in place. False when it is not in notebook notation."""
    line = lines[index]
    text = line.lstrip()
    if text.startswith("%%"):
        error.msg = f"{text.split()[0]} must be on the first line of its cell"
        return False
    indent = line[: len(line) - len(text)]
    last = index
    escaped = text.startswith(("%", "!")) or _ASSIGNMENT.match(text)
    while escaped and lines[last].endswith("\\") and last + 1 < len(lines):
        last += 1
        text = f"{text[:-1]} {lines[last]}"
    python = _to_python(text.rstrip())
    if python is None:
        return False
    # Continuation lines remain, empty, so that the lines after them keep their numbers.
    lines[index : last + 1] = [indent + python] + [""] * (last - index)
    return True


def _to_python(text: str) -> str | None:
    if match := _HELP.match(text):
        name, marks = (match[2], match[1]) if match[1] else (match[3], match[4])
        return f"get_ipython().run_line_magic({'pinfo' if len(marks) == 1 else 'pinfo2'!r}, {name!r})"
    if match := _ASSIGNMENT.match(text):
        value = _escaped(match[2], assigned=True)
        return value and f"{match[1]} = {value}"
    if match := _BARE_INSTALL.match(text):
        return f"get_ipython().system({match[1]!r})"
    return _escaped(text, assigned=False)


def _escaped(text: str, assigned: bool) -> str | None:
    if match := _LINE_MAGIC.match(text):
        return f"get_ipython().run_line_magic({match[1]!r}, {(match[2] or '').strip()!r})"
    if match := _COMMAND.match(text):
        call = "getoutput" if assigned or match[1] == "!!" else "system"
        return f"get_ipython().{call}({match[2]!r})"
    return None


def _forget_columns(tree: ast.Module, rewritten: Container[int]) -> None:
    """Carets under a line would point into the rewritten text, not into the text that is shown."""
    node: Any
    for node in ast.walk(tree):
        if getattr(node, "lineno", 0) - 1 in rewritten:
            node.end_lineno, node.col_offset, node.end_col_offset = node.lineno, -1, -1
