"""What runs the tests: limits, what is left running, skips, what needs what, and the tables that it reads."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci" / "suite"))

import areas  # noqa: E402
import running  # noqa: E402
import summary  # noqa: E402
import table  # noqa: E402
from reading import Reading  # noqa: E402
from table import Stage  # noqa: E402


@pytest.fixture(autouse=True)
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The logs of these tests are not those of the run that they are part of."""
    monkeypatch.setattr(running, "LOGS", tmp_path / "logs")
    return tmp_path / "logs"


def stage(run: str, name: str = "sample", limit: int = 60) -> Stage:
    return Stage(name, "gate", "", run, limit, 1)


def run(*stages: Stage) -> list[running.Result]:
    """In a process of its own, which may adopt and end what these tests leave running."""
    return running.run_beside(list(stages), dict(os.environ))


def test_a_stage_passes_or_fails_by_its_exit_code(logs: Path) -> None:
    good, bad = run(stage("echo one; echo 3 passed", "good"), stage("echo two; exit 3", "bad"))
    assert (good.passed, good.reading.closing, good.tail) == (True, "3 passed", ["one", "3 passed"])
    assert (bad.passed, bad.status, bad.tail) == (False, "exit code 3", ["two"])
    assert (logs / "good.log").read_text() == "one\n3 passed\n"


def test_what_it_computed_is_counted() -> None:
    [idle] = run(stage("sleep 0.1"))
    [busy] = run(stage("python3 -c 'import time\nwhile time.process_time() < 0.5: pass'"))
    assert idle.computed < 0.4 < busy.computed


def test_what_takes_too_long_is_ended_and_says_what_it_was_doing() -> None:
    [ended] = run(stage("echo '◇ Test \"waits for ever\" started.'; sleep 1000", limit=1))
    assert not ended.passed and ended.status == "it took longer than 1 s"
    said = "\n".join(ended.tail)
    assert 'Under way: "waits for ever"' in said and "sleep 1000" in said


def test_what_says_nothing_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SILENCE", 1)
    silent, building = run(stage("sleep 1000", "test"), stage("sleep 3; echo built", "some-build"))
    assert silent.status == "it said nothing for 1 s"
    assert building.passed, "builds may be silent"


def test_a_crash_of_the_package_manager_is_no_verdict_once(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    [built] = run(stage(f"[ -e {mark} ] || {{ touch {mark}; exit 139; }}; echo done", "some-build"))
    assert built.passed and built.tail == ["done"]
    [again] = run(stage("echo 'make: *** [Makefile:1: x] Error 139'; exit 2", "some-build"))
    [test] = run(stage(f"[ -e {mark}2 ] || {{ touch {mark}2; exit 139; }}"))
    assert not again.passed and not test.passed, "tests are never run once more"


PROGRAM = """
import os, sys
sys.path.insert(0, {suite!r})
import running
from table import Stage
running.LOGS = running.Path({logs!r})
running.adopt_orphans()
[result] = running.run_beside([Stage("leaves", "gate", "", {run!r}, 60, 1)], dict(os.environ))
assert result.passed, result
print("left", running.descendants(os.getpid()))
"""


def test_nothing_that_a_stage_started_runs_on(tmp_path: Path) -> None:
    """A daemon that forked away and hears no SIGTERM, which keeps the output open as well."""
    leave = "setsid bash -c 'trap \"\" TERM; echo $$ >pid; for i in {1..1000}; do sleep 1; done' & while [ ! -s pid ]; do sleep 0.1; done"
    program = PROGRAM.format(suite=str(ROOT / ".ci" / "suite"), logs=str(tmp_path), run=f"cd {tmp_path}; {leave}")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "left []"
    assert not Path("/proc", (tmp_path / "pid").read_text().strip()).exists()


LINES = """\
◇ Test "is under way" started.
◇ Test "has ended" started.
✔ Test "has ended" with 3 test cases passed after 1.250 seconds.
✘ Test plain() recorded an issue at A.swift:3:9: Expectation failed: 1 == 2
✘ Test plain() failed after 0.5 seconds with 1 issue.
➜ Suite "Needs Python" skipped: "make unit says where"
SKIPPED [2] Tests/a.py:3: no such thing
12.50s call     BlackBox/test_a.py::test_b[x]
late results: WATCHPOST_SEED=77
4 passed, 2 skipped in 1.0s
"""


def test_the_runners_lines_are_understood() -> None:
    reading = Reading()
    shown = [line for line in LINES.splitlines() if reading.take(line)]
    assert reading.times == [(1.25, '"has ended"'), (0.5, "plain()"), (12.5, "BlackBox/test_a.py::test_b[x] (call)")]
    assert reading.skipped == ['"Needs Python": "make unit says where"', *["Tests/a.py:3: no such thing"] * 2]
    assert (list(reading.under_way), reading.seeds) == (['"is under way"'], ["77"])
    assert [line.partition(" with")[0] for line in reading.problems] == [
        "✘ Test plain() recorded an issue at A.swift:3:9: Expectation failed: 1 == 2", "✘ Test plain() failed after 0.5 seconds"]
    assert reading.closing == "4 passed, 2 skipped in 1.0s"
    assert len(shown) == len(LINES.splitlines()) - 3, "what began and what went well is not shown"


def test_a_skip_without_leave_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    results = run(stage("echo 'SKIPPED [1] a.py:1: allowed'; echo '3 passed'"))
    assert summary.tell(results, 1, {"allowed": "why"})
    assert not summary.tell(results, 1, {"another": "why"})
    assert "skipped without leave" in capsys.readouterr().out


def test_the_table_can_be_run_and_resumed() -> None:
    stages = table.read()
    gate, check = (table.chosen(stages, tier) for tier in table.TIERS)
    assert {one.name for one in gate} < {one.name for one in check}
    assert table.chosen(stages, "check", "thread")[0].name == "thread"
    assert [one.name for one in table.with_needs(stages, ["unit"])] == ["debug-build", "unit"]
    assert [len(group) for group in table.groups(gate)].count(2) == 1, "only the builds run beside each other"
    assert all(one.limit >= 2 * one.usual for one in stages), "a busy machine takes its time"
    with pytest.raises(table.TableFault, match="no stage is called thraed"):
        table.chosen(stages, "check", "thraed")


def test_what_needs_something_that_failed_is_not_begun() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import __main__ as m; import runpy; "
         "names = runpy.run_path(sys.argv[1] + '/__main__.py', run_name='suite'); S = names['Stage']; "
         "import running; running.LOGS = running.Path(sys.argv[2]); "
         "print(names['run']([S('a', 'gate', '', 'exit 1', 9, 1), S('b', 'gate', '', 'echo never', 9, 1, (), ('a',)), "
         "S('c', 'gate', '', 'echo still', 9, 1)], 'gate'))", ROOT / ".ci" / "suite", "logs"],
        capture_output=True, text=True, timeout=60, cwd=os.environ.get("TMPDIR", "/tmp"),
    )  # fmt: skip
    assert "FAILED: not begun, because a failed" in done.stdout and "\nnever" not in done.stdout
    assert "\nstill" in done.stdout and done.stdout.endswith("False\n"), done.stderr


def test_docs_testing_has_the_table() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    told = subprocess.run([sys.executable, ROOT / ".ci" / "suite", "list"], capture_output=True, text=True, check=True)
    assert told.stdout.strip() in page, "python3 .ci/suite list prints it"


def test_every_test_is_in_an_area() -> None:
    swift = {file for kind in ("Core", "Appliance", "Display", "Client", "Model", "JSONReading") for file in (ROOT / f"Tests/{kind}Tests").rglob("*.swift")}
    python = {file for kind in ("BlackBox", "Browser") for file in (ROOT / "Tests" / kind).glob("test_*.py")}
    found = [(areas.swift_files(name), areas.python_files(name)) for name in areas.names()]
    assert swift - {file for one, _ in found for file in one} == set()
    assert python - {file for _, one in found for file in one} == set()
    assert "CoreTests\\.(" in areas.swift_filter("arena")
    assert "StandingFoldTests" in areas.swift_filter("arena") and "StandingFoldTests" not in areas.swift_filter("realms")


def test_an_unknown_area_is_told_which_there_are() -> None:
    done = subprocess.run([sys.executable, ROOT / ".ci" / "suite", "area", "arean"], capture_output=True, text=True)
    assert done.returncode == 1 and "no area is called arean; there are: app arena" in done.stderr


def test_ctrl_c_ends_all_and_says_so(tmp_path: Path) -> None:
    runner = f"""
import runpy, sys
sys.path.insert(0, {str(ROOT / ".ci" / "suite")!r})
names = runpy.run_path({str(ROOT / ".ci" / "suite" / "__main__.py")!r}, run_name="suite")
import running
running.LOGS = running.Path({str(tmp_path)!r})
running.adopt_orphans()
print(names["run"]([names["Stage"]("waits", "gate", "", "echo $$ >{tmp_path}/pid; sleep 1000", 60, 1)], "gate"))
"""
    process = subprocess.Popen([sys.executable, "-c", runner], stdout=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().strip():
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.05)
    process.send_signal(2)
    said, _ = process.communicate(timeout=60)
    assert "ended by Ctrl-C; nothing of it runs on" in said and said.endswith("False\n")
    assert not Path("/proc", (tmp_path / "pid").read_text().strip()).exists()


def test_stages_name_nothing_twice() -> None:
    fault = [replace(one, needs=("nothing",)) for one in table.read()[:1]]
    with pytest.raises(table.TableFault):
        table._check(fault, Path("stages.toml"))
