"""Cell: takes memory, processes, disk, files, threads and time without a limit of its own. The cell ends with a call of one
of these functions."""

import os
import threading
import time


def memory() -> None:
    taken: list[bytearray] = []
    while True:
        taken.append(bytearray(b"x") * 2**26)


def processes() -> None:
    try:
        for _ in range(5000):
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
    except OSError as error:
        print(error)


def disk() -> None:
    for place in ("output/full", "/tmp/full", "/dev/shm/full"):
        try:
            with open(place, "wb") as file:
                while True:
                    file.write(bytes(2**24))
        except OSError as error:
            print(place, error)


def open_files() -> None:
    files: list[object] = []
    try:
        while True:
            files.append(open("/dev/null"))  # noqa: SIM115
    except OSError as error:
        print(error)


def threads() -> None:
    try:
        for _ in range(5000):
            threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    except RuntimeError as error:
        print(error)


def stays_behind() -> None:
    if os.fork() == 0:
        os.setsid()
        while True:
            try:
                with open("output/late.txt", "a") as file:
                    file.write("x" * 1000)
            except OSError:
                pass


def sleeps() -> None:
    time.sleep(10**6)


def computes() -> None:
    while True:
        pass


def does_not_stop() -> None:
    while True:
        try:
            time.sleep(1)
        except KeyboardInterrupt:
            pass
