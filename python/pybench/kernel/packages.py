"""Answers commands of pip and other package managers: without a network nothing can be installed, so the answer lists what is."""

import re
import sys

from ..installed import installed_packages
from .programs import run_program, shell_command

_MANAGER = re.compile(
    r"\s*(?:sudo\s+)?(?:\S*python[\d.]*\s+-m\s+)?(?P<manager>(?:uv\s+)?pip[\d.]*|conda|mamba|apt|apt-get|uv|poetry|npm)"
    r"\s+(?:-\S+\s+)*(?P<action>install|uninstall|remove|update|upgrade|add|download|list|freeze|show)\b"
    # A redirection or a pipe comes after the words; a version such as pandas>=2 is one of the words.
    r"(?P<rest>(?:\"[^\"]*\"|'[^']*'|[^|;&\"'])*?)(?P<onward>(?:\s+\d*>|\s*[|;&]).*)?$",
    re.DOTALL,
)
# Packages whose name to install is not the name to import.
_MODULES = {
    "beautifulsoup4": "bs4",
    "opencv-contrib-python": "cv2",
    "opencv-python": "cv2",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "pymupdf": "fitz",
    "python-dateutil": "dateutil",
    "python-docx": "docx",
    "pyyaml": "yaml",
    "scikit-image": "skimage",
    "scikit-learn": "sklearn",
}


class Answer:
    """What is printed in place of a package manager's output: listings on stdout, a refusal on stderr."""

    def __init__(self, text: str, refusal: bool = False, onward: str | None = "") -> None:
        self.text, self._refusal, self._onward = text, refusal, onward

    def show(self) -> None:
        if self._refusal:
            sys.stderr.write(self.text)
        elif self._onward:
            run_program(shell_command(f"cat {self._onward}"), source=self.text)  # a pipe, or a file to write to
        else:
            sys.stdout.write(self.text)


def answer_package_manager(command: str) -> Answer | None:
    """The answer to a command line that begins with a package manager, else None."""
    match = _MANAGER.match(command)
    if not match:
        return None
    manager, action, rest = match["manager"], match["action"], match["rest"]
    if action in ("list", "freeze", "show"):
        if not manager.endswith("pip") and not manager.startswith(("pip", "conda", "mamba")):
            return None
        listing = _show(rest.split()) if action == "show" else _list(exact=action == "freeze")
        return Answer(listing, onward=match["onward"])
    return Answer(_refuse(f"{manager} {action}", _names(rest) if action in ("install", "add") else []), refusal=True)


def _refuse(what: str, names: list[str]) -> str:
    versions = {name: _version(name) for name in names}
    installed = [f"{name} {version}".strip() for name, version in versions.items() if version is not None]
    missing = [name for name, version in versions.items() if version is None]
    parts = [f"[{what} does nothing: there is no network here. Use what is installed"]
    if installed:
        parts.append(f"; installed already: {', '.join(installed)}")
    if missing:
        parts.append(f"; not available: {', '.join(missing)}")
    return f"{''.join(parts)}]\n"


def _names(rest: str) -> list[str]:
    without_values = re.sub(r"(-r|--requirement|-i|--index-url|-c|-f|-t)\s+\S+", "", rest)
    words = [word.strip("'\"") for word in without_values.split()]
    names = [re.split(r"[\[<>=!~;@]", word)[0] for word in words if not word.startswith("-")]
    return [name for name in names if name and "/" not in name]


def _version(name: str) -> str | None:
    """The version of an installed package, empty when it is not known, None when there is no such package."""
    from importlib import metadata, util

    try:
        return metadata.version(name)
    except Exception:
        pass
    module = _MODULES.get(name.lower()) or name.replace("-", "_")
    try:
        return "" if module.isidentifier() and util.find_spec(module) else None
    except Exception:
        return None


def _list(exact: bool) -> str:
    packages = sorted(installed_packages().items(), key=lambda item: item[0].lower())
    if exact:
        return "".join(f"{name}=={version}\n" for name, version in packages)
    width = max([len(name) for name, _ in packages] + [7])
    head = f"{'Package':{width}} Version\n{'-' * width} -------\n"
    return head + "".join(f"{name:{width}} {version}\n" for name, version in packages)


def _show(words: list[str]) -> str:
    names = [word for word in words if not word.startswith("-")]
    lines = []
    for name in names:
        version = _version(name)
        found = f"Name: {name}\nVersion: {version or 'unknown'}\n"
        lines.append(f"{name}: not installed\n" if version is None else found)
    return "---\n".join(lines)
