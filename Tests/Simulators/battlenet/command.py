"""The command line: starts the stand-in and says on one line where everything is."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import stop_signals

from .api import CACHES
from .network import Network, Settings
from .scenario import load, play


def main(arguments: list[str] | None = None) -> None:
    """Runs until SIGINT or SIGTERM, and with ``--with-parent`` no longer than whoever started it."""
    options = _parser().parse_args(arguments)
    scenario = load(options.scenario)
    stop_signals.hold()
    network = Network(
        Settings(
            options.seed,
            options.port,
            tuple(options.probe_ports),
            options.conditional,
            options.oddities,
            options.token_life,
            options.pages,
            options.tags,
            options.loose,
            options.cache,
        )
    )
    if options.secrets:
        _write_secrets(network, options.secrets)
    play(network, scenario)
    stop_signals.serve(json.dumps(network.addresses()), options.with_parent)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="battlenet", description="A stand-in for Battle.net on 127.0.0.1.")
    parser.add_argument("--port", type=int, default=0, help="first of eleven consecutive ports; 0: free ones")
    parser.add_argument(
        "--probe-ports",
        type=int,
        nargs=2,
        default=(0, 0),
        metavar=("A", "B"),
        help="ports of the two connectivity probes; 0: the next ones",
    )
    parser.add_argument("--scenario", default="none", help="demo, none, or the path of a JSON file")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same realms")
    parser.add_argument("--conditional", action="store_true", help="send Last-Modified and answer 304")
    parser.add_argument(
        "--oddities", action="store_true", help="list a tournament realm and internal realms too"
    )
    parser.add_argument("--pages", type=int, metavar="ROWS", help="no more rows on a page than this")
    parser.add_argument("--tags", action="store_true", help="give each page of a search an entity tag")
    parser.add_argument(
        "--cache",
        choices=CACHES,
        help="answer as a cache does that asks for a copy when the document changes, and leaves its date or writes its own",
    )
    parser.add_argument(
        "--loose",
        type=int,
        metavar="SEED",
        help="do what the contract leaves open at random: pages, validators, order, odd rows, words, 404",
    )
    parser.add_argument("--token-life", type=float, default=86_399, metavar="SECONDS")
    parser.add_argument("--with-parent", type=int, nargs="?", const=0, metavar="PID", help="end when the starting process has ended")
    parser.add_argument(
        "--secrets",
        type=Path,
        metavar="FOLDER",
        help="write battlenet-client-secret and battlenet-client-secret-cn there",
    )
    return parser


def _write_secrets(network: Network, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, office in network.offices.items():
        path = folder / f"battlenet-client-secret{name.removeprefix('token')}"
        path.write_text(office.secret + "\n", encoding="ascii")
        path.chmod(0o600)
