"""Upgrade, downgrade, remove, purge: what becomes of settings, secrets, state and the service."""

from __future__ import annotations

import pytest
from debian_root import DebianRoot, inside
from debs import Deb

SETTINGS = "/etc/watchpost/watchpost.toml"
SECRET = "/etc/watchpost/credentials/battlenet-client-secret"
STATE = "/var/lib/watchpost/state.db"
TEMPLATE = "/usr/share/watchpost/watchpost.toml"


def live_in(root: DebianRoot) -> None:
    """What an owner and the running service leave behind."""
    root.write(SETTINGS, '# mine\n[panel]\ndisplay = "20x4"\n')
    root.write(SECRET, "s3cret\n")
    root.run("install", "-d", "-m", "700", "-o", "watchpost", "-g", "watchpost", "/var/lib/watchpost")
    root.write(STATE, "precious")
    root.run("chown", "watchpost:", STATE)


def assert_lived_in(root: DebianRoot) -> None:
    """Everything is still there, with its owner and mode."""
    assert root.read(SETTINGS).startswith("# mine\n")
    assert root.read(SECRET) == "s3cret\n"
    assert root.read(STATE) == "precious"
    assert root.modes(SECRET, STATE) == ["600 root:root", "644 watchpost:watchpost"]


def test_an_upgrade_keeps_everything(fresh: DebianRoot, older: Deb, deb: Deb) -> None:
    fresh.install(older.path)
    live_in(fresh)
    number = fresh.run("id", "--user", "watchpost")
    fresh.install(deb.path)
    assert fresh.version() == deb.field("Version")
    assert_lived_in(fresh)
    assert fresh.run("id", "--user", "watchpost") == number
    assert "the settings are valid" in fresh.run("watchpost", "check")


def test_new_settings_of_the_package_do_not_replace_the_owners(installed: DebianRoot, newer: Deb) -> None:
    live_in(installed)
    installed.install(newer.path)
    assert_lived_in(installed)
    assert "# a new key" in installed.read(TEMPLATE)
    assert installed.run("ls", "/etc/watchpost").split() == ["credentials", "watchpost.toml"]


@pytest.mark.parametrize("is_edited", [True, False])
def test_an_upgrade_from_a_release_with_a_conffile_asks_nobody(
    fresh: DebianRoot, with_conffile: Deb, deb: Deb, newer: Deb, is_edited: bool
) -> None:
    fresh.install(with_conffile.path)
    if is_edited:
        live_in(fresh)
    before = fresh.read(SETTINGS)
    for later in (deb, newer):
        # As unattended-upgrades does it: nobody to ask, and no option that says what to answer.
        fresh.install(later.path)
        assert fresh.version() == later.field("Version")
        assert fresh.read(SETTINGS) == before
    assert fresh.run("dpkg", "--audit") == ""
    assert fresh.run("ls", "/etc/watchpost").split() == ["credentials", "watchpost.toml"]
    fresh.run("apt-get", "purge", "--yes", "watchpost")
    assert not fresh.exists("/etc/watchpost")


def test_settings_that_are_gone_are_placed_again(installed: DebianRoot, newer: Deb) -> None:
    installed.run("rm", SETTINGS)
    installed.install(newer.path)
    assert installed.read(SETTINGS) == installed.read(TEMPLATE)
    assert installed.modes(SETTINGS) == ["644 root:root"]


def test_a_downgrade_is_refused_in_words(installed: DebianRoot, older: Deb, deb: Deb) -> None:
    live_in(installed)
    done = installed.attempt("apt-get", "install", "--yes", "--allow-downgrades", inside(older.path))
    assert done.returncode != 0
    assert f"watchpost {older.field('Version')} is older than {deb.field('Version')}" in done.stdout
    assert "apt purge watchpost" in done.stdout
    assert installed.version() == deb.field("Version")
    assert_lived_in(installed)
    assert installed.run("watchpost", "version").strip() == f"watchpost {deb.field('Version')}"
    assert installed.run("systemctl", "is-enabled", "watchpost.service").strip() == "enabled"
    assert installed.run("dpkg", "--audit") == ""


def test_a_downgrade_by_way_of_removing_is_refused_too(installed: DebianRoot, older: Deb) -> None:
    live_in(installed)
    installed.run("apt-get", "remove", "--yes", "watchpost")
    done = installed.attempt("apt-get", "install", "--yes", inside(older.path))
    assert done.returncode != 0 and "could not read its state" in done.stdout
    assert installed.read(STATE) == "precious"


def test_removing_keeps_what_is_the_owners_and_reinstalling_finds_it(installed: DebianRoot, deb: Deb) -> None:
    live_in(installed)
    installed.run("apt-get", "remove", "--yes", "watchpost")
    assert not installed.exists("/usr/bin/watchpost")
    assert_lived_in(installed)
    installed.install(deb.path)
    assert_lived_in(installed)
    assert installed.version() == deb.field("Version")
    assert installed.run("systemctl", "is-enabled", "watchpost.service").strip() == "enabled"


def test_purging_leaves_nothing_but_the_users(installed: DebianRoot, older: Deb) -> None:
    live_in(installed)
    installed.run("systemctl", "enable", "watchpost-tunnel.service", "watchpost-tunnel-ssh.service")
    installed.run("apt-get", "purge", "--yes", "watchpost")
    assert installed.run("find", "/etc", "/usr", "/var/lib", "-name", "*watchpost*") == ""
    assert installed.attempt("id", "watchpost").returncode == 0
    # With the state gone an earlier release may begin again, as the refusal says.
    installed.install(older.path)
    assert installed.version() == older.field("Version")
    assert installed.read(SECRET) == ""


def test_purging_keeps_a_file_of_the_owners(installed: DebianRoot) -> None:
    installed.write("/etc/watchpost/notes", "wiring: see the lid")
    installed.run("apt-get", "purge", "--yes", "watchpost")
    assert installed.run("ls", "/etc/watchpost").split() == ["notes"]


def test_the_service_is_started_restarted_and_stopped(
    fresh: DebianRoot, older: Deb, deb: Deb
) -> None:
    fresh.pretend_to_run_systemd()
    fresh.install(older.path)
    calls = fresh.calls()
    assert calls.index("systemctl daemon-reload") < calls.index("systemctl start watchpost.service")
    assert "modprobe i2c-dev" in calls
    assert calls.index("udevadm control --reload") < calls.index(
        "udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev"
    )
    fresh.install(deb.path)
    calls = fresh.calls()
    assert "systemctl restart watchpost.service" in calls
    assert "systemctl stop watchpost.service" not in calls
    fresh.run("apt-get", "remove", "--yes", "watchpost")
    calls = fresh.calls()
    assert calls.index("systemctl stop watchpost.service") < calls.index("systemctl daemon-reload")


def test_a_refused_downgrade_does_not_stop_the_service(installed: DebianRoot, older: Deb) -> None:
    installed.pretend_to_run_systemd()
    assert installed.attempt("dpkg", "--install", inside(older.path)).returncode != 0
    assert "systemctl stop watchpost.service" not in installed.calls()


def test_a_service_that_the_owner_switched_off_stays_off(installed: DebianRoot, newer: Deb) -> None:
    installed.run("systemctl", "disable", "watchpost.service")
    installed.install(newer.path)
    assert installed.run("/bin/sh", "-c", "systemctl is-enabled watchpost.service || :").strip() == "disabled"


def test_a_tunnel_is_stopped_with_the_package_and_stays_enabled_over_an_upgrade(
    installed: DebianRoot, newer: Deb
) -> None:
    installed.run("systemctl", "enable", "watchpost-tunnel.service")
    installed.install(newer.path)
    assert installed.run("systemctl", "is-enabled", "watchpost-tunnel.service").strip() == "enabled"
    installed.pretend_to_run_systemd()
    installed.run("apt-get", "remove", "--yes", "watchpost")
    calls = installed.calls()
    for unit in ("watchpost-tunnel.service", "watchpost-tunnel-ssh.service"):
        assert calls.index(f"systemctl stop {unit}") < calls.index("systemctl stop watchpost.service")
