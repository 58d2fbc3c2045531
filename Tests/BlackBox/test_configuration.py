"""Configuration errors: every one of them at once, with line, key, value and remedy, and exit code 78."""

from __future__ import annotations

import re

import pytest

from harness.appliance import command

EX_CONFIG = 78

PROBLEMS = """\
[server]
listen = "nonsense"
max_connections = 4

[battlenet]
intervall = "60s"
interval = "1s"
recheck = "soon"

[realms]
regions = ["us", "mars"]
down_after = 0
tournament = "yes"

[region.us]
maintenance = [ { day = "someday", from = 07:00:00, to = 15:00:00, zone = "America/Los_Angeles" } ]

[region.eu]
maintenance = [ { day = "monday", from = 07:00:00, to = 15:00:00, zone = "Europe/Atlantis" } ]

[network]
probes = ["http://127.0.0.1:1/"]

[panel]
display = "3x3"
watch = ["us/retail"]

[[panel.lamp]]
name = "A name that is far too long for a lamp"
target = "us/retail/tichondrius"
"""
# The number of a line and the key that is wrong in it.
EXPECTED = {
    2: "listen",
    3: "max_connections",
    6: "intervall",
    7: "interval",
    8: "recheck",
    11: "regions",
    12: "down_after",
    13: "tournament",
    16: "day",
    19: "zone",
    22: "probes",
    25: "display",
    29: "name",
}


def written(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(path, output):
    """The problems by line."""
    found = {}
    for line in output.splitlines():
        if match := re.match(re.escape(str(path)) + r":(\d+):(\d+): (.+)", line):
            assert int(match[2]) >= 1
            found.setdefault(int(match[1]), []).append(match[3])
    return found


@pytest.mark.parametrize("verb", ["run", "check"])
def test_all_problems_are_listed_at_once(tmp_path, verb):
    path = written(tmp_path, PROBLEMS)
    result = command(verb, "--config", str(path))
    assert result.returncode == EX_CONFIG, result.stderr
    found = problems(path, result.stderr)
    assert set(EXPECTED) <= set(found), (
        f"missing lines {sorted(set(EXPECTED) - set(found))} in:\n{result.stderr}"
    )
    for number, key in EXPECTED.items():
        assert any(key in text for text in found[number]), (number, key, found[number])
    assert "did you mean" in " ".join(found[6])
    assert "interval" in " ".join(found[6])
    assert "ready" not in result.stdout


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[server\nlisten = 1\n", 1),
        ('[battlenet]\ninterval = "60s\n', 2),
        ("[realms]\ndown_after = 3\ndown_after = 4\n", 3),
        ("[panel]\nseconds_per_page = = 6\n", 2),
    ],
)
def test_a_syntax_error_names_its_line(tmp_path, text, line):
    path = written(tmp_path, text)
    result = command("check", "--config", str(path))
    assert result.returncode == EX_CONFIG
    assert line in problems(path, result.stderr), result.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[battlenet]\nclient_id = “id”\n".encode(), "curly quotes"),
        ("[server]\nlisten = \"[::]:8080\"\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_an_editor_made_of_the_file_is_named(tmp_path, content, words):
    path = tmp_path / "watchpost.toml"
    path.write_bytes(content)
    done = command("check", "--config", str(path))
    assert done.returncode == EX_CONFIG
    assert words in done.stderr + done.stdout


def test_a_secret_with_a_byte_order_mark_is_read_and_a_contact_at_home_is_warned_of(tmp_path):
    secret, path = tmp_path / "secret", tmp_path / "watchpost.toml"
    secret.write_bytes(b"\xef\xbb\xbfs3cret\r\n")
    secret.chmod(0o600)
    path.write_text(
        f'[server]\npublic_url = "https://box.local"\n[state]\ndirectory = "{tmp_path}/state"\n'
        f'[battlenet]\nclient_id = "id"\nclient_secret_file = "{secret}"\n'
    )
    done = command("check", "--config", str(path))
    assert done.returncode == 0, done.stderr
    assert "https://box.local cannot be reached from outside" in done.stdout + done.stderr


def test_two_lamps_of_one_name_are_a_problem(tmp_path):
    lamp = '[[panel.lamp]]\nname = "Kazzak"\ntarget = "eu/retail/kazzak"\n'
    path = written(tmp_path, lamp + lamp)
    result = command("check", "--config", str(path))
    assert result.returncode == EX_CONFIG
    assert 5 in problems(path, result.stderr), result.stderr


def test_a_missing_file_is_a_configuration_problem(tmp_path):
    path = tmp_path / "missing.toml"
    result = command("run", "--config", str(path))
    assert result.returncode == EX_CONFIG
    assert str(path) in result.stderr


def test_a_missing_secret_is_said_with_its_path(tmp_path):
    path = written(tmp_path, f'[battlenet]\nclient_id = "x"\nclient_secret_file = "{tmp_path}/nowhere"\n')
    result = command("check", "--config", str(path))
    assert result.returncode == EX_CONFIG
    assert f"{tmp_path}/nowhere" in result.stderr


@pytest.mark.parametrize(
    "hostile", [b"\x00" * 64, b"\xff\xfe[server]", b"[" * 100_000, b"a = [" + b"[" * 50_000]
)
def test_rubbish_is_refused_not_crashed_over(tmp_path, hostile):
    path = tmp_path / "rubbish.toml"
    path.write_bytes(hostile)
    result = command("check", "--config", str(path))
    assert result.returncode == EX_CONFIG, result.stderr[-2000:]


def test_a_good_configuration_passes_the_check(configure):
    result = command("check", "--config", str(configure()))
    assert "not set up" not in result.stdout and "status page" not in result.stdout
    assert result.returncode == 0, result.stderr


def test_an_empty_configuration_is_good(tmp_path):
    result = command("check", "--config", str(written(tmp_path, "")))
    assert "read from Blizzard's status page, which is unofficial" in result.stdout
    assert result.returncode == 0, result.stderr
