"""The zygote: forks a supervisor for each sandbox, and beside it lives the warm process, which forks their Pythons.

Descriptor 3 is the control line to Node; descriptor 4 the folder of Node's listening socket, which supervisors dial
through /proc/self/fd, so that no path of the host is mounted anywhere. Small, for it is forked often; and one thread only."""

import gc
import json
import os
import select
import signal
import socket
import sys
import traceback

from linux import CLONE_NEWPID, leave_old_root, setns, unshare
from supervisor import Supervisor
from wire import Frames, encode

SOCKET_FOLDER = 4

# At level root each interpreter is a user of the machine that nobody else is: ids beyond those of accounts.
FIRST_USER, USERS = 300_000, 60_000

# Rights are given up by programs of the image itself, before the namespaces in which interpreters are made.
DROP = ["setpriv", "--clear-groups", "--inh-caps=-all"]
APART = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--net", "--ipc", "--uts", "--cgroup"]


def main():
    settings = json.loads(os.environ.pop("PYBENCH_ZYGOTE"))
    if os.environ.pop("PYBENCH_IN_IMAGE", None):
        leave_old_root()
    if settings.get("dropTo"):
        enter_as(settings)
    control = socket.socket(fileno=3)
    os.set_inheritable(3, False)
    os.set_inheritable(SOCKET_FOLDER, False)
    desk, warm = start_warm(control, settings)
    own_namespace = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    gc.freeze()
    serve(control, desk, warm, settings, own_namespace)


def enter_as(settings):
    """As root: become an ordinary user, then enter the namespaces as that user. Global root would void limits."""
    user = str(settings.pop("dropTo"))
    os.environ["PYBENCH_ZYGOTE"] = json.dumps(settings)
    for fd in (3, SOCKET_FOLDER):
        os.set_inheritable(fd, True)
    command = [*DROP, f"--reuid={user}", f"--regid={user}", *APART, "--fork", "--kill-child", "--mount-proc"]
    os.execvp(command[0], [*command, sys.executable, *settings["flags"], os.path.abspath(__file__)])


def start_warm(control, settings):
    """It tells Node itself when it is up. What it loads is never seen here."""
    desk, counter = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    pid = os.fork()
    if pid == 0:
        try:
            desk.close()
            os.close(SOCKET_FOLDER)
            import warm

            warm.main(control, counter, settings)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(71)
    counter.close()
    return desk, pid


def serve(control, desk, warm, settings, own_namespace):
    wake, waker = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    signal.set_wakeup_fd(waker, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    poll = select.poll()
    poll.register(3, select.POLLIN)
    poll.register(wake, select.POLLIN)
    frames, children = Frames(), {}
    while True:
        for fd, _ in poll.poll():
            if fd == wake:
                os.read(wake, 4096)
                for pid in buried():
                    if pid == warm:
                        os._exit(1)
                    if pid in children:
                        control.sendall(encode({"op": "gone", "id": children.pop(pid)}))
                continue
            data = control.recv(1 << 16)
            if not data:
                os._exit(0)  # Node is gone: as process 1 of the namespace we take everything with us.
            for message, _ in frames.feed(data):
                if message["op"] == "spawn":
                    children[fork(message, control, desk, settings, own_namespace)] = message["id"]
                elif message["op"] == "kill":
                    for pid in [pid for pid, name in children.items() if name == message["id"]]:
                        os.kill(pid, signal.SIGKILL)


def fork(request, control, desk, settings, own_namespace):
    """A supervisor as process 1 of a process namespace of its own."""
    unshare(CLONE_NEWPID)
    pid = os.fork()
    if pid == 0:
        try:
            supervise(request, control, desk, settings)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(71)
    setns(own_namespace, CLONE_NEWPID)  # or the next unshare would be refused
    return pid


def supervise(request, control, desk, settings):
    control.close()

    def dial(role):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f"/proc/self/fd/{SOCKET_FOLDER}/s")
        hello = {"id": request["id"], "token": request["token"], **role}
        connection.sendall((json.dumps(hello) + "\n").encode())
        return connection

    user = FIRST_USER + request["number"] % USERS if settings["level"] == "root" else None
    Supervisor(dial({"role": "control"}), dial, desk, settings["limits"], user).serve()


def buried():
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        yield pid


if __name__ == "__main__":
    main()
