"""Messages to the harness leave whole and one after the other, whatever strikes in between.

Python runs signal handlers inside a blocking send, and finalizers anywhere: one that raises would cut a message in two,
one that prints would wait for the message that it interrupts.
"""

import signal
import threading

_DEFERRED = {signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGHUP, signal.SIGCHLD}
_DEFERRED |= {signal.SIGUSR1, signal.SIGUSR2, signal.SIGVTALRM, signal.SIGPROF}


class Outbox:
    def __init__(self):
        self.reset()

    def reset(self):
        """Also for a fork: another thread of the parent may have held the lock."""
        # One lock for all who gather and send, so that no two of them can wait for each other.
        self.lock = threading.RLock()
        self._sending = False
        self._waiting = []

    def send(self, send, message):
        with self.lock:
            self._waiting.append((send, message))
            if self._sending:
                return  # We are inside a send of this very thread, which will see to it.
            self._sending = True
            try:
                self._deliver()
            finally:
                self._sending = False

    def _deliver(self):
        allowed = signal.pthread_sigmask(signal.SIG_BLOCK, _DEFERRED)
        try:
            while self._waiting:
                send, message = self._waiting.pop(0)
                send(message)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, allowed)


outbox = Outbox()
