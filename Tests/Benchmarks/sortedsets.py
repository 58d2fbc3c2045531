"""Redis as the rival: a server on a Unix socket, asked by its own load generator."""

from __future__ import annotations

import contextlib
import csv
import pathlib
import re
import subprocess
import time
from collections.abc import Iterator

from serving import LOAD_CORE, SERVER_CORE

FORGETS = ("--save", "", "--appendonly", "no")
KEEPS = ("--save", "", "--appendonly", "yes", "--appendfsync", "always")
"""Each answer waits for the fdatasync of its command."""


@contextlib.contextmanager
def redis(
    run: pathlib.Path,
    options: tuple[str, ...] = FORGETS,
    environment: dict[str, str] | None = None,
    cores: str = SERVER_CORE,
) -> Iterator[str]:
    """A server, by its socket."""
    folder = run / "redis"
    folder.mkdir()
    socket = str(folder / "sock")
    command = ["taskset", "-c", cores, "redis-server", "--port", "0", "--unixsocket", socket, "--dir", str(folder), *options]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    try:
        while not pathlib.Path(socket).exists():
            if process.poll() is not None:
                raise SystemExit("redis-server did not start")
            time.sleep(0.05)
        yield socket
    finally:
        process.terminate()
        process.wait()
        for file in sorted(folder.rglob("*"), reverse=True):
            file.rmdir() if file.is_dir() else file.unlink()
        folder.rmdir()


def cli(socket: str, *words: str, text: str | None = None) -> str:
    command = ["redis-cli", "-s", socket, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout


def piped(socket: str, commands: list[list[str]]) -> None:
    """Sends commands in Redis' own form."""
    text = "".join(f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words) for words in commands)
    if "errors: 0" not in cli(socket, "--pipe", text=text):
        raise SystemExit("redis-cli --pipe reports errors")


def cpu(socket: str) -> float:
    """Seconds of the server so far."""
    info = cli(socket, "INFO", "cpu")
    return sum(float(re.search(rf"{name}:([\d.]+)", info)[1]) for name in ("used_cpu_sys", "used_cpu_user"))


def rate(socket: str, count: int, words: list[str], *, members: int, connections: int = 1, at_once: int = 1,
         cores: str = LOAD_CORE) -> float:
    """Commands a second by redis-benchmark's clock; `__rand_int__` in them is below `members`."""
    command = ["taskset", "-c", cores, "redis-benchmark", "-s", socket, "-P", str(at_once), "-c", str(connections),
               "-n", str(count), "-r", str(members), "--csv", *words]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "ERR" in text:
        raise SystemExit(f"redis-benchmark reports errors:\n{text}")
    return float(next(csv.DictReader(text.splitlines()))["rps"])
