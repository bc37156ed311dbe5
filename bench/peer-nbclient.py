"""The peer of the benchmark, inside the images: nbclient with ipykernel, one kernel per task, as in the original PyBench; and a
bare python3. Reads one JSON command per line and answers each with a line of raw measurements."""

import asyncio
import base64
import ctypes
import fcntl
import json
import os
import socket
import struct
import sys
import tempfile
import time
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

# Seconds for a kernel or a task.
TIMEOUT = 120

# A bare Python that executes the code that it reads: the minimum time for a process with a pipe.
BARE_LOOP = """
import json, sys
names = {}
for line in sys.stdin:
    exec(json.loads(line), names)
    print(".", flush=True)
"""


class Kernel:
    """A notebook client with a kernel of its own, which runs in the folder."""

    def __init__(self, folder: str | None = None) -> None:
        where = {"metadata": {"path": folder}} if folder else {}
        self.sockets = tempfile.TemporaryDirectory()
        self.client = NotebookClient(nbformat.v4.new_notebook(), timeout=TIMEOUT, startup_timeout=TIMEOUT, resources=where)

    async def start(self) -> None:
        manager = self.client.create_kernel_manager()
        # With TCP, jupyter_client chooses free ports and closes them before the kernel opens them: if kernels start at
        # once, one may take the port of another, which then waits forever.
        manager.transport, manager.ip = "ipc", f"{self.sockets.name}/kernel"
        await self.client.async_start_new_kernel()
        await self.client.async_start_new_kernel_client()

    async def run(self, code: str) -> str:
        cells = self.client.nb.cells
        cells.append(nbformat.v4.new_code_cell(code))
        await self.client.async_execute_cell(cells[-1], len(cells) - 1)
        return "".join(each.text for each in cells[-1].outputs if each.get("name") == "stdout")

    async def stop(self) -> None:
        await self.client._async_cleanup_kernel()
        self.sockets.cleanup()

    @property
    def pid(self) -> int:
        return self.client.km.provisioner.process.pid


class Bare:
    """The same operations on a bare Python."""

    process: asyncio.subprocess.Process

    def __init__(self, folder: str | None = None) -> None:
        self.folder = folder

    async def start(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-s", "-c", BARE_LOOP),
            cwd=self.folder,
            stdin=pipe,
            stdout=pipe,
            stderr=asyncio.subprocess.DEVNULL,
        )

    async def run(self, code: str) -> None:
        stdin, stdout = self.process.stdin, self.process.stdout
        if not stdin or not stdout:
            raise RuntimeError("the bare Python has no pipes")
        stdin.write((json.dumps(code) + "\n").encode())
        await stdin.drain()
        if not await stdout.readline():
            raise RuntimeError("the bare Python ended")

    async def stop(self) -> None:
        self.process.kill()
        await self.process.wait()

    @property
    def pid(self) -> int:
        return self.process.pid


KINDS = {"nbclient": Kernel, "bare": Bare}


@asynccontextmanager
async def started(kind, folder=None):
    interpreter = KINDS[kind](folder)
    await interpreter.start()
    try:
        yield interpreter
    finally:
        await interpreter.stop()


async def starts(kind, count, code):
    """One after the other: from the request of an interpreter to the end of its first cell."""
    found = {"ready": [], "firstCell": [], "stop": []}
    for _ in range(count):
        begun = time.perf_counter()
        async with started(kind) as interpreter:
            found["ready"].append(since(begun))
            await interpreter.run(code)
            found["firstCell"].append(since(begun))
            begun = time.perf_counter()
        found["stop"].append(since(begun))
    return found


async def round_trips(kind, count, code):
    found = []
    async with started(kind) as interpreter:
        for _ in range(count + 20):
            begun = time.perf_counter()
            await interpreter.run(code)
            found.append(since(begun))
    return {"roundTrip": found[20:]}  # the first ones warm up


async def memory(kind, count, code):
    """Of interpreters that are idle after the code: their own pages, and by how much the machine's free memory shrank."""
    before = available_bytes()
    async with AsyncExitStack() as alive:
        pids = []
        for _ in range(count):
            interpreter = await alive.enter_async_context(started(kind))
            await interpreter.run(code)
            pids.append(interpreter.pid)
        await asyncio.sleep(1)  # freed pages are counted late
        lost = (before - available_bytes()) / count
        sizes = [sizes_of(pid) for pid in pids]
    return {"lost": lost, **{name: [each[name] for each in sizes] for name in ("pss", "uss", "tables")}}


async def throughput(kind, tasks, at_once, cells):
    """Tasks of several cells, each in an interpreter of its own, `at_once` at a time."""
    seconds, failures, _ = await work(kind, [("task", None, cells)] * tasks, at_once)
    return {"seconds": seconds, "failures": failures}


async def play(kind, instances, at_once):
    """Instances, each in an interpreter and a folder of its own. Their files are in place before the measurement starts."""
    with tempfile.TemporaryDirectory() as place:
        folders = [Path(place, str(number)) for number in range(len(instances))]
        for folder, instance in zip(folders, instances):
            (folder / "output").mkdir(parents=True)
            for path, content in instance["files"].items():
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(base64.b64decode(content))
        tasks = [(instance["name"], str(folder), instance["cells"]) for folder, instance in zip(folders, instances)]
        seconds, failures, printed = await work(kind, tasks, at_once)
        outputs = {
            instance["name"]: sorted(str(each.relative_to(folder)) for each in (folder / "output").rglob("*") if each.is_file())
            for folder, instance in zip(folders, instances)
        }
    return {"seconds": seconds, "failures": failures, "printed": printed, "outputs": outputs}


async def work(kind, tasks, at_once):
    """How long the tasks took, what went wrong, and what each cell printed."""
    gate = asyncio.Semaphore(at_once)
    failures, printed = [], {}

    async def one(name, folder, cells):
        async with gate:
            try:
                async with asyncio.timeout(TIMEOUT), started(kind, folder) as interpreter:
                    printed[name] = [await interpreter.run(code) for code in cells]
            except Exception as error:
                failures.append(f"{name}: {reason(error)}")

    begun = time.perf_counter()
    await asyncio.gather(*(one(*task) for task in tasks))
    return since(begun) / 1000, failures, printed


async def nbconvert(cells):
    """One start of nbconvert, which executes the notebook and writes the result as a notebook."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "program.ipynb")
        nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells]), source)
        options = ["--to", "notebook", "--execute", "--output", "executed.ipynb", str(source)]
        begun = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-s", "-m", "nbconvert", *options), stdin=asyncio.subprocess.DEVNULL
        )
        code = await process.wait()
        ms = since(begun)
        if code != 0 or not Path(folder, "executed.ipynb").exists():
            raise RuntimeError(f"nbconvert ended with exit code {code}")
    return {"ms": ms}


def since(begun: float) -> float:
    """Milliseconds."""
    return (time.perf_counter() - begun) * 1000


def reason(error: Any) -> str:
    """One line: nbclient's own message is a whole coloured traceback."""
    if isinstance(error, CellExecutionError):
        return f"{error.ename}: {error.evalue}"
    return f"{type(error).__name__}: {error}"


def available_bytes() -> int:
    with open("/proc/meminfo") as lines:
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))


def sizes_of(pid: int) -> dict[str, int]:
    """Bytes of one process: proportional and unique set size, and page tables, which are in neither."""
    found = {}
    for path in (f"/proc/{pid}/smaps_rollup", f"/proc/{pid}/status"):
        with open(path) as lines:
            for name, value in (line.split()[:2] for line in lines if line.endswith(" kB\n")):
                found[name] = int(value) * 1024
    unique = found["Private_Clean:"] + found["Private_Dirty:"]
    return {"pss": found["Pss:"], "uss": unique, "tables": found["VmPTE:"]}


def versions() -> dict[str, str]:
    from importlib.metadata import version

    names = ("nbclient", "ipykernel", "jupyter_client", "pyzmq", "pandas", "numpy", "matplotlib")
    return {"python": sys.version.split()[0], **{name: version(name) for name in names}}


def raise_loopback() -> None:
    """A fresh network namespace has its loopback down, and the kernel of nbconvert listens on 127.0.0.1."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        fcntl.ioctl(probe, 0x8914, struct.pack("16sH14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP


COMMANDS = {
    "starts": starts,
    "roundTrips": round_trips,
    "memory": memory,
    "throughput": throughput,
    "play": play,
    "nbconvert": nbconvert,
}


async def main() -> None:
    ctypes.CDLL(None).umount2(b"/mnt", 2)  # MNT_DETACH: the host's files are mounted there
    raise_loopback()
    # Answers go to a copy of stdout, so that the output of kernels does not mix with them.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    print(json.dumps({"versions": versions()}), file=answers)
    for line in sys.stdin:
        command = json.loads(line)
        try:
            answer = await COMMANDS[command.pop("do")](**command)
        except Exception as error:
            answer = {"error": reason(error)}
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    asyncio.run(main())
