"""What is on a Debian 13 after `apt install ./watchpost.deb`."""

from __future__ import annotations

import json
import re

import pytest
from debian_root import REPOSITORY, DebianRoot
from debs import Deb

INSTALLED = {
    "/usr/bin/watchpost": "755 root:root",
    "/usr/lib/systemd/system/watchpost.service": "644 root:root",
    "/usr/lib/systemd/system/watchpost-off.service": "644 root:root",
    "/usr/share/watchpost/watchpost.toml": "644 root:root",
    "/usr/share/doc/watchpost/hardware.md": "644 root:root",
    "/usr/lib/systemd/system/watchpost-tunnel.service": "644 root:root",
    "/usr/lib/systemd/system/watchpost-tunnel-ssh.service": "644 root:root",
    "/etc/watchpost": "755 root:root",
    "/etc/watchpost/watchpost.toml": "644 root:root",
    "/etc/watchpost/credentials": "700 root:root",
    "/etc/watchpost/credentials/battlenet-client-secret": "600 root:root",
}
TUNNELS = ["watchpost-tunnel.service", "watchpost-tunnel-ssh.service"]
# The project's file, byte for byte.
SAME = {
    "/usr/lib/systemd/system/watchpost.service": "systemd/watchpost.service",
    "/usr/lib/systemd/system/watchpost-off.service": "systemd/watchpost-off.service",
    "/usr/share/doc/watchpost/hardware.md": "docs/hardware.md",
    "/usr/lib/systemd/system/watchpost-tunnel.service": "systemd/watchpost-tunnel.service",
    "/usr/lib/systemd/system/watchpost-tunnel-ssh.service": "systemd/watchpost-tunnel-ssh.service",
    "/usr/lib/udev/rules.d/60-watchpost.rules": "systemd/watchpost.rules",
    "/usr/lib/sysusers.d/watchpost.conf": "systemd/watchpost.sysusers",
    "/usr/lib/modules-load.d/watchpost.conf": "systemd/watchpost.modules",
}
# As systemd starts it: as its user, with a copy of the secrets; in a network of its own, where the port is free.
START = """
ip link set lo up
install -d -m 700 -o watchpost -g watchpost /var/lib/watchpost
cp -r /etc/watchpost/credentials /run/credentials
chown -R watchpost: /run/credentials
setpriv --reuid watchpost --regid watchpost --init-groups env STATE_DIRECTORY=/var/lib/watchpost \
    CREDENTIALS_DIRECTORY=/run/credentials watchpost run --config /etc/watchpost/watchpost.toml >/tmp/out 2>/tmp/log &
process=$!
for attempt in $(seq 600); do
    if grep -q ready /tmp/out || ! kill -0 "$process" 2>/dev/null; then break; fi
    sleep 0.1
done
curl --silent --show-error --fail --max-time 60 http://127.0.0.1:8080/v1/panel || cat /tmp/log
kill -TERM "$process" && wait "$process"
"""


@pytest.mark.parametrize(("path", "expected"), INSTALLED.items())
def test_files_have_the_modes_they_need(looked_at: DebianRoot, path: str, expected: str) -> None:
    assert looked_at.modes(path) == [expected]


@pytest.mark.parametrize(("path", "source"), SAME.items())
def test_what_was_judged_is_what_is_installed(looked_at: DebianRoot, path: str, source: str) -> None:
    assert looked_at.read(path) == (REPOSITORY / source).read_text(encoding="utf-8")


def test_the_service_has_a_user_who_may_use_the_wires_and_cannot_log_in(looked_at: DebianRoot) -> None:
    groups = looked_at.run("id", "--groups", "--name", "watchpost").split()
    assert sorted(groups) == ["gpio", "i2c", "watchpost"]
    entry = looked_at.run("getent", "passwd", "watchpost").strip().split(":")
    assert entry[5:] == ["/var/lib/watchpost", "/usr/sbin/nologin"]
    assert looked_at.run("passwd", "--status", "watchpost").split()[1] == "L"


@pytest.mark.parametrize("user", ["watchpost-tunnel", "watchpost-tunnel-ssh"])
def test_a_tunnel_has_a_user_who_may_do_nothing(looked_at: DebianRoot, user: str) -> None:
    assert looked_at.run("id", "--groups", "--name", user).split() == [user]
    entry = looked_at.run("getent", "passwd", user).strip().split(":")
    assert entry[5:] == ["/", "/usr/sbin/nologin"]
    assert looked_at.run("passwd", "--status", user).split()[1] == "L"


def test_groups_that_raspberry_pi_os_has_already_are_used(fresh: DebianRoot, deb: Deb) -> None:
    fresh.run("groupadd", "--system", "--gid", "986", "gpio")
    fresh.install(deb.path)
    assert fresh.run("getent", "group", "gpio").strip() == "gpio:x:986:watchpost"


def test_systemd_and_udev_find_nothing_wrong(looked_at: DebianRoot) -> None:
    unit = "/usr/lib/systemd/system/watchpost.service"
    complaints = looked_at.run("systemd-analyze", "verify", unit)
    assert not [line for line in complaints.splitlines() if "watchpost" in line], complaints
    for tunnel in TUNNELS:
        complaints = looked_at.attempt("systemd-analyze", "verify", f"/usr/lib/systemd/system/{tunnel}").stdout
        # Their programs are the owner's to install.
        left = [line for line in complaints.splitlines() if tunnel in line and "is not executable" not in line]
        assert not left, complaints
    looked_at.run("udevadm", "verify", "--resolve-names=late", "/usr/lib/udev/rules.d/60-watchpost.rules")


def test_the_service_starts_with_the_machine(looked_at: DebianRoot) -> None:
    assert looked_at.run("systemctl", "is-enabled", "watchpost.service").strip() == "enabled"


@pytest.mark.parametrize("unit", TUNNELS)
def test_no_tunnel_opens_the_house_by_itself(looked_at: DebianRoot, unit: str) -> None:
    state = looked_at.run("/bin/sh", "-c", f"systemctl is-enabled {unit} || :").strip()
    assert state == "disabled"


def test_commands_work(looked_at: DebianRoot, deb: Deb) -> None:
    assert looked_at.run("watchpost", "version").strip() == f"watchpost {deb.field('Version')}"
    assert "the settings are valid" in looked_at.run("watchpost", "check")


@pytest.mark.parametrize("client", ["", '\n[battlenet]\nclient_id = "0123"\n'])
def test_it_starts_and_says_that_it_is_not_set_up(installed: DebianRoot, client: str) -> None:
    """Without the status page, and with a client whose secret is still the empty file that the package placed."""
    settings = installed.read("/etc/watchpost/watchpost.toml") + "\n[status_page]\nenabled = false\n"
    if client:
        settings = settings.replace("\n[battlenet]\n", client)
    installed.write("/etc/watchpost/watchpost.toml", settings)
    output = installed.run("unshare", "--net", "/bin/bash", "-euc", START)
    words = [lamp["words"] for lamp in json.loads(output)["lamps"]]
    assert words and set(words) == {"not set up"}
    log = installed.read("/tmp/log")
    assert ("battlenet-client-secret" in log) == bool(client), log


def test_check_uses_the_secret_that_the_service_will_get(installed: DebianRoot) -> None:
    settings = installed.read("/etc/watchpost/watchpost.toml")
    installed.write("/etc/watchpost/watchpost.toml", settings.replace("#client_id", "client_id"))
    assert "is empty" in installed.run("watchpost", "check")
    installed.write("/etc/watchpost/credentials/battlenet-client-secret", "two words")
    done = installed.attempt("watchpost", "check")
    assert done.returncode == 78 and "holds more than one word" in done.stdout
    installed.write("/etc/watchpost/credentials/battlenet-client-secret", "s3cret\n")
    output = installed.run("watchpost", "check")
    assert "the settings are valid" in output and "battlenet" not in output


@pytest.mark.parametrize("page", ["watchpost.1", "watchpost.toml.5"])
def test_manuals_render_without_a_warning(looked_at: DebianRoot, page: str) -> None:
    path = f"/usr/share/man/man{page[-1]}/{page}.gz"
    script = 'MANROFFSEQ= MANWIDTH=80 man --warnings=w -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null'
    assert looked_at.run("/bin/sh", "-euc", script, "man", path) == ""


def manual(root: DebianRoot, section: str, name: str) -> str:
    """A manual page as plain text on very long lines."""
    script = 'MANWIDTH=1000 man --nj --nh -E UTF-8 "$1" "$2" | col -b'
    return re.sub(r"\s+", " ", root.run("/bin/sh", "-euc", script, "man", section, name))


def test_the_manual_of_the_commands_can_be_read(looked_at: DebianRoot) -> None:
    text = manual(looked_at, "1", "watchpost")
    assert "watchpost run [--config FILE]" in text and "SEE ALSO" in text


def test_the_manual_knows_every_setting(looked_at: DebianRoot) -> None:
    text = manual(looked_at, "5", "watchpost.toml")
    reference = (REPOSITORY / "docs" / "configuration.md").read_text(encoding="utf-8")
    headers = re.findall(r"(?m)^## `(.*)`$", reference)
    keys = re.findall(r"(?m)^\| `(\w+)` \|", reference)
    assert len(headers) >= 10 and len(keys) >= 50
    assert [word for word in [*headers, *keys] if f" {word} " not in text] == []
