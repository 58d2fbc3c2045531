"""SIGINT and SIGTERM as something that the main thread of a stand-in waits for, while other threads answer."""

from __future__ import annotations

import os
import signal
import sys

NUMBERS = (signal.SIGINT, signal.SIGTERM)


def hold() -> None:
    """From now on they wait for `wait`; called before the first thread starts, which would receive them otherwise.

    A handler would not do: it runs between any two steps of the main thread. If that holds the lock of what the handler sets
    just then, both wait for ever.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, NUMBERS)


def wait(with_parent: int | None) -> None:
    """Returns at the first of them; unless `with_parent` is None, also when the process of this number (0: the present one) is the
    parent no longer. It is looked for each second."""
    parent = with_parent or os.getppid()
    while signal.sigtimedwait(NUMBERS, 1) is None:
        if with_parent is not None and os.getppid() != parent:
            return


def serve(ready: str, with_parent: int | None) -> None:
    """Says on one line where everything is, then waits. Ends without a word if the reader of that line has ended: Ctrl-C in a
    terminal reaches both, and the reader may be the first to end."""
    try:
        print("ready " + ready, flush=True)
    except BrokenPipeError:
        # The interpreter flushes once more at its end, which would be a second complaint.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return
    wait(with_parent)
