"""Two appliances for all contract tests: one with everything up, one in the middle of an outage."""

from __future__ import annotations

import os
import struct
import uuid
import zlib
from collections.abc import Iterator

import pytest
from contract.seed import SEED
from harness.appliance import Appliance, binary
from harness.device import Phone, ask
from harness.settings import merged, settings_for, toml
from harness.simulator import Simulator

# `Tests/pytest.ini` keeps it away from all other tests.
pytest_plugins = ["schemathesis.pytest.plugin"]
REGIONS = ("us", "eu")


@pytest.fixture(scope="session", autouse=True)
def the_binary_is_there() -> None:
    """One clear error instead of many puzzling ones."""
    if not os.access(binary(), os.X_OK):
        pytest.exit(f"no binary at {binary()}: build it, or set WATCHPOST_BINARY", returncode=4)


def picture() -> bytes:
    """A PNG of one grey point."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\7")) + chunk(b"IEND", b"")


def play(appliance: Appliance) -> None:
    """A game with a board, and one player on it, with a picture."""
    owner, path = f"Bearer {appliance.owner_key}", "/v1/admin/games/snake"
    for part, more in (("", {}), ("/boards/level-1", {"windows": ["day"]})):
        body = {"version": 0, "name": "Snake"} | more
        assert ask(appliance.base, "PUT", path + part, body, Authorization=owner).status == 201
    player = Phone(appliance)
    # What a game brings along for pages of its boards.
    for what, body, kind in (("style", b".row { color: red }", "text/css"), ("background", picture(), "image/png")):
        given = ask(appliance.base, "PUT", f"{path}/{what}", body, Authorization=owner, Content_Type=kind)
        assert given.status == 204, what
    assert player.ask("PUT", f"/v1/games/snake/installs/{player.id}", {"name": "Ola"}).status == 201
    assert player.ask("PUT", "/v1/me/avatar", picture(), Content_Type="image/png").status == 200
    path, key = "/v1/games/snake/boards/level-1/results", str(uuid.uuid4())
    assert player.ask("POST", path, {"score": 7, "extra": "x"}, Idempotency_Key=key).status == 201


@pytest.fixture(scope="session", params=["everything is up", "an outage"])
def world(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Appliance, Simulator]]:
    """The appliance and the Battle.net that it polls."""
    folder = tmp_path_factory.mktemp("contract")
    simulator = Simulator(folder / "secrets")
    config = folder / "watchpost.toml"
    # The document says all that there is, so everything is switched on.
    settings = merged(settings_for(simulator, folder / "state", REGIONS), {"arena": {"enabled": True}})
    config.write_text(toml(settings), encoding="utf-8")
    appliance = Appliance(config, folder / "watchpost.log").start()
    appliance.await_fresh(*REGIONS)
    play(appliance)
    if request.param == "an outage":
        stream = appliance.events()
        simulator.set("us", "down")
        simulator.fault("eu", "maintenance")
        stream.wait_for("outage", region="us", over=False)
        stream.wait_for("freshness", region="eu")
        stream.close()
    yield appliance, simulator
    appliance.close()
    simulator.close()


@pytest.fixture(scope="session")
def appliance(world: tuple[Appliance, Simulator]) -> Appliance:
    """The appliance alone."""
    return world[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How to send the same requests again."""
    terminalreporter.write_line(f"generated requests: WATCHPOST_SEED={SEED}")
