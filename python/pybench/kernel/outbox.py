"""Sends messages to Node whole and one after the other, whatever interrupts a send.

Python runs signal handlers inside a blocking send, and finalizers anywhere: one that raises would cut a message in two, one
that prints would wait for the message that it interrupts.
"""

import signal
import threading
from collections.abc import Callable
from typing import Any

_DEFERRED = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP, signal.SIGCHLD}
_DEFERRED |= {signal.SIGUSR1, signal.SIGUSR2, signal.SIGVTALRM, signal.SIGPROF}


class Outbox:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """A fork calls it, too: another thread of the parent may have held the lock."""
        # One lock for collecting and for sending, so that two threads cannot wait for each other.
        self.lock = threading.RLock()
        self._sending = False
        self._waiting: list[tuple[Callable[[Any], None], Any]] = []

    def send(self, send: Callable[[Any], None], message: Any) -> None:
        with self.lock:
            self._waiting.append((send, message))
            if self._sending:
                return  # this call interrupts a send of the same thread, which sends the message afterwards
            self._sending = True
            try:
                self._deliver()
            finally:
                self._sending = False

    def _deliver(self) -> None:
        allowed = signal.pthread_sigmask(signal.SIG_BLOCK, _DEFERRED)
        try:
            while self._waiting:
                send, message = self._waiting.pop(0)
                send(message)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, allowed)


outbox = Outbox()
