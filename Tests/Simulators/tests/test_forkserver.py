"""Stand-ins, by their commands and as forks: each is a process of its own, and none outlives the process that started it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from harness import standins
from harness.maps import MapSimulator
from harness.ports import answers
from harness.push import PushServices
from harness.simulator import Simulator
from harness.waiting import PATIENCE, wait_until

BLACKBOX = Path(standins.__file__).resolve().parents[1]
SIMULATORS = BLACKBOX.parent / "Simulators"
STARTS = """
import os, pathlib, signal, sys
sys.path.insert(0, sys.argv[1])
from harness.simulator import Simulator
print(Simulator(pathlib.Path(sys.argv[2])).addresses["control"], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def is_there(address: str) -> bool:
    return answers(urlsplit(address).port)


def test_two_of_a_kind_share_nothing(tmp_path: Path) -> None:
    one, other = Simulator(tmp_path / "one"), Simulator(tmp_path / "other")
    one.set("us", "down")
    groups = [each.state("us")["sources"]["dynamic-us"]["groups"] for each in (one, other)]
    assert [{group["status"] for group in each} for each in groups] == [{"DOWN"}, {"UP"}]
    one.close()
    assert not is_there(one.addresses["control"]) and other.requests()
    other.close()


def test_two_push_services_have_keys_of_their_own(tmp_path: Path) -> None:
    one, other = PushServices(tmp_path / "one"), PushServices(tmp_path / "other")
    for name in ("ca", "key"):
        assert Path(one.addresses[name]).read_text() != Path(other.addresses[name]).read_text()
    assert one.subscribe()["keys"] != other.subscribe()["keys"]
    one.close()
    other.close()


def test_a_killed_parent_leaves_no_stand_in(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", STARTS, BLACKBOX, tmp_path], stdout=subprocess.PIPE, text=True, timeout=PATIENCE)
    address = done.stdout.strip()
    assert address.startswith("http")
    wait_until(lambda: not is_there(address), "the end of the stand-in")


@pytest.mark.parametrize("name", ["apexstatus", "battlenet", "push"])
def test_a_parent_that_ended_during_the_start_is_missed_all_the_same(name: str) -> None:
    over = subprocess.Popen(["true"])
    over.wait()
    command = [sys.executable, str(SIMULATORS / name), f"--with-parent={over.pid}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout.split(" ")[0], done.stderr) == (0, "ready", "")


def test_unknown_options_start_no_stand_in(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    # The process that forks writes to the standard error that it was started with; it goes with this test.
    standins.server.cache_clear()
    with pytest.raises(AssertionError, match="the stand-in battlenet did not start"):
        Simulator(tmp_path, "--nonsense")
    assert "unrecognized arguments: --nonsense" in capfd.readouterr().err
    standins.server().close()
    standins.server.cache_clear()


def test_after_the_end_of_the_process_that_forks_there_is_another(tmp_path: Path) -> None:
    first = MapSimulator(tmp_path / "first")
    standins.server().process.kill()
    with pytest.raises(AssertionError, match="forks stand-ins does not answer"):
        MapSimulator(tmp_path / "second")
    third = MapSimulator(tmp_path / "third")
    assert is_there(third.addresses["api"])
    wait_until(lambda: not is_there(first.addresses["api"]), "the end of what it had started")
    third.close()
