"""A real way in from outside: nginx as docs/tunnel.md sets it up, and ssh as the unit starts it, all on loopback."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from harness.ports import answers, reserved_port
from harness.sshd_folder import SSHDFolder
from harness.waiting import PATIENCE, wait_until

_REPOSITORY = Path(__file__).resolve().parents[3]
_NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
_SSHD = shutil.which("sshd") or "/usr/sbin/sshd"


def documented_server(port: int, upstream: int) -> str:
    """The nginx server of docs/tunnel.md, without TLS and with our ports."""
    text = (_REPOSITORY / "docs" / "tunnel.md").read_text(encoding="utf-8")
    match = re.search(r"(?ms)^    server \{\n.*?^    \}\n", text)
    assert match is not None
    block = re.sub(r"(?m)^ *ssl_.*\n", "", match[0])
    block, listens = re.subn(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", block)
    block, passes = re.subn(r"http://127\.0\.0\.1:8765", f"http://127.0.0.1:{upstream}", block)
    assert listens == passes == 1
    return block


@dataclass
class Nginx:
    """nginx with one server block."""

    folder: Path
    port: int
    server: str
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Nginx:
        """Starts it and waits until it listens."""
        self.folder.mkdir(parents=True, exist_ok=True)
        temporary = "".join(
            f"{name}_temp_path {self.folder}/{name};"
            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "nginx.conf").write_text(
            f"daemon off; worker_processes 1; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            f"events {{ worker_connections 128; }}\nhttp {{ access_log off; {temporary}\n{self.server}}}\n"
        )
        self.process = subprocess.Popen(
            [_NGINX, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")],
            stderr=(self.folder / "stderr").open("wb"),
        )
        wait_until(lambda: answers(self.port), "nginx listens")
        return self

    def close(self) -> None:
        """Ends it and its worker."""
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)


def _keys(path: Path) -> str:
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path)], check=True, timeout=PATIENCE)
    return path.with_name(path.name + ".pub").read_text()


def _descendants(parent: int) -> list[int]:
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, timeout=PATIENCE)
    children = [int(word) for word in done.stdout.split()]
    return children + [below for child in children for below in _descendants(child)]


@dataclass
class SSH:
    """A server with sshd, and the box's own client as its unit starts it."""

    folder: Path
    inner: int
    """The appliance's tunnel port."""
    port: int = field(default_factory=lambda: reserved_port("sshd stands in the client's settings, and comes back after a cut"))
    outer: int = field(default_factory=lambda: reserved_port("the server's settings allow this one alone"))
    """The port on the server that leads to the box."""
    separation: SSHDFolder = field(default_factory=SSHDFolder)
    server: subprocess.Popen[bytes] | None = None
    client: subprocess.Popen[bytes] | None = None

    def prepare(self) -> SSH:
        """Makes keys and settings of both sides."""
        self.folder.mkdir(parents=True, exist_ok=True)
        os.chmod(self.folder, 0o700)
        host = _keys(self.folder / "host_key")
        key = _keys(self.folder / "tunnel-ssh-key")
        (self.folder / "authorized_keys").write_text(f"restrict,port-forwarding {key}")
        address = f"[127.0.0.1]:{self.port}"
        (self.folder / "tunnel-ssh.known_hosts").write_text(f"{address} {' '.join(host.split()[:2])}\n")
        user = subprocess.run(["id", "-un"], check=True, capture_output=True, text=True).stdout.strip()
        (self.folder / "tunnel-ssh.conf").write_text(
            f"Host watchpost-tunnel\n    HostName 127.0.0.1\n    Port {self.port}\n    User {user}\n"
        )
        (self.folder / "sshd_config").write_text(
            f"ListenAddress 127.0.0.1:{self.port}\nHostKey {self.folder}/host_key\nPidFile none\nStrictModes no\n"
            f"AuthorizedKeysFile {self.folder}/authorized_keys\nPasswordAuthentication no\nUsePAM no\n"
            "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n" + self._documented_limits(user)
        )
        return self

    def _documented_limits(self, user: str) -> str:
        text = (_REPOSITORY / "docs" / "tunnel.md").read_text(encoding="utf-8")
        match = re.search(r"(?m)^    Match User watchpost-tunnel\n(?:        .*\n)+", text)
        assert match is not None
        return match[0].replace("watchpost-tunnel", user).replace(":8765", f":{self.outer}")

    def start_server(self) -> None:
        """Starts sshd."""
        if os.geteuid() == 0:
            self.separation.acquire()
        self.server = subprocess.Popen(
            [_SSHD, "-D", "-e", "-f", str(self.folder / "sshd_config")],
            stderr=(self.folder / "sshd.log").open("ab"),
        )
        wait_until(lambda: answers(self.port), "sshd listens")

    def command(self) -> list[str]:
        """What the unit starts, with our files and ports."""
        unit = (_REPOSITORY / "systemd" / "watchpost-tunnel-ssh.service").read_text(encoding="utf-8")
        match = re.search(r"(?m)^ExecStart=((?:.*\\\n)*.*)$", unit)
        assert match is not None
        words = shlex.split(match[1].replace("\\\n", " "))
        there, here = "127.0.0.1:8765", f"127.0.0.1:{self.inner}"
        assert f"{there}:{there}" in words
        replaced = [
            word.replace("/etc/watchpost", str(self.folder)).replace("%d", str(self.folder)) for word in words
        ]
        return [f"127.0.0.1:{self.outer}:{here}" if word == f"{there}:{there}" else word for word in replaced]

    def start_client(self) -> subprocess.Popen[bytes]:
        """Starts ssh, as systemd would."""
        self.client = subprocess.Popen(
            self.command(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "ssh.log").open("ab"),
            env={"PATH": "/usr/bin:/bin"},
        )
        return self.client

    def start(self) -> SSH:
        """Both ends, until the port leads through."""
        self.prepare().start_server()
        self.start_client()
        wait_until(lambda: answers(self.outer), "the port on the server leads to the box")
        return self

    @property
    def log(self) -> str:
        """What ssh said."""
        return (self.folder / "ssh.log").read_text(errors="replace")

    def cut(self) -> None:
        """Ends the server and everything it serves: its sessions are processes of their own."""
        if self.server:
            below = _descendants(self.server.pid)
            self.server.kill()
            self.server.wait(PATIENCE)
            for process in below:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)

    def close(self) -> None:
        """Ends both."""
        try:
            if self.client and self.client.poll() is None:
                self.client.kill()
                self.client.wait(PATIENCE)
            if self.server and self.server.poll() is None:
                self.cut()
        finally:
            self.separation.release()
