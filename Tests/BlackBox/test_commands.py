"""The other commands: version, status, and what happens to a wrong one."""

from __future__ import annotations

import http.server
import re
import socket
import threading
import urllib.request
from pathlib import Path

import pytest

from harness.appliance import command
from harness.waiting import PATIENCE

REPOSITORY = Path(__file__).resolve().parents[2]


def test_version_is_one_line():
    result = command("version")
    assert result.returncode == 0
    assert re.fullmatch(r"(watchpost )?\d+\.\d+\.\d+\S*\n", result.stdout)


def manual() -> str:
    """The manual page of the package, without its markup, each name of a command after `watchpost`."""
    page = (REPOSITORY / "image" / "package" / "watchpost.1").read_text(encoding="utf-8")
    plain = re.sub(r"\\f.", "", page).replace("\\-", "-").replace("\\~", " ")
    return re.sub(r"\s+", " ", re.sub(r"(?m)^\.[A-Z]+ ?", "", plain))


def test_the_manual_page_knows_every_command_and_option():
    usage = command("help").stdout
    forms = [" ".join(form.split()) for form in re.findall(r"(?m)^  (watchpost .*(?:\n          .*)*)", usage)]
    assert len(forms) > 30
    text = manual()
    for form in forms:
        # "watchpost game hidings GAME | undo GAME HIDING": the first whole, the others by their names.
        first, *others = re.split(r" \| (?=[a-z])", re.sub(r"\[.*?\]", "", form))
        assert re.search(re.escape(re.match(r"watchpost(?: [a-z-]+)+", first)[0]) + r"(?![a-z-])", text), form
        for other in others:
            assert f"| {other.split()[0]} " in text, form
    for word in re.findall(r"--[a-z-]+|\b[a-z]+=", usage):
        assert word in text, word


def test_status_shows_the_panel_of_the_running_appliance(launch):
    appliance = launch(regions=("us",))
    result = command("status", "--config", str(appliance.settings))
    assert result.returncode == 0, result.stderr
    for lamp in appliance.get_json("/v1/panel")["lamps"]:
        assert lamp["name"] in result.stdout
        assert lamp["words"] in result.stdout


def test_status_says_when_nothing_is_running(configure):
    path = configure(regions=("us",), server={"listen": "127.0.0.1:9"})
    result = command("status", "--config", str(path))
    assert result.returncode not in (0, 78)
    assert result.stderr


class Refusing(http.server.BaseHTTPRequestHandler):
    """Answers everything with a refusal, or with what is no answer of ours."""

    status, body = 503, b""

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.mark.parametrize(
    "status, body, words",
    [
        (503, b'{"type":"about:blank","title":"Service Unavailable","status":503,"detail":"all is taken"}', "all is taken"),
        (200, b"<html>router</html>", "in a form not known here"),
        (503, b'{"type":"about:blank","title":"no","status":503,"detail":"all is \\u001b[2J\\u009b1mtaken"}', "taken"),
    ],
)
def test_status_says_what_was_answered_instead(configure, status, body, words):
    handler = type("Handler", (Refusing,), {"status": status, "body": body})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        path = configure(regions=("us",), server={"listen": f"127.0.0.1:{server.server_port}"})
        result = command("status", "--config", str(path))
        server.shutdown()
    assert result.returncode == 1
    assert words in result.stderr and "is it running" not in result.stderr
    assert not any(sign in result.stdout + result.stderr for sign in "\x1b\x9b"), "nothing plays with the terminal"


@pytest.mark.parametrize("arguments", [("rnu",), ("run", "--confg", "x"), ()])
def test_a_wrong_command_is_answered_with_the_right_ones(arguments):
    result = command(*arguments)
    assert result.returncode == 64
    assert "run" in result.stderr + result.stdout
    assert "check" in result.stderr + result.stdout


def test_a_taken_port_is_said_with_its_number(configure):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        result = command("run", "--config", str(configure(server={"listen": f"127.0.0.1:{port}"})))
    assert result.returncode not in (0, 78)
    assert str(port) in result.stderr


def test_a_second_appliance_does_not_share_the_state_folder(launch, simulator):
    appliance = launch(regions=("us",))
    result = command("run", "--config", str(appliance.config))
    assert result.returncode != 0
    assert "state" in result.stderr
    with urllib.request.urlopen(appliance.base + "/healthz", timeout=PATIENCE) as reply:
        assert reply.status == 200
