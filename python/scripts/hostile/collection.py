"""Cell: attacks on the collection of ./output and on the check that inputs are unchanged. The cell ends with a call of one of
these functions; `paths` are the files that the query asks for."""

import os
import shutil
import socket
from collections.abc import Callable


def _at_each(paths: list[str], make: Callable[[str], object]) -> None:
    for path in paths:
        try:
            make(path)
        except OSError as error:
            print(error)


def long_paths(_paths: list[str]) -> None:
    home = os.getcwd()
    os.chdir("output")
    for _ in range(15):
        os.mkdir("d" * 254)
        os.chdir("d" * 254)
    with open("f" * 254, "w") as file:
        file.write("deep")
    os.chdir(home)


def pipes(paths: list[str]) -> None:
    _at_each(paths, os.mkfifo)


def sockets(paths: list[str]) -> None:
    _at_each(paths, lambda path: socket.socket(socket.AF_UNIX).bind(path))


def links_to_endless(paths: list[str]) -> None:
    _at_each(paths, lambda path: os.symlink("/dev/zero", path))


def links_to_memory(paths: list[str]) -> None:
    _at_each(paths, lambda path: os.symlink("/proc/self/mem", path))


def folders(paths: list[str]) -> None:
    def folder(path: str) -> None:
        os.makedirs(path)
        with open(path + "/x", "w") as file:
            file.write("x")

    _at_each(paths, folder)


def holes(paths: list[str]) -> None:
    def hole(path: str) -> None:
        with open(path, "wb") as file:
            file.truncate(100 * 2**20)

    _at_each(paths, hole)


def no_rights(paths: list[str]) -> None:
    def locked(path: str) -> None:
        with open(path, "w") as file:
            file.write("x")
        os.chmod(path, 0)
        os.chmod("output", 0)

    _at_each(paths, locked)


def inputs_become_pipes(_paths: list[str]) -> None:
    def replace(path: str) -> None:
        os.remove(path)
        os.mkfifo(path)

    for folder, _, names in os.walk("data"):
        _at_each([os.path.join(folder, name) for name in names], replace)


def odd_names(_paths: list[str]) -> None:
    for name in (b"\xff\xfe", b"\x1b[2J\x1b]0;title\x07", b"a\nb", b"\xe2\x80\xaetxt.exe", b"-rf", b"con:", b" "):
        with open(b"output/" + name, "wb") as file:
            file.write(b"x")


def many_files(_paths: list[str]) -> None:
    for number in range(10000):
        with open(f"output/{number}", "w") as file:
            file.write("x")


def many_folders(_paths: list[str]) -> None:
    for number in range(3000):
        os.makedirs(f"output/{number}/a/b/c", exist_ok=True)


def no_output(_paths: list[str]) -> None:
    shutil.rmtree("output", ignore_errors=True)


def output_is_a_link(_paths: list[str]) -> None:
    shutil.rmtree("output", ignore_errors=True)
    _at_each(["output"], lambda path: os.symlink("/", path))
