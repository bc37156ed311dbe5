"""The zygote: imports the heavy stack once and forks a supervisor, with its interpreter, for each sandbox.

Descriptor 3 is the control line to Node; descriptor 4 the folder of Node's listening socket, which children dial
through /proc/self/fd, so that no path of the host is mounted anywhere. One thread only: forks of more are unsafe."""

import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
import time
import traceback

import hugepages
import interpreter
import seccomp
from linux import CLONE_NEWPID, setns, unshare
from supervisor import Supervisor
from wire import Frames, encode

SOCKET_FOLDER = 4

# Huge pages cost about as much as they spare on twenty sandboxes: a zygote that has made a few is likely to make many.
HUGE_PAGES_AFTER = 8

# At level root each interpreter is a user of the machine that nobody else is: ids beyond those of accounts.
FIRST_USER, USERS = 300_000, 60_000

# Rights are given up by programs of the image itself, before the namespaces in which interpreters are made.
DROP = ["setpriv", "--clear-groups", "--inh-caps=-all"]
APART = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup"]


def main():
    settings = json.loads(os.environ.pop("PYBENCH_ZYGOTE"))
    if os.environ.pop("PYBENCH_IN_IMAGE", None):
        interpreter.leave_old_root()
    if settings.get("dropTo"):
        enter_as(settings)
    control = socket.socket(fileno=3)
    os.set_inheritable(3, False)
    os.set_inheritable(SOCKET_FOLDER, False)
    started = time.perf_counter()
    loaded = preload(settings["modules"])
    packages = interpreter.installed_packages()
    settings["filter"] = seccomp.program()
    interpreter.leave_harness()
    gc.collect()
    gc.freeze()
    gc.disable()
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise SystemExit(f"a module that was loaded ahead has started threads: {threads} are alive")
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    control.sendall(
        encode(
            {
                "op": "up",
                "version": sys.version.split()[0],
                "packages": packages,
                "modules": loaded,
                "seccomp": settings["filter"] is not None,
                "ms": round((time.perf_counter() - started) * 1000),
            }
        )
    )
    serve(control, settings, own_namespace)


def enter_as(settings):
    """As root: become an ordinary user, then enter the namespaces as that user. Global root would void limits."""
    user = str(settings.pop("dropTo"))
    os.environ["PYBENCH_ZYGOTE"] = json.dumps(settings)
    for fd in (3, SOCKET_FOLDER):
        os.set_inheritable(fd, True)
    command = [*DROP, f"--reuid={user}", f"--regid={user}", *APART, "--fork", "--kill-child", "--mount-proc"]
    os.execvp(command[0], [*command, sys.executable, *settings["flags"], os.path.abspath(__file__)])


def preload(modules):
    """Imports what is there of the list, in order."""
    loaded = []
    for name in modules:
        try:
            importlib.import_module(name)
            loaded.append(name)
        except ImportError:
            pass
    if "matplotlib" in loaded:
        import _pybench_figures

        _pybench_figures.install()
    jieba = sys.modules.get("jieba")
    if jieba:
        # Its dictionary is left to those who use it: it would make every fork dearer.
        jieba.setLogLevel(60)
    return loaded


def serve(control, settings, own_namespace):
    wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    poll = select.poll()
    poll.register(3, select.POLLIN)
    poll.register(wake, select.POLLIN)
    frames, children, made = Frames(), {}, 0
    while True:
        for fd, _ in poll.poll():
            if fd == wake:
                os.read(wake, 4096)
                for name in bury(children):
                    control.sendall(encode({"op": "gone", "id": name}))
                continue
            data = control.recv(1 << 16)
            if not data:
                os._exit(0)  # Node is gone: as process 1 of the namespace we take everything with us.
            for message, _ in frames.feed(data):
                if message["op"] == "spawn":
                    children[fork(message, control, settings, own_namespace)] = message["id"]
                    made += 1
                    if made == HUGE_PAGES_AFTER:
                        hugepages.collapse()
                elif message["op"] == "kill":
                    for pid in [pid for pid, name in children.items() if name == message["id"]]:
                        os.kill(pid, signal.SIGKILL)


def fork(request, control, settings, own_namespace):
    """A supervisor as process 1 of a process namespace of its own."""
    unshare(CLONE_NEWPID)
    pid = os.fork()
    if pid == 0:
        try:
            supervise(request, control, settings)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(71)
    setns(own_namespace, CLONE_NEWPID)  # or the next unshare would be refused
    return pid


def supervise(request, control, settings):
    control.detach()
    os.close(3)
    os.closerange(SOCKET_FOLDER + 1, 256)  # what the zygote holds for itself

    def dial(role):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f"/proc/self/fd/{SOCKET_FOLDER}/s")
        hello = {"id": request["id"], "token": request["token"], **role}
        connection.sendall((json.dumps(hello) + "\n").encode())
        return connection

    if settings["level"] == "root":
        settings["user"] = FIRST_USER + request["number"] % USERS
    Supervisor(dial({"role": "control"}), dial, run_interpreter, settings).serve()


def run_interpreter(channel):
    """In the fetters already: what the zygote cached must not be shared by its children."""
    tempfile.tempdir = None
    random.seed()
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random:
        numpy_random.seed()
    gc.enable()
    interpreter.serve(channel, {})


def bury(children):
    names = []
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return names
        if pid == 0:
            return names
        if pid in children:
            names.append(children.pop(pid))


if __name__ == "__main__":
    main()
