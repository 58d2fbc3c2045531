"""What the benchmarks start: the simulators, an appliance, and nginx as the rival; everything stops with them."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "Simulators"))

import demo  # noqa: E402 - the settings of the demonstration are the settings measured


class Appliance:
    """The release binary with five regions, polled every `interval`."""

    def __init__(
        self,
        binary: pathlib.Path,
        sim: dict,
        run: pathlib.Path,
        interval: str,
        cores: str | None = None,
        schedule: str | None = None,
        more: str = "",
    ):
        """`more`: further tables of its settings."""
        self.run = run
        text = demo.CONFIGURATION.format(
            port=0, run=run, sim=sim, probes=json.dumps(sim["probes"]),
            client=sim["clients"]["token"], china=sim["clients"]["token-cn"],
        )
        config = run / "watchpost.toml"
        config.write_text(text.replace('interval = "3s"', f'interval = "{interval}"') + more, encoding="utf-8")
        # Maps change as in the game, not as in the demonstration.
        if schedule is None:
            schedule = demo.SCHEDULE.replace("minutes = 3", "minutes = 90").replace("minutes = 2", "minutes = 90")
            schedule = schedule.format(anchor="2026-01-01T00:00:00Z")
        (run / "schedule.toml").write_text(schedule, encoding="utf-8")
        self.command = [str(binary), "run", "--config", str(config)]
        if cores:
            self.command = ["taskset", "-c", cores, *self.command]
        self.start()

    def start(self) -> float:
        """Starts the process; the seconds until its ready line."""
        begin = time.perf_counter()
        log = (self.run / "watchpost.log").open("a")
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline()
        took = time.perf_counter() - begin
        if not line.startswith("ready "):
            raise SystemExit(f"the appliance did not start; see {self.run}/watchpost.log")
        self.url = line.split()[1]
        return took

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.url + path, timeout=10) as reply:
            return reply.read()

    def await_fresh(self) -> None:
        """Until every region has been polled."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            regions = json.loads(self.get("/v1/regions"))["regions"]
            if all(f["freshness"]["state"] == "fresh" for r in regions for f in r["flavours"]):
                return
            time.sleep(0.1)
        raise SystemExit("the appliance did not get fresh within 20 s")

    def proc(self, name: str) -> str:
        return pathlib.Path(f"/proc/{self.process.pid}/{name}").read_text()

    def cpu_seconds(self) -> float:
        fields = self.proc("stat").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


@contextlib.contextmanager
def simulators(run: pathlib.Path) -> Iterator[dict]:
    """Battle.net and the probes."""
    command = [sys.executable, str(TESTS / "Simulators" / "battlenet"), "--secrets", str(run), "--with-parent"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline().removeprefix("ready "))
    finally:
        process.terminate()
        process.wait()


NGINX = """\
worker_processes 1; pid {run}/nginx.pid; error_log {run}/nginx.error; daemon off;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
  open_file_cache max=100; open_file_cache_valid 600s; default_type application/json;
  types {{ text/html html; }}
  client_body_temp_path {run}/b; proxy_temp_path {run}/p; fastcgi_temp_path {run}/f;
  uwsgi_temp_path {run}/u; scgi_temp_path {run}/s; {more}
  server {{
    listen 127.0.0.1:{port};
    location = /hash {{ return 200 '{body}'; }}
    location / {{ root {files}; }}
  }}
}}
"""


@contextlib.contextmanager
def nginx(
    run: pathlib.Path, port: int, body: str, files: dict[str, bytes], cores: str, more: str = ""
) -> Iterator[str]:
    """The rival: `return` for the small body, sendfile from memory for the others; `more`: further directives."""
    folder = pathlib.Path("/dev/shm/watchpost-bench")
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    config = run / "nginx.conf"
    config.write_text(NGINX.format(run=run, port=port, body=body, files=folder, more=more), encoding="utf-8")
    process = subprocess.Popen(["taskset", "-c", cores, "nginx", "-c", str(config)])
    time.sleep(0.5)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)
