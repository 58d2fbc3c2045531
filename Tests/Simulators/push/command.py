"""The command line: starts the stand-in and says on one line where everything is."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import tempfile
from pathlib import Path

from push.control import listen
from push.network import Network


def main(arguments: list[str] | None = None) -> None:
    """Runs until SIGINT or SIGTERM, and with ``--with-parent`` no longer than whoever started it."""
    parser = argparse.ArgumentParser(prog="push", description="A stand-in for push services on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="of the control port; 0: a free one")
    parser.add_argument("--folder", type=Path, help="where CA and key are written; default: a new one")
    parser.add_argument("--with-parent", type=int, nargs="?", const=0, metavar="PID", help="end when the starting process has ended")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="watchpost-push-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        parent = None if options.with_parent is None else options.with_parent or os.getppid()
        asyncio.run(_run(folder, options.port, parent))


async def _run(folder: Path, port: int, parent: int | None) -> None:
    network = Network(folder)
    await network.start()
    control = await listen(network, port)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    print("ready " + json.dumps(network.addresses() | {"control": f"http://127.0.0.1:{control}"}), flush=True)
    while not ended.is_set():
        try:
            await asyncio.wait_for(ended.wait(), 1)
        except TimeoutError:
            if parent is not None and os.getppid() != parent:
                return
