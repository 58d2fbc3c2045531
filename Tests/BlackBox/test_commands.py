"""The other commands: version, status, and what happens to a wrong one."""

from __future__ import annotations

import re
import socket
import urllib.request

import pytest

from harness.appliance import command


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_version_is_one_line():
    result = command("version")
    assert result.returncode == 0
    assert re.fullmatch(r"(watchpost )?\d+\.\d+\.\d+\S*\n", result.stdout)


def test_status_shows_the_panel_of_the_running_appliance(launch):
    appliance = launch(regions=("us",), server={"listen": f"127.0.0.1:{free_port()}"})
    result = command("status", "--config", str(appliance.config))
    assert result.returncode == 0, result.stderr
    for lamp in appliance.get_json("/v1/panel")["lamps"]:
        assert lamp["name"] in result.stdout
        assert lamp["words"] in result.stdout


def test_status_says_when_nothing_is_running(configure):
    path = configure(regions=("us",), server={"listen": f"127.0.0.1:{free_port()}"})
    result = command("status", "--config", str(path))
    assert result.returncode not in (0, 78)
    assert result.stderr


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
    with urllib.request.urlopen(appliance.base + "/healthz", timeout=5) as reply:
        assert reply.status == 200
