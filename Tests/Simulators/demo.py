"""`make run`: the simulators and the appliance, with its panel in this terminal and its page in the browser.

Within two minutes a watched realm goes down and comes back, then all Oceanic realms; maps change every few minutes. A small
game with an online board can be played at once.
Ctrl-C ends everything, and so does closing the terminal.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import datetime
import http.server
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator

import demogame

HERE = pathlib.Path(__file__).resolve().parent

CONFIGURATION = """\
# Made by `make run`: everything outside is simulated.
[server]
listen = "127.0.0.1:{port}"

[state]
directory = "{run}/state"

[battlenet]
client_id = "{client[id]}"
client_secret_file = "{run}/battlenet-client-secret"
token_url = "{sim[token_url]}"
interval = "3s"
recheck = "2s"
timeout = "10s"
requests_per_hour = 36000

[realms]
regions = ["us", "eu", "kr", "tw", "cn"]

[region.us]
api_url = "{sim[api][us]}"
[region.eu]
api_url = "{sim[api][eu]}"
[region.kr]
api_url = "{sim[api][kr]}"
[region.tw]
api_url = "{sim[api][tw]}"
[region.cn]
api_url = "{sim[api][cn]}"
token_url = "{sim[token_url_cn]}"
client_id = "{china[id]}"
client_secret_file = "{run}/battlenet-client-secret-cn"

[network]
probes = {probes}
probe_timeout = "10s"

[rotations]
schedule_file = "{run}/schedule.toml"

[panel]
watch = ["us/retail/tichondrius", "us/retail/frostmourne", "eu/retail/kazzak"]
seconds_per_page = 4

[[panel.lamp]]
name = "Everything"
target = "watch"
[[panel.lamp]]
name = "Tichondrius"
target = "us/retail/tichondrius"
[[panel.lamp]]
name = "Americas"
target = "us"
[[panel.lamp]]
name = "Europe"
target = "eu"
"""

# What is left out where the appliance is measured: there nobody is asked which map is on.
UPSTREAM = """\

[rotations.upstream]
url = "{maps[api]}"
key_file = "{run}/apex-legends-status-key"
interval = "30s"
"""

# What the small game plays on.
GAMES = """\

[arena]
enabled = true
"""

SCHEDULE = """\
source = "a made-up schedule for the demonstration"
[maps]
KC = "Kings Canyon"
WE = "World's Edge"
OL = "Olympus"
SP = "Storm Point"
BM = "Broken Moon"
ED = "E-District"
[[mode]]
key = "pubs"
name = "Casual"
[[mode.schedule]]
anchor = {anchor}
cycle = [ {{ map = "SP", minutes = 3 }}, {{ map = "OL", minutes = 2 }}, {{ map = "ED", minutes = 2 }} ]
[[mode]]
key = "ranked"
name = "Ranked"
[[mode.schedule]]
anchor = {anchor}
cycle = [ {{ map = "WE", minutes = 90 }}, {{ map = "BM", minutes = 90 }}, {{ map = "KC", minutes = 90 }} ]
"""

# What Apex Legends Status shows: the same, and the mixtape, which no schedule has.
GAME = {
    "battle_royale": [["storm_point_rotation", 3], ["olympus_rotation", 2], ["edistrict_rotation", 2]],
    "ranked": [["worlds_edge_rotation", 90], ["broken_moon_rotation", 90], ["kings_canyon_rotation", 90]],
    "ltm": [["freedm_tdm_skulltown", 15], ["control_tropics_barometer", 15], ["freedm_gungame_estates", 15]],
}


def free(port: int) -> bool:
    """Whether nobody listens on the port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--port", type=port, default=8080, help="0: any that is free; it is printed once the appliance has it")
    parser.add_argument("--game-port", type=int, help="where the small game is; usually the port behind the appliance's")
    parser.add_argument("--run", type=pathlib.Path, default=pathlib.Path(".run"))
    options = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    run = options.run.resolve()
    run.mkdir(parents=True, exist_ok=True)
    if not free(options.port):
        # The game takes the port behind it.
        others = (other for other in range(options.port + 1, 65_535) if free(other) and free(other + 1))
        print(f"port {options.port} is taken; try: make run PORT={next(others, 0)}", file=sys.stderr)
        return 1
    anchor = datetime.datetime.now(datetime.timezone.utc).replace(second=0, microsecond=0)
    game = {mode: {"anchor": int(anchor.timestamp()), "cycle": cycle} for mode, cycle in GAME.items()}
    (run / "game.json").write_text(json.dumps(game), encoding="utf-8")
    started: list[subprocess.Popen[str]] = []
    try:
        started.append(simulator("battlenet", "--scenario", "demo", "--secrets", str(run)))
        started.append(simulator("apexstatus", "--game", str(run / "game.json"), "--secrets", str(run)))
        told = [one.stdout.readline() for one in started]
        if "" in told:
            print("the simulators could not start; what they say of it stands above", file=sys.stderr)
            return 1
        sim, maps = (json.loads(line.removeprefix("ready ")) for line in told)
        return appliance(options, run, sim, maps, anchor)
    except KeyboardInterrupt:
        return 130
    finally:
        for one in started:
            one.terminate()
            one.wait()


def port(text: str) -> int:
    """A port that has one behind it, for the game."""
    if not text.isascii() or not text.isdecimal() or int(text) > 65_534:
        raise argparse.ArgumentTypeError(f"{text!r} is none: a number up to 65534")
    return int(text)


def end(number: int, _: object) -> None:
    """As Ctrl-C does it, while there is no appliance that could be told."""
    sys.exit(128 + number)


def simulator(name: str, *options: str) -> subprocess.Popen[str]:
    """Starts a stand-in, which says on its first line where it is."""
    command = [sys.executable, str(HERE / name), *options]
    ending = ending_with(os.getpid())
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, preexec_fn=ending)  # noqa: PLW1509: there is one thread


def appliance(
    options: argparse.Namespace, run: pathlib.Path, sim: dict, maps: dict, anchor: datetime.datetime
) -> int:
    """Writes the settings, runs the appliance until Ctrl-C."""
    configuration = run / "watchpost.toml"
    log = os.path.relpath(run / "watchpost.log")

    def introduce(port: int) -> tuple[str, http.server.ThreadingHTTPServer]:
        """Says where everything is: the appliance and the page of the game, which nobody serves yet."""
        configure(configuration, port, run, sim, maps)
        box = f"http://localhost:{port}"
        behind = port + 1 if options.port else 0
        wanted = behind if options.game_port is None else options.game_port
        try:
            game = demogame.page(box, wanted)
        except OSError:
            game = demogame.page(box, 0)
        print(f"app: {box}/app   page: {box}/   games: {box}/games   log: {log}   settings: {os.path.relpath(configuration)}")
        print(f"game: http://localhost:{game.server_address[1]}/", flush=True)
        return box, game

    (run / "schedule.toml").write_text(
        SCHEDULE.format(anchor=anchor.strftime("%Y-%m-%dT%H:%M:%SZ")), encoding="utf-8"
    )
    configure(configuration, options.port, run, sim, maps)
    known = introduce(options.port) if options.port else None
    command = [str(options.binary), "run", "--config", str(configuration), "--simulate", "--log", str(log)]
    with contextlib.nullcontext() if known else notifications() as told:
        environment = os.environ | ({"NOTIFY_SOCKET": f"@{told.getsockname()[1:].decode()}"} if told else {})
        # Ctrl-C reaches the appliance as well: it ends by itself, and is waited for. Until it can hear one, it waits for the appliance.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        process = subprocess.Popen(command, env=environment, preexec_fn=ending_with(os.getpid()))  # noqa: PLW1509: there is one thread
        if signal.SIGINT in signal.sigpending():
            process.terminate()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: process.terminate())
        if told and (port := port_of(process, told)):
            known = introduce(port)
        if known:
            box, game = known
            demogame.begin(game, options.binary, configuration, box)
        return ended(process)


def ended(process: subprocess.Popen[bytes]) -> int:
    """Waits for the appliance while signals are heard; its exit code.

    `Popen.wait` can miss one. Of a signal that comes just before it asks the kernel, Python only notes that it came: the handler, which
    would tell the appliance, does not run before that has ended by itself.
    """
    woken, wakes = socket.socketpair()
    with woken, wakes:
        wakes.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while process.poll() is None:
            select.select([woken], [], [])
            woken.recv(4_096)
        signal.set_wakeup_fd(-1)
    return process.returncode


def configure(configuration: pathlib.Path, port: int, run: pathlib.Path, sim: dict, maps: dict) -> None:
    """Writes the settings."""
    configuration.write_text(
        (CONFIGURATION + UPSTREAM + GAMES).format(
            port=port, run=run, sim=sim, maps=maps, probes=json.dumps(sim["probes"]),
            client=sim["clients"]["token"], china=sim["clients"]["token-cn"],
        ),
        encoding="utf-8",
    )


@contextlib.contextmanager
def notifications() -> Iterator[socket.socket]:
    """Where the appliance tells a service manager how it is; what it prints goes to the terminal.

    The kernel gives it a name that is no file: a path may have 107 characters at most, and folders are where people put them.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind("")
        told.settimeout(1)
        yield told


def port_of(process: subprocess.Popen[bytes], told: socket.socket) -> int | None:
    """Where it serves, as soon as it does; None: it has ended."""
    while process.poll() is None:
        with contextlib.suppress(TimeoutError):
            if found := re.search(r"serving at http://\S+:(\d+)", told.recv(4_096).decode()):
                return int(found[1])
    return None


def ending_with(parent: int) -> Callable[[], None]:
    """However this program ends, its child gets SIGTERM (prctl, PR_SET_PDEATHSIG); and Ctrl-C, which this one may ignore."""
    prctl = ctypes.CDLL(None).prctl

    def child() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        prctl(1, signal.SIGTERM)
        # It has ended before that could be asked for.
        if os.getppid() != parent:
            os._exit(1)

    return child


if __name__ == "__main__":
    sys.exit(main())
