"""The tunnel over ssh, started with the very words of its unit, against a real sshd with the manual's limits."""

from __future__ import annotations

import http.server
import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.tunnel import SSH, answers
from harness.waiting import PATIENCE, wait_until


class _Quiet(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def ssh(tmp_path: Path) -> Iterator[SSH]:
    """A tunnel to something that answers; nothing is started yet."""
    box = http.server.HTTPServer(("127.0.0.1", 0), _Quiet)
    threading.Thread(target=box.serve_forever, daemon=True).start()
    ssh = SSH(tmp_path / "ssh", box.server_port).prepare()
    yield ssh
    ssh.close()
    box.shutdown()
    box.server_close()


def reached(ssh: SSH) -> bool:
    try:
        # allowed: one try of many; a tunnel that is cut answers none of them
        with urllib.request.urlopen(f"http://127.0.0.1:{ssh.outer}/", timeout=5) as reply:
            return reply.status == 204
    except OSError:
        return False


def test_a_port_on_the_servers_loopback_leads_to_the_box(ssh):
    ssh.start_server()
    ssh.start_client()
    wait_until(lambda: answers(ssh.outer) and reached(ssh), "the box is reached")
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", ssh.outer), PATIENCE)


def test_a_server_with_another_key_gets_nothing(ssh):
    hosts = ssh.folder / "tunnel-ssh.known_hosts"
    other = (ssh.folder / "tunnel-ssh-key.pub").read_text().split()[1]
    hosts.write_text(f"[127.0.0.1]:{ssh.port} ssh-ed25519 {other}\n")
    ssh.start_server()
    assert ssh.start_client().wait(PATIENCE) == 255
    assert "Host key verification failed" in ssh.log
    assert not answers(ssh.outer)
    assert hosts.read_text().count("\n") == 1, "it is not learned either"


def test_a_server_that_is_not_known_is_not_asked_for_trust(ssh):
    (ssh.folder / "tunnel-ssh.known_hosts").write_text("")
    ssh.start_server()
    assert ssh.start_client().wait(PATIENCE) == 255
    assert "Host key verification failed" in ssh.log
    assert (ssh.folder / "tunnel-ssh.known_hosts").read_text() == ""


def test_a_taken_port_ends_it_so_that_it_is_tried_again(ssh):
    ssh.start_server()
    first = ssh.start_client()
    wait_until(lambda: answers(ssh.outer), "the port leads through")
    second = ssh.start_client()
    assert second.wait(PATIENCE) == 255
    assert "remote port forwarding failed" in ssh.log
    wait_until(lambda: reached(ssh), "the first one goes on")
    first.kill()
    first.wait(PATIENCE)
    wait_until(lambda: not answers(ssh.outer), "the server gives the port back")
    ssh.start_client()
    wait_until(lambda: answers(ssh.outer) and reached(ssh), "the next attempt succeeds")


def test_a_server_that_goes_away_ends_it_so_that_it_is_tried_again(ssh):
    ssh.start_server()
    client = ssh.start_client()
    wait_until(lambda: answers(ssh.outer), "the port leads through")
    ssh.cut()
    assert client.wait(2 * PATIENCE) == 255
    ssh.start_server()
    ssh.start_client()
    wait_until(lambda: answers(ssh.outer) and reached(ssh), "the next attempt succeeds")


def test_the_boxs_key_opens_one_port_and_nothing_else(ssh):
    ssh.start_server()
    words = ssh.command()
    base = words[: words.index("-R")]
    shell = [word for word in base if word not in ("-N", "-T")]
    done = subprocess.run([*shell, "watchpost-tunnel", "id"], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0 and "uid=" not in done.stdout
    other = subprocess.run(
        [*base, "-R", "127.0.0.1:0:127.0.0.1:9", "watchpost-tunnel"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert other.returncode == 255 and "remote port forwarding failed" in other.stderr
    outward = subprocess.run(
        [*shell, "-W", f"127.0.0.1:{ssh.port}", "watchpost-tunnel"], capture_output=True, text=True, timeout=PATIENCE
    )
    assert outward.returncode != 0 and "SSH-2.0" not in outward.stdout


def test_no_secret_is_in_the_command_line(ssh):
    key = (ssh.folder / "tunnel-ssh-key").read_text()
    assert not any(line and line in " ".join(ssh.command()) for line in key.splitlines())
