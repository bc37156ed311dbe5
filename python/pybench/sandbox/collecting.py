"""Collects the outputs of a sandbox: regular files under ./output and the records of figure capture. No process of the agent is
alive. All the same, every step uses a descriptor and follows no link, and no name, link, mode or depth stops the collection."""

import os
import re
import stat
from collections.abc import Callable
from typing import TypedDict

from . import confine
from .confine import Limits
from .wire import Message

MAX_DEPTH = 16
MAX_LEFT = 1000
MAX_FIGURES = 1000
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC


class LeftBehind(TypedDict):
    """Something that was not collected, and why."""

    path: str
    reason: str


class Collection:
    def __init__(self, send_file: Callable[[Message, int, int], None], limits: Limits) -> None:
        self._send_file = send_file
        self._limits = limits
        self._files, self._bytes = limits["outputFiles"], limits["outputBytes"]
        self.left: list[LeftBehind] = []

    def outputs(self) -> None:
        try:
            workspace = os.open("/workspace", _FOLDER)
            try:
                self._visit(workspace, "output", "output", 0)
            finally:
                os.close(workspace)
        except OSError as error:
            self._leave("output", error.strerror or "cannot be read")

    def figures(self) -> None:
        """Records of figures. The agent's user can write them, so they are claims; their mount limits their size."""
        try:
            folder = os.open(confine.FIGURES, _FOLDER)
        except OSError:
            return
        try:
            names = [name for name in os.listdir(folder) if re.fullmatch(r"[0-9a-f]{64}\.json", name)]
            for name in sorted(names)[:MAX_FIGURES]:
                try:
                    self._send(folder, name, {"op": "figure", "path": name}, self._limits["figureBytes"])
                except OSError:
                    pass
        finally:
            os.close(folder)

    def _visit(self, parent: int, name: str, path: str, depth: int) -> None:
        try:
            state = os.stat(name, dir_fd=parent, follow_symlinks=False)
            if stat.S_ISDIR(state.st_mode):
                self._enter(parent, name, path, depth)
            elif not stat.S_ISREG(state.st_mode):
                self._leave(path, "not a regular file")
            elif self._files <= 0:
                self._leave(path, f"more than {self._limits['outputFiles']} files")
            elif state.st_size > self._bytes:
                self._leave(path, f"more than {self._limits['outputBytes']} bytes in all")
            else:
                self._bytes -= self._send(parent, name, {"op": "file", "path": path}, self._bytes)
                self._files -= 1
        except OSError as error:
            self._leave(path, error.strerror or "cannot be read")

    def _enter(self, parent: int, name: str, path: str, depth: int) -> None:
        if depth > MAX_DEPTH:
            self._leave(path, "nested too deeply")
            return
        folder = os.open(name, _FOLDER, dir_fd=parent)
        try:
            for entry in sorted(os.listdir(folder)):
                try:
                    entry.encode("utf-8")
                except UnicodeEncodeError:
                    self._leave(path, "a file name that is not Unicode")
                    continue
                self._visit(folder, entry, f"{path}/{entry}", depth + 1)
        finally:
            os.close(folder)

    def _send(self, parent: int, name: str, message: Message, most: int) -> int:
        fd = os.open(name, _FILE, dir_fd=parent)
        try:
            state = os.fstat(fd)
            if not stat.S_ISREG(state.st_mode):
                raise OSError(0, "not a regular file")
            size = min(state.st_size, most)
            self._send_file(message, fd, size)
            return size
        finally:
            os.close(fd)

    def _leave(self, path: str, reason: str) -> None:
        if len(self.left) < MAX_LEFT:
            self.left.append({"path": path, "reason": reason})
