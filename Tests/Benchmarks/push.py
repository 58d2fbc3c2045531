"""Notices a second: the appliance with its outbox against h2load, both through the same relay to the same nghttpd.

Usage: push.py --binary .build/release/watchpost [--devices 10000]
Needs nghttpd and h2load (Debian: nghttp2-server, nghttp2-client).
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import http.client
import json
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator

import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

import house
from relay import Relay

STREAMS = 100
BUDGETS = {0.0: 0.5, 0.05: 0.8}
HOST = "api.push.apple.com"
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


def credentials(run: pathlib.Path) -> None:
    """A certificate that the appliance trusts, and a key as Apple hands them out."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(run / "ca.pem")
    leaf = authority.issue_cert(HOST)
    leaf.private_key_pem.write_to_path(run / "leaf.key")
    leaf.cert_chain_pems[0].write_to_path(run / "leaf.pem")
    key = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (run / "AuthKey.p8").write_bytes(key)
    (run / "AuthKey.p8").chmod(0o600)


@contextlib.contextmanager
def nghttpd(run: pathlib.Path) -> Iterator[int]:
    """Takes every POST and answers 200; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = ["nghttpd", "-a", "127.0.0.1", "--echo-upload", "-m", str(STREAMS), str(port)]
    process = subprocess.Popen([*command, str(run / "leaf.key"), str(run / "leaf.pem")])
    time.sleep(0.5)
    try:
        yield port
    finally:
        process.terminate()
        process.wait()


def rival(relay: Relay, run: pathlib.Path, count: int) -> float:
    """h2load's requests a second, with one connection and the size of a notice."""
    payload = run / "payload.json"
    payload.write_text(json.dumps({"aps": {"alert": {"title": "EU", "body": "x" * 120}, "sound": "default"}}))
    fields = ["authorization: bearer " + "x" * 200, "apns-topic: org.example.watchpost", "apns-priority: 10"]
    command = ["h2load", "-n", str(count), "-c", "1", "-m", str(STREAMS), "-d", str(payload)]
    command += [word for field in fields for word in ("-H", field)]
    url = f"https://127.0.0.1:{relay.port}/3/device/{'00' * 32}"
    text = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    found = re.search(r"([\d.]+) req/s", text)
    if not found or f"{count} succeeded" not in text:
        raise SystemExit(f"h2load failed:\n{text}")
    return float(found[1])


def register(url: str, count: int, realms: list[str]) -> None:
    """So many phones, each watching `realms`."""
    host = url.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=30)
    for number in range(count):
        name = base64.urlsafe_b64encode(number.to_bytes(16, "big")).rstrip(b"=").decode()
        secret = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
        push = {"kind": "apns", "token": f"00{number:062x}", "environment": "production", "use": "alert"}
        device = {"locale": "en-GB", "timeZone": "Europe/Warsaw", "push": push}
        kinds = {"status": True, "queue": False, "lock": False, "maintenance": False, "population": False}
        for path, body in (
            (f"/v1/devices/{name}", device),
            (f"/v1/devices/{name}/watchlist/us", {"version": 0, "realms": realms, "kinds": kinds}),
        ):
            headers = {"authorization": f"Bearer {name}.{secret}", "content-type": "application/json"}
            connection.request("PUT", path, json.dumps(body), headers)
            reply = connection.getresponse()
            text = reply.read()
            if reply.status >= 300:
                raise SystemExit(f"PUT {path}: {reply.status} {text.decode()}")


class PushingAppliance(house.Appliance):
    """An appliance that reaches Apple through the relay."""

    def __init__(self, binary: pathlib.Path, sim: dict, run: pathlib.Path, port: int) -> None:
        self._more = SETTINGS.format(run=run, host=HOST, port=port)
        os.environ["WATCHPOST_TEST"] = "1"
        super().__init__(binary, sim, run, "2s")

    def start(self) -> float:
        """As the others, with the settings of pushes at the end."""
        config = self.run / "watchpost.toml"
        if self._more not in config.read_text(encoding="utf-8"):
            with config.open("a", encoding="utf-8") as file:
                file.write(self._more)
        return super().start()


def tell(sim: dict, state: str) -> None:
    """Changes every realm of a region."""
    body = json.dumps({"region": "us", "state": state}).encode()
    request = urllib.request.Request(f"{sim['control']}/_sim/set", body, method="POST")
    urllib.request.urlopen(request, timeout=10).close()


def ours(binary: pathlib.Path, sim: dict, relay: Relay, run: pathlib.Path, count: int) -> dict[str, float]:
    """One outage of a region that every phone watches: from the first byte to the last."""
    appliance = PushingAppliance(binary, sim, run, relay.port)
    try:
        appliance.await_fresh()
        realms = json.loads(appliance.get("/v1/regions/us/realms?flavour=retail"))["realms"]
        register(appliance.url, count, [f"retail/{realm['slug']}" for realm in realms[:3]])
        relay.forget()
        before = appliance.cpu_seconds()
        tell(sim, "down")
        took = relay.await_rest(3, 300)
        return {
            "rate": count / took,
            "connections": relay.connections,
            "cpu_ms_per_1000": (appliance.cpu_seconds() - before) * 1e6 / count,
        }
    finally:
        appliance.stop()
        tell(sim, "up")


def main() -> None:
    """Both round trips, one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--devices", type=int, default=10_000)
    options = parser.parse_args()
    failed = False
    for delay, budget in BUDGETS.items():
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder)
            credentials(run)
            with nghttpd(run) as port, house.simulators(run) as sim:
                relay = Relay(port, delay / 2)
                h2load = rival(relay, run, options.devices)
                result = ours(options.binary, sim, relay, run, options.devices)
        ratio = result["rate"] / h2load
        failed |= ratio < budget
        print(
            f"push, {delay * 1000:.0f} ms round trip: {result['rate']:.0f}/s, h2load {h2load:.0f}/s, ratio {ratio:.2f} "
            f"(budget {budget}), {result['connections']:.0f} connections, {result['cpu_ms_per_1000']:.0f} ms CPU per 1000"
        )
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
