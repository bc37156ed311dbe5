"""The warm process: imports the heavy stack once, while no order waits, and forks a Python for a sandbox when its supervisor
asks, straight into the sandbox's namespaces. It costs one fork of a large process, and the supervisor stays small. One
thread only: forks of more are unsafe."""

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

from .. import hide, loaded_modules
from ..kernel import interpreter
from . import confine, hugepages, landlock, seccomp, usage
from .linux import CLONE_NEWPID, setns
from .wire import encode

# Huge pages cost about as much as they spare on twenty sandboxes: a process that has forked a few is likely to fork many.
HUGE_PAGES_AFTER = 8
MAX_ORDER, MAX_FDS = 4096, 16


def main(control, counter, settings):
    """`control` is the line to Node, for two words; `counter` is where supervisors order."""
    gc.disable()
    settings["filter"] = seccomp.program()
    settings["own_modules"] = loaded_modules()
    line = control.detach()
    up = {
        "op": "up",
        "version": sys.version.split()[0],
        "packages": interpreter.installed_packages(),
        "seccomp": settings["filter"] is not None,
        "landlock": landlock.abi(),
    }
    os.write(line, encode(up))
    serve(counter, settings, load(settings["modules"], line))


def load(modules, line):
    """Imports what is there of the list, a module at each step, and says when all is there."""
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        if name == "matplotlib":
            import _pybench_figures

            _pybench_figures.install()
        if name == "jieba":
            # Its dictionary is left to those who use it: it would make every fork dearer.
            sys.modules[name].setLogLevel(60)
        yield
    threads = len(os.listdir("/proc/self/task"))
    if threads != 1:
        raise SystemExit(f"a module that was loaded ahead has started threads: {threads} are alive")
    gc.collect()
    os.write(line, encode({"op": "loaded"}))
    os.dup2(0, line, inheritable=False)  # nothing that is received may take the number of the channel


def serve(counter, settings, loading):
    """Orders come first: a Python that is forked before all is loaded loads the rest itself, if it needs it."""
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    poll = select.poll()
    poll.register(counter, select.POLLIN)
    poll.register(wake, select.POLLIN)
    lives, made, done = {}, 0, object()
    while True:
        ready = poll.poll(0 if loading else None)
        if not ready and next(loading, done) is done:
            loading = None
        for fd, _ in ready:
            if fd == wake:
                os.read(wake, 4096)
                bury(lives)
                continue
            order, fds, _, _ = socket.recv_fds(counter, MAX_ORDER, MAX_FDS)
            if not order:
                os._exit(0)
            try:
                fork(json.loads(order), fds, settings, own_namespace, lives)
            except OSError:
                pass  # The machine has no room for it: the supervisor hears that its life line was cut.
            finally:
                for each in set(fds) - set(lives.values()):
                    os.close(each)
            if not loading:
                made += 1
                if made == HUGE_PAGES_AFTER:
                    hugepages.collapse()


def fork(order, fds, settings, own_namespace, lives):
    channel, stdout, stderr, life, process_namespace, *others = fds
    namespaces, groups = others[: len(confine.NAMESPACES)], others[len(confine.NAMESPACES) :]
    gc.freeze()
    setns(process_namespace, CLONE_NEWPID)
    try:
        pid = os.fork()
        if pid == 0:
            try:
                become_interpreter(channel, (stdout, stderr), life, namespaces, groups, order["user"], settings)
            finally:
                os._exit(70)
        lives[pid] = life
    finally:
        setns(own_namespace, CLONE_NEWPID)


def become_interpreter(channel, outputs, life, namespaces, groups, user, settings):
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for fd in groups:
        os.write(fd, b"0")  # What is touched from now on counts for the sandbox.
    confine.join(namespaces)
    os.setpgid(0, 0)
    # What it has from the start is nobody's fault; later its word would be worth nothing.
    os.write(life, json.dumps({"pid": os.getpid(), "base": usage.base()}).encode())
    os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
    os.dup2(outputs[0], 1)
    os.dup2(outputs[1], 2)
    os.dup2(channel, 3, inheritable=False)
    os.closerange(4, 1 << 16)
    os.nice(10)
    confine.write_file("/proc/self/oom_score_adj", "1000")
    limits = settings["limits"]
    data_bytes = usage.data_bytes(limits, counted=bool(groups))
    confine.fetter(limits, settings["filter"], user, settings["level"] == "full", data_bytes)
    run_interpreter(socket.socket(fileno=3), settings)


def run_interpreter(channel, settings):
    """In the fetters already: what was cached here must not be shared by all."""
    hide(settings["own_modules"])
    tempfile.tempdir = None
    random.seed()
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random:
        numpy_random.seed()
    gc.enable()
    interpreter.serve(channel, {})


def bury(lives):
    """Tells the supervisors of the dead how they ended."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        life = lives.pop(pid, None)
        if life is None:
            continue  # Not one that we made: a process that has chosen us for its parent.
        try:
            os.write(life, json.dumps({"status": status}).encode())
        except OSError:
            pass  # The supervisor has gone with it.
        os.close(life)
