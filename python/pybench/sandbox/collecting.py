"""Collects what a sandbox leaves: regular files under ./output and the records of figure capture. No process of the agent is
alive; every step goes by a descriptor and follows no link all the same, and no name, link, mode or depth ends it early."""

import os
import re
import stat

from . import confine

MAX_DEPTH = 16
MAX_LEFT = 1000
MAX_FIGURES = 1000
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_CLOEXEC


class Collection:
    def __init__(self, send_file, limits):
        self._send_file = send_file
        self._limits = limits
        self._files, self._bytes = limits["outputFiles"], limits["outputBytes"]
        self.left = []  # what was left behind, and why

    def outputs(self):
        try:
            workspace = os.open("/workspace", _FOLDER)
            try:
                self._visit(workspace, "output", "output", 0)
            finally:
                os.close(workspace)
        except OSError as error:
            self._leave("output", error.strerror or "cannot be read")

    def figures(self):
        """A claim like all else that the agent's user can write; bounded by its mount."""
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

    def _visit(self, parent, name, path, depth):
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

    def _enter(self, parent, name, path, depth):
        if depth > MAX_DEPTH:
            return self._leave(path, "nested too deeply")
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

    def _send(self, parent, name, message, most):
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

    def _leave(self, path, reason):
        if len(self.left) < MAX_LEFT:
            self.left.append({"path": path, "reason": reason})
