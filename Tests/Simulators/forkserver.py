"""Starts stand-ins as forks of a process that has imported them, so that not each test waits for Python and its modules.

`harness/standins.py` asks it over the socket whose number it is given: `{"start": "push", "words": […]}` beside the write end
of a pipe, which becomes the standard output of the stand-in, and `{"end": 1234}`. It has one thread, because a fork takes along
every lock that another thread holds. It ends with the process that started it, and what it started ends with it.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn


def main(number: int) -> None:
    """Answers until the other end of the socket is closed."""
    # Ctrl-C reaches all processes of a terminal at once: the one that asks decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running: set[int] = set()
    with socket.socket(fileno=number) as asked:
        while True:
            message, files, _, _ = socket.recv_fds(asked, 1 << 16, 1)
            if not message:
                break
            request = json.loads(message)
            if "start" in request:
                running.add(answer := start(request["start"], request["words"], files[0], asked))
            else:
                answer = end(request["end"], signal.SIGTERM, running)
            asked.send(json.dumps(answer).encode())
    for process in list(running):
        end(process, signal.SIGKILL, running)


@functools.cache
def command(name: str) -> Callable[[list[str]], None]:
    """What the command line of a stand-in calls."""
    main: Callable[[list[str]], None] = importlib.import_module(f"{name}.command").main
    # The collector never visits what is there now, so that no fork copies its pages.
    gc.freeze()
    return main


def start(name: str, words: list[str], output: int, asked: socket.socket) -> int:
    """The process of a new stand-in."""
    main, parent = command(name), os.getpid()
    process = os.fork()
    if process:
        os.close(output)
        return process
    asked.close()
    os.dup2(output, sys.stdout.fileno())
    os.close(output)
    be(main, [f"--with-parent={parent}", *words])


def be(main: Callable[[list[str]], None], words: list[str]) -> NoReturn:
    """Becomes the stand-in; it never returns."""
    code = 1
    try:
        main(words)
        code = 0
    except SystemExit as wish:
        code = wish.code if isinstance(wish.code, int) else int(wish.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)


def end(process: int, number: int, running: set[int]) -> int:
    """Sends a signal to a stand-in and waits for its end; returns its code as `subprocess` does; 0 if it is not one of ours."""
    if process not in running:
        return 0
    running.discard(process)
    # It keeps its number until it was waited for, whether it has ended or not.
    os.kill(process, number)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


if __name__ == "__main__":
    main(int(sys.argv[1]))
