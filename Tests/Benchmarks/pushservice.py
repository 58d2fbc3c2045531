"""The far side of notices: nghttpd as Apple, h2load as the rival, and a meter that tells when bytes arrive."""

from __future__ import annotations

import contextlib
import json
import pathlib
import re
import resource
import socket
import subprocess
import threading
import time
from collections.abc import Iterator

import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

HOST = "api.push.apple.com"
STREAMS = 100


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


class Service:
    """One nghttpd; it takes every POST and answers 200."""

    def __init__(self, run: pathlib.Path, log: pathlib.Path | None = None) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        talk = ["-v"] if log else []
        command = ["nghttpd", "-a", "127.0.0.1", "--echo-upload", "-m", str(STREAMS), *talk, str(self.port)]
        self._log = log
        self._output = log.open("wb") if log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            [*command, str(run / "leaf.key"), str(run / "leaf.pem")], stdout=self._output, stderr=subprocess.STDOUT
        )
        self._await()

    def _await(self) -> None:
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise SystemExit("nghttpd did not start")

    def bytes_read(self) -> int:
        """How many bytes it has read so far."""
        text = pathlib.Path(f"/proc/{self.process.pid}/io").read_text()
        return int(re.search(r"^rchar: (\d+)", text)[1])

    def seen(self) -> dict[str, int]:
        """What its log tells: connections, requests, streams that it refused. Only of one that talks."""
        text = self._log.read_text(errors="replace")
        return {
            "connections": len(set(re.findall(r"\[id=(\d+)\] \[ *[\d.]+\] recv HEADERS", text))),
            "requests": len(re.findall(r"\] recv HEADERS", text)),
            "refused": len(re.findall(r"REFUSED_STREAM", text)),
        }

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextlib.contextmanager
def service(run: pathlib.Path, log: pathlib.Path | None = None) -> Iterator[Service]:
    """One nghttpd for a while."""
    one = Service(run, log)
    try:
        yield one
    finally:
        one.stop()


class Meter:
    """Watches when the first and the last byte reach a service, every two milliseconds."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._begin = service.bytes_read()
        self.first = self.last = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        count = self._begin
        while not self._ended.wait(0.002):
            now = self._service.bytes_read()
            if now != count:
                count = now
                self.last = time.monotonic()
                self.first = self.first or self.last

    def await_rest(self, seconds: float, limit: float) -> float:
        """Waits until nothing has come for `seconds`; how long it went on from the first byte to the last."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if self.last and time.monotonic() - self.last > seconds:
                self._ended.set()
                self._thread.join()
                return self.last - self.first
            time.sleep(0.05)
        raise SystemExit("the notices did not come to an end")


def rival(port: int, run: pathlib.Path, count: int) -> tuple[float, float]:
    """h2load's requests a second and its CPU seconds for 1,000: one connection, the streams and the size of a notice."""
    payload = run / "payload.json"
    payload.write_text(json.dumps({"aps": {"alert": {"title": "EU", "body": "x" * 120}, "sound": "default"}}))
    fields = ["authorization: bearer " + "x" * 200, "apns-topic: org.example.watchpost", "apns-priority: 10"]
    command = ["h2load", "-n", str(count), "-c", "1", "-m", str(STREAMS), "-d", str(payload)]
    command += [word for field in fields for word in ("-H", field)]
    url = f"https://127.0.0.1:{port}/3/device/{'00' * 32}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    found = re.search(r"([\d.]+) req/s", text)
    if not found or f"{count} succeeded" not in text:
        raise SystemExit(f"h2load failed:\n{text}")
    return float(found[1]), cpu / count * 1000
