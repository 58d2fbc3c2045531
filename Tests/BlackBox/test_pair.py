"""`watchpost pair`: a code and a picture of it, from an appliance that is played here."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from harness.appliance import command
from harness.terminal import decode, in_terminal, picture

KEY = "owner." + "k" * 43
ANSWER = {"code": "407192", "expiresAt": "2026-11-21T12:40:00Z", "shownOn": "display"}


class Played(HTTPServer):
    """An appliance that answers one thing and notes what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status, self.body = 202, json.dumps(ANSWER)
        self.asked: list[tuple[str, str | None]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class _Handler(BaseHTTPRequestHandler):
    server: Played

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.path, self.headers.get("Authorization")))
        data = self.server.body.encode()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def played() -> Iterator[Played]:
    """The appliance."""
    server = Played()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def config(played: Played, tmp_path: Path) -> Path:
    """Its settings, with a state folder that holds the owner's key."""
    return settings(tmp_path, f"127.0.0.1:{played.server_port}")


def settings(folder: Path, listen: str, public_url: str = "https://watchpost.example.org") -> Path:
    state = folder / "state"
    state.mkdir(exist_ok=True)
    (state / "owner-key").write_text(KEY + "\n")
    (state / "owner-key").chmod(0o600)
    path = folder / "watchpost.toml"
    public = f'public_url = "{public_url}"\n' if public_url else ""
    path.write_text(f'[server]\nlisten = "{listen}"\n{public}[state]\ndirectory = "{state}"\n')
    return path


def test_the_owners_key_gets_a_code_that_can_be_read_and_typed(played, config):
    done = command("pair", "--config", str(config))
    assert done.returncode == 0, done.stderr
    assert "407 192" in done.stdout and ANSWER["expiresAt"] in done.stdout
    assert done.stdout.rstrip().endswith("https://watchpost.example.org/app#pair=407192")
    assert played.asked == [("/v1/pairing", f"Bearer {KEY}")]
    assert KEY not in done.stdout + done.stderr


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_phone_reads_the_same_from_the_picture(config, tmp_path, is_terminal):
    words = ("pair", "--config", str(config))
    text = in_terminal(*words) if is_terminal else command(*words).stdout
    assert ("\x1b[" in text) == is_terminal
    squares = picture(text)
    for edge in (squares[:4], squares[-5:], [row[:4] for row in squares], [row[-4:] for row in squares]):
        assert not any(any(row) for row in edge), "a quiet zone of four squares on each side"
    assert decode(squares, tmp_path) == "https://watchpost.example.org/app#pair=407192"
    assert max(len(line) for line in text.splitlines()) < 80 + 26 * is_terminal


def test_without_a_tunnel_the_picture_leads_to_the_address_at_home(played, tmp_path):
    config = settings(tmp_path, f"127.0.0.1:{played.server_port}", public_url="")
    done = command("pair", "--config", str(config))
    assert decode(picture(done.stdout), tmp_path) == f"http://127.0.0.1:{played.server_port}/app#pair=407192"


def test_a_refusal_is_passed_on(played, config):
    played.status = 403
    played.body = json.dumps(
        {"type": "/problems/forbidden", "title": "Forbidden", "status": 403, "detail": "not this key"}
    )
    done = command("pair", "--config", str(config))
    assert done.returncode == 1
    assert "not this key" in done.stderr and KEY not in done.stderr


NO_CODE = [
    "",
    "no JSON",
    "{}",
    json.dumps(ANSWER | {"code": None}),
    json.dumps(ANSWER | {"code": "12\x1b[2J"}),
    '{"code": "' + "1" * 99_999,
]


@pytest.mark.parametrize("body", NO_CODE)
def test_an_answer_without_a_code_is_no_code(played, config, body):
    played.body = body
    done = command("pair", "--config", str(config))
    assert done.returncode == 1
    assert done.stderr and done.stdout == ""


def test_nobody_there_and_no_key_are_said(tmp_path):
    config = settings(tmp_path, "127.0.0.1:9")
    done = command("pair", "--config", str(config))
    assert done.returncode == 1
    assert "systemctl status watchpost" in done.stderr
    (tmp_path / "state" / "owner-key").unlink()
    done = command("pair", "--config", str(config))
    assert done.returncode == 1
    assert "owner-key" in done.stderr and "sudo" in done.stderr
