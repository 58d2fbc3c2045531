"""Notices a second: the appliance with its outbox against h2load, on the same nghttpd and through the same relay.

Usage: `make bench PART=push`. Needs nghttpd and h2load (Debian: nghttp2-server, nghttp2-client).
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass

import house
import phones
from outage import Outage
from pushservice import HOST, STREAMS, Meter, Service, credentials, rival, service
from relay import relay
from table import Row, percentile, spread

DEVICES = 10_000
ROUNDS = 3
BUDGETS = {0.05: 0.8, 0.0: 0.5}
TITLE = (
    f"{DEVICES:,} phones (APNs), an outage of a region that all of them watch: from the first byte at the push service to "
    f"the last, leases and settlements included. The rival only sends. {STREAMS} streams on one connection."
)
SETTINGS = """
[push]
ca_file = "{run}/ca.pem"
connect_to = ["{host}:443:127.0.0.1:{port}"]
[push.apns]
team_id = "TEAM123456"
key_id = "KEY1234567"
key_file = "{run}/AuthKey.p8"
topic = "org.example.watchpost"
[devices]
max = 100000
registrations_per_hour = 1000000
requests_per_minute = 1000000
[notices]
group_wait = "0s"
"""


class PushingAppliance(house.Appliance):
    """An appliance that reaches Apple at `port`; each one begins with the state that `keep` put aside."""

    def __init__(self, binary: pathlib.Path, sim: dict, run: pathlib.Path, port: int) -> None:
        self._more = SETTINGS.format(run=run, host=HOST, port=port)
        os.environ["WATCHPOST_TEST"] = "1"
        kept = run / "kept"
        if kept.exists():
            shutil.rmtree(run / "state", ignore_errors=True)
            shutil.copytree(kept, run / "state")
        super().__init__(binary, sim, run, "10s")
        self.await_fresh()

    def start(self) -> float:
        """As the others, with the settings of pushes at the end."""
        config = self.run / "watchpost.toml"
        if self._more not in config.read_text(encoding="utf-8"):
            with config.open("a", encoding="utf-8") as file:
                file.write(self._more)
        return super().start()

    def keep(self) -> None:
        """Ends it; the next ones begin with its state."""
        self.stop()
        shutil.copytree(self.run / "state", self.run / "kept")

    def anonymous(self) -> float:
        """Megabytes of anonymous memory."""
        return int(re.search(r"RssAnon:\s+(\d+)", self.proc("status"))[1]) / 1024


def tell(sim: dict, state: str) -> None:
    """Changes every realm of a region."""
    body = json.dumps({"region": "us", "state": state}).encode()
    request = urllib.request.Request(f"{sim['control']}/_sim/set", body, method="POST")
    urllib.request.urlopen(request, timeout=10).close()


def registering(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> tuple[list[Row], str]:
    """All phones; the last one's credential."""
    appliance = PushingAppliance(binary, sim, run, 1)
    before = appliance.anonymous()
    realms = json.loads(appliance.get("/v1/regions/us/realms?flavour=retail"))["realms"][:3]
    seconds, credential = phones.register(appliance.url, DEVICES, [realm["id"] for realm in realms])
    after = appliance.anonymous()
    appliance.keep()
    return [
        Row(f"registering, two durable requests a phone, {phones.CONNECTIONS} connections",
            f"{DEVICES / seconds:,.0f} phones/s"),
        Row("anonymous memory before and after the registrations", f"{before:.1f} MB, {after:.1f} MB"),
    ], credential


@dataclass
class Round:
    """One side of one round."""

    rate: float
    """Notices a second."""
    cpu: float
    """Seconds of CPU for 1,000 notices."""


def outage(binary: pathlib.Path, sim: dict, run: pathlib.Path, port: int, far: Service) -> Round:
    """One outage, with nobody looking on."""
    appliance = PushingAppliance(binary, sim, run, port)
    try:
        begin, cpu = time.monotonic(), appliance.cpu_seconds()
        time.sleep(3)
        idle = (appliance.cpu_seconds() - cpu) / (time.monotonic() - begin)
        meter = Meter(far)
        begin, cpu = time.monotonic(), appliance.cpu_seconds()
        tell(sim, "down")
        took = meter.await_rest(2, 120)
        work = appliance.cpu_seconds() - cpu - idle * (time.monotonic() - begin)
        Outage(appliance, run).check(DEVICES)
        return Round(DEVICES / took, work / DEVICES * 1000)
    finally:
        tell(sim, "up")
        appliance.stop()


def rates(binary: pathlib.Path, sim: dict, run: pathlib.Path, delay: float, budget: float) -> list[Row]:
    """Alternating rounds; each is compared with the rival's right before it, because a machine's load changes."""
    mine, theirs = [], []
    with service(run) as far, relay(far.port, delay) as port:
        for _ in range(ROUNDS):
            theirs.append(Round(*rival(port, run, DEVICES)))
            mine.append(outage(binary, sim, run, port, far))
    ratio = statistics.median(my.rate / their.rate for my, their in zip(mine, theirs, strict=True))
    cost = statistics.median(my.cpu / their.cpu for my, their in zip(mine, theirs, strict=True))
    way = f"{delay * 1000:.0f} ms round trip" if delay else "no delay"
    return [
        Row(f"notices/s, {way}", spread([one.rate for one in mine]),
            f"h2load: {spread([one.rate for one in theirs])}", f"{ratio:.2f}x", f">= {budget}x", ratio >= budget),
        Row(f"CPU for 1,000 of them, {way}", spread([one.cpu * 1000 for one in mine], " ms"),
            f"h2load: {spread([one.cpu * 1000 for one in theirs], ' ms')}", f"{cost:.1f}x"),
    ]


def costs(binary: pathlib.Path, sim: dict, run: pathlib.Path, credential: str) -> list[Row]:
    """What an outage costs, in rounds of their own: looking on takes time, too."""
    seen: list[dict[str, float]] = []
    for _ in range(ROUNDS):
        log = run / "nghttpd.log"
        with service(run, log) as far, relay(far.port, 0.05) as port:
            seen.append(cost(PushingAppliance(binary, sim, run, port), sim, Meter(far), credential) | far.seen())
    def of(name: str) -> list[float]:
        return [one[name] for one in seen]

    def whole(name: str) -> str:
        return ", ".join(f"{value:,.0f}" for value in of(name))

    return [
        Row("connections opened; streams refused", f"{whole('connections')}; {whole('refused')}", budget="1; 0",
            met=max(of("connections")) <= 1 and max(of("refused")) == 0),
        Row(f"anonymous memory with {DEVICES:,} phones, calm", spread(of("memory calm"), " MB", 1), budget="<= 8 MB",
            met=statistics.median(of("memory calm")) <= 8),
        Row("the same, most during the outage", spread(of("memory"), " MB", 1)),
        Row("the same, a poll later", spread(of("memory after"), " MB", 1)),
        Row("change committed to outbox committed", spread(of("enqueue"), " ms")),
        Row("p99 of kept answers: calm, during", f"{spread(of('kept calm'), ' ms', 2)}, {spread(of('kept'), ' ms', 2)}"),
        Row("p99 of personal answers: calm, during",
            f"{spread(of('personal calm'), ' ms', 2)}, {spread(of('personal'), ' ms', 2)}"),
        Row("longest personal answer meanwhile", spread(of("personal longest"), " ms")),
    ]


def cost(appliance: PushingAppliance, sim: dict, meter: Meter, credential: str) -> dict[str, float]:
    """One outage, watched from all sides."""
    seen = Outage(appliance, appliance.run)
    prober = subprocess.Popen(
        [sys.executable, str(pathlib.Path(__file__).with_name("prober.py")), appliance.url, credential],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )
    try:
        time.sleep(4)
        calm_memory = appliance.anonymous()
        seen.watch()
        begin = time.monotonic()
        tell(sim, "down")
        meter.await_rest(2, 120)
        seen.check(DEVICES)
        answers = json.loads(prober.communicate("")[0])
        result = seen.result() | {"memory calm": calm_memory}
        # A poll later what was freed has been given back.
        time.sleep(12)
        result["memory after"] = appliance.anonymous()
        for kind, taken in answers.items():
            before = [took for when, took in taken if when < begin]
            during = [took for when, took in taken if seen.committed <= when <= meter.last]
            result |= {f"{kind} calm": percentile(before, 0.99), kind: percentile(during, 0.99),
                       f"{kind} longest": max(during)}
        return result
    finally:
        prober.kill()
        tell(sim, "up")
        appliance.stop()


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Every line of the part."""
    credentials(run)
    table, credential = registering(binary, sim, run)
    compared = [row for delay, budget in BUDGETS.items() for row in rates(binary, sim, run, delay, budget)]
    return compared + table + costs(binary, sim, run, credential)
