"""The command line: starts the stand-in and says on one line where everything is."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import stop_signals

from .game import USUAL, Game
from .server import KEY, Listener, Stand, api_handler, control_handler


def main(arguments: list[str] | None = None) -> None:
    """Runs until SIGINT or SIGTERM, and with ``--with-parent`` no longer than whoever started it."""
    parser = argparse.ArgumentParser(prog="apexstatus", description="Apex Legends Status on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="of the API; the control port is the next; 0: free ones")
    parser.add_argument("--game", type=Path, metavar="FILE", help="JSON with modes; default: three of them")
    parser.add_argument("--secrets", type=Path, metavar="FOLDER", help="write apex-legends-status-key there")
    parser.add_argument("--with-parent", type=int, nargs="?", const=0, metavar="PID", help="end when the starting process has ended")
    options = parser.parse_args(arguments)
    modes = json.loads(options.game.read_text(encoding="utf-8")) if options.game else USUAL
    stand = Stand(Game.of(modes))
    stop_signals.hold()
    api = Listener(options.port, api_handler(stand))
    control = Listener(options.port and options.port + 1, control_handler(stand))
    if options.secrets:
        options.secrets.mkdir(parents=True, exist_ok=True)
        path = options.secrets / "apex-legends-status-key"
        path.touch(mode=0o600)
        path.write_text(KEY + "\n", encoding="utf-8")
    stop_signals.serve(json.dumps({"api": api.address, "control": control.address, "key": KEY}), options.with_parent)
