"""What runs the tests: limits, what is left running, skips, what needs what, and the tables that it reads."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import runpy
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
sys.path.insert(0, str(ROOT / ".ci" / "suite"))

import areas  # noqa: E402
import running  # noqa: E402
import summary  # noqa: E402
import table  # noqa: E402
import temporary  # noqa: E402
from reading import Reading  # noqa: E402
from harness.shares import in_shares  # noqa: E402
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
    # allowed: the count of what a stage computed is the subject
    [busy] = run(stage("python3 -c 'import time\nwhile time.process_time() < 0.5: pass'"))
    assert idle.computed < 0.4 < busy.computed


def test_what_takes_too_long_is_ended_and_says_what_it_was_doing() -> None:
    [ended] = run(stage("echo '◇ Test \"waits for ever\" started.'; sleep 1000", limit=1))
    assert not ended.passed and ended.status == "it took longer than 1 s"
    said = "\n".join(ended.tail)
    assert 'Under way: "waits for ever"' in said and "sleep 1000" in said


def test_what_says_nothing_hangs_unless_its_row_allows_it() -> None:
    silent, building = run(replace(stage("sleep 1000", "test"), silence=1), replace(stage("sleep 3; echo built", "quiet"), silence=0))
    assert silent.status == "it said nothing for 1 s"
    assert building.passed, "a compiler may be silent"


def test_a_test_of_pytest_is_ended_before_its_stage_so_that_it_names_itself() -> None:
    [told, quiet] = run(stage("echo limit $PYTEST_TIMEOUT", "told"), replace(stage("echo limit $PYTEST_TIMEOUT", "quiet", 100), silence=0))
    assert (told.tail, quiet.tail) == (["limit 270"], ["limit 90"])
    # By hand, without the runner, the file of settings says the same.
    assert "timeout = 270\n" in (ROOT / "Tests" / "pytest.ini").read_text(encoding="utf-8")
    assert [one.name for one in table.read() if "--timeout" in one.run] == [], "it would outlive the runner's limit"


def test_a_test_that_hangs_beside_others_is_named_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others go on until it is named, and for a moment after that."""
    named, say = tmp_path / "named", running.say
    monkeypatch.setattr(running, "say", lambda line: (named.touch() if "still under way" in line else None, say(line)))
    monkeypatch.setattr(Stage, "named_after", 1)
    other = "printf '%s\\n' '◇ Test \"other\" started.' '✔ Test \"other\" passed after 1 seconds.'; sleep 0.2"
    [ended] = run(stage(f"echo '◇ Test \"hangs\" started.'; until [ -e {named} ]; do {other}; done; for i in 1 2 3; do {other}; done"))
    assert ended.passed and ended.tail.count('sample: still under way after 1 s: "hangs"') == 1
    assert not any("other" in line and "under way" in line for line in ended.tail)


def test_stages_beside_each_other_are_shown_one_after_the_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = stage(f"echo one; until [ -e {tmp_path}/over ]; do sleep 0.05; done; echo two", "first")
    second = stage(f"echo three; touch {tmp_path}/over", "second")
    run(first, second, stage("echo four", "third"))
    said = [line.split(":")[0] for line in capsys.readouterr().out.split("\n") if line]
    assert said == ["== first", "one", "two", "== second", "three", "== third", "four"]


def test_what_hangs_is_told_at_once_though_another_stage_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, say = tmp_path / "told", running.say
    monkeypatch.setattr(running, "say", lambda line: (told.touch() if line.startswith("second: ended, because") else None, say(line)))
    waits, hangs = run(stage(f"until [ -e {told} ]; do sleep 0.05; done", "first"), stage("sleep 1000", "second", limit=1))
    assert waits.passed and not hangs.passed


def test_a_test_that_may_take_longer_is_named_within_five_minutes() -> None:
    stages = [one.at(effort) for one in table.read() for effort in (1, 20)]
    assert max(one.test_limit for one in stages) > 300 > max(one.named_after for one in stages)
    assert replace(stage("true"), silence=100).named_after == 90, "not after its end"
    lines = (ROOT / "Tests" / "pytest.ini").read_text(encoding="utf-8").splitlines()
    assert "faulthandler_timeout = 240" in lines and not any("faulthandler" in one.run for one in stages)


def test_a_test_of_pytest_that_may_hang_tells_once_where_it_is_and_goes_on(tmp_path: Path) -> None:
    """With the settings of all tests, but after seconds, in a process of xdist as in most stages."""
    (tmp_path / "test_a.py").write_text("import time\n\n\ndef test_slow():\n    time.sleep(12)\n", encoding="utf-8")
    settings = ["-c", ROOT / "Tests" / "pytest.ini", "--rootdir", tmp_path, "-p", "no:cacheprovider", "-o", "faulthandler_timeout=4"]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-n", "1", *settings, "test_a.py"], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    said = done.stdout + done.stderr
    assert (done.returncode, said.count("Timeout (")) == (0, 1) and "1 passed" in said, said
    assert f'File "{tmp_path / "test_a.py"}", line 5 in test_slow' in said


def test_a_crowd_that_waits_for_each_other_hangs_not() -> None:
    reading = Reading()
    for number in range(20):
        reading.take(f'◇ Test "{number}" started.', 1)
    assert reading.hanging(before=100) == []
    for number in range(15):
        reading.take(f'✔ Test "{number}" passed after 1 seconds.', 2)
    assert reading.hanging(before=1) == [] and reading.hanging(before=100) == [f'"{number}"' for number in range(15, 20)]
    assert reading.hanging(before=100) == []


def test_what_effort_lengthens_gets_more_time_and_nothing_else() -> None:
    longer, plain = replace(stage("true", limit=100), longer=4), stage("true", limit=100)
    assert longer.at(1) == longer and plain.at(20) == plain
    assert (longer.at(20).limit, longer.at(20).silence, longer.at(20).test_limit) == (400, 1200, 1080)
    assert longer.at(20).at(20) == longer.at(20)
    lengthened = {one.name for one in table.read() if one.longer > 1}
    assert {"unit", "contract", "blackbox", "browser"} <= lengthened
    assert not [one.name for one in table.read() if one.name in lengthened and "WATCHPOST_EFFORT=" in one.run], "it sets its own"


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
◇ Test run started.
◇ Test case passing 1 argument x → 1 to "has ended" started.
◇ Test "is under way" started.
◇ Test "has ended" started.
✔ Test case passing 1 argument x → 1 to "has ended" passed after 0.100 seconds.
half a line of a test✔ Test "has ended" with 3 test cases passed after 1.250 seconds.
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
    assert len(shown) == len(LINES.splitlines()) - 5, "what began and what went well is not shown"


def test_the_time_of_a_test_that_waited_for_many_others_is_not_told() -> None:
    reading = Reading()
    for number in range(20):
        reading.take(f"◇ Test t{number}() started.")
    for number in range(20):
        reading.take(f"✔ Test t{number}() passed after 60.0 seconds.")
    for line in ("◇ Test alone() started.", "✔ Test alone() passed after 2.0 seconds."):
        reading.take(line)
    assert reading.times == [(2.0, "alone()")] and not reading.under_way


def test_a_skip_without_leave_fails_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    results = run(stage("echo 'SKIPPED [1] a.py:1: allowed'; echo '3 passed'"))
    assert summary.tell(results, 1, {"allowed": "why"}, CHANCE)
    assert not summary.tell(results, 1, {"another": "why"}, CHANCE)
    assert "skipped without leave" in capsys.readouterr().out


CHANCE = {"WATCHPOST_EFFORT": "20", "WATCHPOST_SEED": "7"}


def test_the_end_tells_the_seed_and_how_to_repeat_what_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert not summary.tell(run(stage("echo fine", "good"), stage("exit 1", "bad")), 1, {}, CHANCE)
    said = capsys.readouterr().out.splitlines()
    assert "bad again: WATCHPOST_EFFORT=20 WATCHPOST_SEED=7 make bad" in said and not any("make good" in line for line in said)
    assert "seeds: 7" in said and said[-1].endswith("WATCHPOST_EFFORT=20 WATCHPOST_SEED=7")
    summary.tell(run(stage("exit 1", "bad")), 1, {}, CHANCE, "make test AREA=arena")
    assert "bad again: WATCHPOST_EFFORT=20 WATCHPOST_SEED=7 make test AREA=arena" in capsys.readouterr().out


def test_an_installation_that_failed_is_repeated_by_what_installs(capsys: pytest.CaptureFixture[str]) -> None:
    failed = running.Result(stage(".ci/dependencies board", "install-board"), "exit code 69")
    assert not summary.tell([failed], 1, {}, CHANCE)
    assert "install-board again: .ci/dependencies board" in capsys.readouterr().out.splitlines()


def test_the_end_tells_the_fifteen_slowest_tests_the_longest_first(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "for i in 9 16 3 2 4 5 6 7 8 1 10 11 12 13 14 15; do echo \"$i.00s call     Tests/a.py::test_$i\"; done"
    assert summary.tell(run(stage(lines, "first"), stage("echo '✔ Test \"long\" passed after 20.5 seconds.'", "second")), 1, {}, CHANCE)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("slow: ")]
    assert told == ["slow:    20.5 s  second: \"long\"", *(f"slow: {time:7.1f} s  first: Tests/a.py::test_{time} (call)" for time in range(16, 2, -1))]
    settings = (ROOT / "Tests" / "pytest.ini").read_text(encoding="utf-8")
    assert "--durations=15 --durations-min=5 " in settings, "pytest tells no times otherwise"


def test_the_names_of_failures_are_those_of_their_runners() -> None:
    said = [*LINES.splitlines(), "✘ Test run with 9 tests in 2 suites failed after 3 seconds with 1 issue.",
            'FAILED Tests/a.py::test_b[x y] - AssertionError: 1 - 2', "ERROR Tests/c.py"]  # fmt: skip
    [result] = run(stage("cat <<'END'\n" + "\n".join(said) + "\nEND\nexit 1", "unit"))
    leave = {"no such thing": "why", "says where": "why"}
    assert summary.failures(result, leave) == ["unit: plain()", "unit: Tests/a.py::test_b[x y]", "unit: Tests/c.py"]
    [silent] = run(stage("exit 3", "unit"))
    assert summary.failures(silent, {}) == ["unit: exit code 3"]


def test_a_skip_without_leave_is_a_failure_of_its_round(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    skips = "echo 'SKIPPED [2] a.py:1: no such thing'; echo 'SKIPPED [1] a.py:2: only root can give files away'; echo 3 passed"
    monkeypatch.setattr(areas, "stages", lambda area: [stage("true", "debug-build"), stage(skips, "blackbox")])
    monkeypatch.setattr(areas, "_BURNERS", 0)
    assert not suite()["shake"]("arena", 2)
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["== 2 rounds of arena, beside processes that keep all cores busy: 1 failures",
                         "2 of 2: blackbox: skipped without leave: a.py:1: no such thing"]  # fmt: skip
    assert sorted(path.name for path in logs.glob("shake-*")) == ["shake-1-blackbox.log", "shake-2-blackbox.log"]


@pytest.mark.parametrize("rounds", ["five", "0", "-1"])
def test_rounds_that_are_no_number_are_refused_in_words(rounds: str) -> None:
    done = subprocess.run([sys.executable, ROOT / ".ci" / "suite", "shake", "arena", rounds], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"error: {rounds}: the rounds of a shake are a whole number, 1 at least; 20 unless it is said\n")


def suite() -> dict[str, object]:
    """The runner's own names, without running it."""
    return runpy.run_path(str(ROOT / ".ci" / "suite" / "__main__.py"), run_name="suite")


def test_the_gate_has_the_seed_of_its_commit_and_the_rest_one_of_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = suite()["environment"]
    for name in CHANCE:
        monkeypatch.delenv(name, raising=False)
    gate = [environment("gate") for _ in range(2)]
    check = [environment("check") for _ in range(2)]
    assert gate[0]["WATCHPOST_SEED"] == gate[1]["WATCHPOST_SEED"] and gate[0]["WATCHPOST_EFFORT"] == "1"
    assert check[0]["WATCHPOST_SEED"] != check[1]["WATCHPOST_SEED"] and check[0]["WATCHPOST_EFFORT"] == "20"
    monkeypatch.setenv("WATCHPOST_SEED", "7")
    assert environment("check")["WATCHPOST_SEED"] == environment("gate")["WATCHPOST_SEED"] == "7"


@pytest.mark.parametrize("effort", ["many", "-1", "1.5"])
def test_an_effort_that_is_no_number_is_refused_in_words(monkeypatch: pytest.MonkeyPatch, effort: str) -> None:
    monkeypatch.setenv("WATCHPOST_EFFORT", effort)
    with pytest.raises(table.TableFault, match=f"WATCHPOST_EFFORT={effort}"):
        suite()["environment"]("gate")


def test_what_python_compiles_is_kept_for_the_next_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert "PYTHONDONTWRITEBYTECODE" not in suite()["environment"]("gate")


def test_a_run_says_its_seed_first_and_hands_it_on(logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("WATCHPOST_SEED", "77")
    monkeypatch.setenv("WATCHPOST_EFFORT", "20")
    results: list[running.Result] = []
    assert suite()["run"]([replace(stage("echo $WATCHPOST_SEED $WATCHPOST_EFFORT"), longer=3)], "check", results=results)
    assert results[0].tail == ["77 20"] and results[0].stage.limit == 180
    assert capsys.readouterr().out.splitlines()[0] == "WATCHPOST_EFFORT=20 WATCHPOST_SEED=77"


def test_a_shake_keeps_the_log_of_each_round_that_failed_and_ends_with_a_tally(
    logs: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    turns = f"echo x >>{tmp_path}/turns; n=$(wc -l <{tmp_path}/turns); [ $((n % 2)) = 0 ] || {{ echo FAILED a.py::test_odd - in turn $n; exit 1; }}"
    built = stage(f"echo x >>{tmp_path}/builds", "debug-build")
    monkeypatch.setattr(areas, "stages", lambda area: [built, replace(stage(turns, "blackbox"), needs=("debug-build",))])
    monkeypatch.setattr(areas, "_BURNERS", 0)
    assert not suite()["shake"]("arena", 5)
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["== 5 rounds of arena, beside processes that keep all cores busy: 1 failures", "3 of 5: blackbox: a.py::test_odd"]
    assert sorted(path.name for path in logs.glob("shake-*")) == [f"shake-{turn}-blackbox.log" for turn in (1, 3, 5)]
    assert "in turn 3" in (logs / "shake-3-blackbox.log").read_text() and (tmp_path / "builds").read_text() == "x\n"


def test_the_table_can_be_run_and_resumed() -> None:
    stages = table.read()
    gate, check = (table.chosen(stages, tier) for tier in table.TIERS)
    assert {one.name for one in gate} < {one.name for one in check}
    resumed = [one.name for one in table.chosen(stages, "check", "thread")]
    assert {"debug-build", "thread-build", "thread", "packages", "board-test"} < set(resumed), "what was mended is compiled again"
    assert not {"unit", "browser", "release-build", "address-build", "address"} & set(resumed)
    assert [one.name for one in table.with_needs(stages, ["unit"])] == ["debug-build", "unit"]
    groups = [[one.name for one in group] for group in table.groups(check)]
    assert groups[0] == ["lint", "debug-build", "release-build"] and ["contract", "page-on-appliance"] in groups
    assert all(any(one.is_build for one in group) == all(one.is_build or one.name == "lint" for one in group) for group in table.groups(check)), (
        "tests have the run's folder for what they write, builds the usual one, where SwiftPM's locks are")
    assert all(one.limit >= 2 * one.usual for one in stages), "a busy machine takes its time"
    with pytest.raises(table.TableFault, match="no stage is called thraed"):
        table.chosen(stages, "check", "thraed")


def test_what_needs_something_that_failed_is_not_begun(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.path.insert(0, sys.argv[1]); import __main__ as m; import runpy; "
         "names = runpy.run_path(sys.argv[1] + '/__main__.py', run_name='suite'); S = names['Stage']; "
         "import running; running.LOGS = running.Path(sys.argv[2]); "
         "print(names['run']([S('a', 'gate', '', 'exit 1', 9, 1), S('b', 'gate', '', 'echo never', 9, 1, (), ('a',)), "
         "S('c', 'gate', '', 'echo still', 9, 1)], 'gate'))", ROOT / ".ci" / "suite", "logs"],
        capture_output=True, text=True, timeout=60, cwd=tmp_path,
    )  # fmt: skip
    assert "FAILED: not begun, because a failed" in done.stdout and "\nnever" not in done.stdout
    assert "\nstill" in done.stdout and done.stdout.endswith("False\n"), done.stderr


def test_docs_testing_has_the_table() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    told = subprocess.run([sys.executable, ROOT / ".ci" / "suite", "list"], capture_output=True, text=True, check=True)
    assert told.stdout.strip() in page, "python3 .ci/suite list prints it"


def test_every_test_is_in_an_area() -> None:
    swift = {file for kind in ("Core", "Arena", "Appliance", "Display", "Client", "Model", "JSONReading") for file in (ROOT / f"Tests/{kind}Tests").rglob("*.swift")}
    python = {file for kind in ("BlackBox", "Browser") for file in (ROOT / "Tests" / kind).glob("test_*.py")}
    found = [(areas.swift_files(name), areas.python_files(name)) for name in areas.names()]
    assert swift - {file for one, _ in found for file in one} == set()
    assert python - {file for _, one in found for file in one} == set()
    assert "ArenaTests\\.(" in areas.swift_filter("arena")
    assert "StandingFoldTests" in areas.swift_filter("arena") and "StandingFoldTests" not in areas.swift_filter("realms")


def test_an_area_builds_what_its_tests_need_and_leaves_webkit_out() -> None:
    found = {area: {one.name: one for one in areas.stages(area)} for area in areas.names()}
    for area, stages in found.items():
        drives = any(file.name.startswith("test_client_") for file in areas.python_files(area))
        assert ("client" in stages) == drives, f"{area}: `client` builds the program that those tests drive"
        black_box = stages.get("blackbox")
        assert black_box is None or ("_webkit.py" not in black_box.run and ("client" in black_box.needs) == drives)
    assert {"arena", "client"} <= {area for area, stages in found.items() if "client" in stages}
    assert [one.name for one in areas.builds(list(found["arena"].values()))] == ["debug-build", "client"]
    assert [one.needs for one in areas.tests(list(found["arena"].values()))] == [(), ()]
    runs = {area: stages["blackbox"].run for area, stages in found.items()}
    assert "test_app_seed.py" in runs["app"] and "test_page.py" in runs["pages"]
    for area in ("arena", "play", "site"):
        assert ("test_play_on_appliance.py" in runs[area], "test_site_on_appliance.py" in runs[area]) == (area != "site", area != "play")


def test_only_areas_of_pages_need_a_browser_and_each_a_part_of_them() -> None:
    found = {area: areas.python_files(area) for area in areas.names()}
    pages = {area: sum(file.parent.name == "Browser" for file in files) for area, files in found.items()}
    installs = {area: [one.installs for one in areas.stages(area) if one.name == "blackbox"] for area in found}
    assert installs == {area: [("test", "browser") if count else ("test",)] for area, count in pages.items()}
    assert {area for area, count in pages.items() if count} == {"app", "arena", "pages", "play", "site"}
    whole = len(list((ROOT / "Tests" / "Browser").glob("test_*.py")))
    assert max(pages.values()) < whole / 2, "an area takes minutes"


def test_docs_testing_names_all_areas() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8")
    [line] = [line for line in page.splitlines() if line.startswith("Areas: ")]
    assert re.findall(r"`(\w+)`", line) == areas.names()


def test_every_stage_is_a_target_of_make() -> None:
    for one in table.read():
        done = subprocess.run(["make", "-n", one.name], cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0 and f".ci/suite run {one.name}" in done.stdout, one.name
    phony = subprocess.run(["make", "-np", "help"], cwd=ROOT, capture_output=True, text=True).stdout
    [listed] = [line for line in phony.splitlines() if line.startswith(".PHONY:")]
    assert {one.name for one in table.read()} < set(listed.split())


def test_what_tests_are_told_survives_sudo(tmp_path: Path) -> None:
    """As somebody who is not root, with a sudo that hands on no variable, as Debian's does."""
    for name, text in {"id": "echo 1000", "sudo": 'exec env -i PATH="$PATH" "$@"', "unshare": "printf '%s\\n' \"$@\""}.items():
        (tmp_path / name).write_text(f"#!/bin/bash\n{text}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    told = {"WATCHPOST_PYTHON": "/a b", "WATCHPOST_SANITIZER": "thread", "WATCHPOST_EFFORT": "1", "WATCHPOST_SEED": "7"}
    done = subprocess.run([ROOT / ".ci" / "inside", tmp_path / "root", "--", "true"], capture_output=True, text=True,
                          env=told | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "OTHER": "x"}, check=True)  # fmt: skip
    lines = done.stdout.splitlines()
    assert {f"{name}={value}" for name, value in told.items()} <= set(lines) and "OTHER=x" not in lines


def commands() -> list[str]:
    """Each call of pytest that stages make for all tests of a folder."""
    texts = [one.run for one in table.read()] + [(ROOT / ".ci" / "page-on-appliance").read_text(encoding="utf-8").replace("\\\n", " ")]
    found = [part for text in texts for part in re.split(r"[;\n]|&&|\|\|", text) if " pytest " in part]
    return [one for one in found if "--collect-only" not in one and " -k " not in one]


def test_every_file_of_tests_is_in_a_stage() -> None:
    places = {place for one in commands() for place in re.findall(r"Tests/\S+", one)}
    named = {file for place in places for path in ROOT.glob(place) for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
    assert {file for file in (ROOT / "Tests").rglob("test_*.py")} - named == set()


@pytest.mark.parametrize("folder", ["BlackBox", "Browser"])
def test_no_mark_leaves_a_test_out_of_all_stages(folder: str) -> None:
    words = [shlex.split(one) for one in commands() if f"Tests/{folder}" in one]
    chosen = [after for one in words for word, after in itertools.pairwise(one) if word == "-m" and after != "pytest"]
    assert len(chosen) >= 2, chosen
    for marks in itertools.product((False, True), repeat=3):
        has = dict(zip(("slow", "matrix", "appliance"), marks, strict=True))
        assert any(eval(one, {}, has) for one in chosen), f"{has}: {chosen}"


def noted_by(clone: Path, *words: str, **variables: str) -> str:
    """What `.build/passed` says after a run of the suite in a clone; the run's own exit code does not matter."""
    told = {name: value for name, value in os.environ.items() if name not in CHANCE} | variables
    subprocess.run([sys.executable, clone / ".ci" / "suite", *words], cwd=clone, env=told, capture_output=True, timeout=PATIENCE)
    passed = clone / ".build" / "passed"
    return passed.read_text(encoding="utf-8") if passed.exists() else ""


def test_a_commit_that_passed_all_of_a_tier_is_noted_with_the_effort(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / ".ci", clone / ".ci", ignore=shutil.ignore_patterns("__pycache__"))
    rows = [f"[[stage]]\nname = '{name}'\ntier = '{tier}'\nprotects = ''\nrun = '[ ! -e ../fails ]'\nlimit = 60\nusual = 1\n"
            for name, tier in (("one", "gate"), ("two", "check"))]  # fmt: skip
    (clone / ".ci" / "stages.toml").write_text("\n".join(rows), encoding="utf-8")
    (clone / ".gitignore").write_text(".build\n__pycache__\n", encoding="utf-8")
    for words in (("init", "-q"), ("add", "-A"), ("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "all")):
        subprocess.run(["git", *words], cwd=clone, check=True, capture_output=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=clone, check=True, capture_output=True, text=True).stdout.strip()
    assert noted_by(clone, "run", "one") == noted_by(clone, "check", "two") == "", "parts of a tier"
    (clone / "change").touch()
    assert noted_by(clone, "test") == "", "a change on top of the commit"
    (clone / "change").unlink()
    (tmp_path / "fails").touch()
    assert noted_by(clone, "test") == ""
    (tmp_path / "fails").unlink()
    noted_by(clone, "test")
    lines = [f"{head} make test WATCHPOST_EFFORT=1", f"{head} make check WATCHPOST_EFFORT=3"]
    assert noted_by(clone, "check", WATCHPOST_EFFORT="3").splitlines() == lines


def test_an_unknown_area_is_told_which_there_are() -> None:
    done = subprocess.run([sys.executable, ROOT / ".ci" / "suite", "area", "arean"], capture_output=True, text=True)
    assert done.returncode == 1 and "no area is called arean; there are: app arena" in done.stderr


def heard() -> None:
    """Before a program starts: as at a terminal, also where these tests run in the background of a shell, which ignores Ctrl-C, or of `nohup`."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def comes(path: Path, process: subprocess.Popen[str]) -> str:
    """The text of a file that something below a process writes, which is awaited."""
    end = time.monotonic() + PATIENCE
    while not path.exists() or not path.read_text().strip():
        assert time.monotonic() < end and process.poll() is None, process.communicate()
        time.sleep(0.05)
    return path.read_text().strip()


class Runner:
    """The program with stages of its own, in a process that tests may end."""

    def __init__(self, folder: Path, work: str) -> None:
        (folder / "temporary").mkdir()
        self.folder, self.said = folder, ""
        program = f"""
import pathlib, runpy, sys
sys.path.insert(0, {str(ROOT / ".ci" / "suite")!r})
names = runpy.run_path({str(ROOT / ".ci" / "suite" / "__main__.py")!r}, run_name="suite")
import areas, running, temporary
running.LOGS = running.Path({str(folder / "logs")!r})
temporary.KEPT, temporary.LONGEST = running.LOGS / "kept", 1_000
names["prepare"]()
Stage = names["Stage"]
sys.exit(names["until_ended"](lambda: 0 if {work} else 1))
"""
        self.process = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
            env=os.environ | {"TMPDIR": str(folder / "temporary"), "STAGE": str(folder)}, start_new_session=True, preexec_fn=heard,
        )  # fmt: skip

    def comes(self, name: str) -> str:
        """The text of a file that a stage writes."""
        return comes(self.folder / name, self.process)

    def ended(self) -> int:
        self.said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    @property
    def left(self) -> list[Path]:
        return list((self.folder / "temporary").iterdir())

    def close(self) -> None:
        """Whatever a test came to, nothing of it runs on."""
        if self.process.poll() is None:
            for process in [*running.descendants(self.process.pid), self.process.pid]:
                os.kill(process, signal.SIGKILL)
            self.process.communicate()


@pytest.fixture
def begin() -> Iterator[Callable[[Path, str], Runner]]:
    runners: list[Runner] = []

    def begun(folder: Path, work: str) -> Runner:
        runners.append(Runner(folder, work))
        return runners[-1]

    yield begun
    for runner in runners:
        runner.close()


def one(run: str, name: str = "waits") -> str:
    return f"names['run']([Stage({name!r}, 'gate', '', {run!r}, 60, 1)], 'gate')"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_kill_and_a_closed_terminal_end_all_and_leave_nothing(begin: Callable[[Path, str], Runner], tmp_path: Path, number: signal.Signals) -> None:
    runner = begin(tmp_path, one("mkdir $TMPDIR/written; chmod 500 $TMPDIR/written; echo $$ >$STAGE/pid; sleep 1000"))
    stage_process = runner.comes("pid")
    assert len(runner.left) == 1
    runner.process.send_signal(number)
    assert runner.ended() == 130
    assert "ended by Ctrl-C; nothing of it runs on" in runner.said and "Traceback" not in runner.said
    assert not Path("/proc", stage_process).exists() and runner.left == []


@pytest.mark.parametrize("end", ["", "; exit 1", "; sleep 1000"])
def test_what_compilers_forget_goes_however_a_build_ends(begin: Callable[[Path, str], Runner], tmp_path: Path, end: str) -> None:
    work = f"mkdir $TMPDIR/TemporaryDirectory.a; touch $TMPDIR/TemporaryDirectory.a/.keep-directory; echo $$ >$STAGE/pid{end}"
    # Another build on this machine would keep it.
    runner = begin(tmp_path, f"setattr(temporary, '_COMPILERS', set()) or {one(work, 'debug-build')}")
    runner.comes("pid")
    if "sleep" in end:
        runner.process.send_signal(signal.SIGINT)
    runner.ended()
    assert runner.left == []


@pytest.mark.parametrize(("name", "stays"), [("swift-frontend", True), ("bash", False)])
def test_folders_of_a_build_that_runs_and_those_with_something_in_them_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, stays: bool) -> None:
    monkeypatch.setattr(temporary.tempfile, "gettempdir", lambda: str(tmp_path))
    for part in ("1", "TemporaryDirectory.a", "TemporaryDirectory.b", "other"):
        (tmp_path / part).mkdir()
    (tmp_path / "1" / "comm").write_text(f"{name}\n")
    (tmp_path / "TemporaryDirectory.b" / "sources-1").touch()
    temporary.remove_left_by_compilers(tmp_path)
    assert (tmp_path / "TemporaryDirectory.a").exists() == stays
    assert (tmp_path / "TemporaryDirectory.b" / "sources-1").exists() and (tmp_path / "other").exists()


def test_a_long_name_of_the_usual_folder_leaves_room_for_sockets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (long := tmp_path / ("x" * 60)).mkdir()
    monkeypatch.setattr(temporary.tempfile, "gettempdir", lambda: str(long))
    made = temporary.make()
    temporary.remove(made)
    assert made.parent == Path("/tmp") and len(str(made)) < 20


def test_who_presses_ctrl_c_again_waits_for_the_same_end(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    deaf = "trap '' TERM; echo $$ >$STAGE/pid; while :; do sleep 1; done"
    runner = begin(tmp_path, one(deaf))
    stage_process = runner.comes("pid")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
        runner.process.send_signal(number)
    assert runner.ended() == 130 and "Traceback" not in runner.said
    assert not Path("/proc", stage_process).exists() and runner.left == []


def test_ctrl_c_ends_all_rounds_of_a_shake(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    stages = "[Stage('debug-build', 'gate', '', 'true', 60, 1), Stage('waits', 'gate', '', 'echo $$ >$STAGE/pid; sleep 1000', 60, 1)]"
    runner = begin(tmp_path, f"setattr(areas, '_BURNERS', 1) or setattr(areas, 'stages', lambda area: {stages}) or names['shake']('arena', 3)")
    runner.comes("pid")
    burning = running.descendants(runner.process.pid)
    assert len(burning) >= 2, "the stage, and what keeps the cores busy"
    runner.process.send_signal(signal.SIGINT)
    assert runner.ended() == 130
    assert "round 1 of 3" in runner.said and "round 2 of 3" not in runner.said
    assert [one for one in burning if Path("/proc", str(one)).exists()] == []


def test_what_installs_has_the_terminal_and_is_not_cut_in_two(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    """As `.ci/dependencies` does it while apt-get is at work."""
    whole = (
        "trap 'echo asked >$STAGE/asked' INT; ps -o sid= -p $$ >$STAGE/session; "
        "until [ -e $STAGE/go ]; do sleep 0.05 || :; done; echo whole >$STAGE/end"
    )
    runner = begin(tmp_path, one(whole, "install-packages"))
    assert int(runner.comes("session")) == runner.process.pid, "sudo asks for a password in the session's terminal"
    runner.process.send_signal(signal.SIGINT)
    runner.comes("asked")
    (tmp_path / "go").touch()
    assert runner.ended() == 130
    assert (tmp_path / "end").read_text() == "whole\n" and runner.left == []


def test_what_installs_for_too_long_is_asked_to_end_once_and_stays_whole(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    whole = (
        "trap 'echo asked >>$STAGE/asked' INT; until [ -e $STAGE/asked ]; do sleep 0.05 || :; done; "
        "until [ -e $STAGE/go ]; do sleep 0.05 || :; done; echo whole >$STAGE/end; exit 130"
    )
    runner = begin(tmp_path, f"names['run']([Stage('install-packages', 'gate', '', {whole!r}, 1, 1, silence=0)], 'gate')")
    runner.comes("asked")
    assert runner.process.poll() is None, "it waits for packages"
    (tmp_path / "go").touch()
    assert runner.ended() == 1
    said, _, end = runner.said.partition("== summary")
    assert said.count("install-packages: still at it after 1 s") == 1 and "FAILED: it took longer than 1 s" in end
    assert ((tmp_path / "asked").read_text(), (tmp_path / "end").read_text()) == ("asked\n", "whole\n")


def test_stages_are_run_by_name(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    stages = "[Stage('sample', 'gate', '', 'echo 7 passed', 60, 1), Stage('other', 'gate', '', 'exit 1', 60, 1)]"
    given = f"names['main'].__globals__.update(read=lambda: {stages})"
    runner = begin(tmp_path, f"{given} or names['main'](['run', 'sample']) == 0")
    assert runner.ended() == 0 and "7 passed" in runner.said and "== other" not in runner.said


def test_kill_of_what_ci_runs_ends_make_the_runner_and_its_stages(tmp_path: Path) -> None:
    """In a clone with one stage, the runner and make as they are."""
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    shutil.copy(ROOT / "Makefile", tmp_path)
    run = "ps -o ppid= -p $PPID >make; echo $PPID >runner; echo $TMPDIR >folder; echo $$ >pid; sleep 1000"
    row = {"name": "waits", "tier": "gate", "protects": "", "run": run}
    lines = ["[[stage]]", *(f'{key} = "{value}"' for key, value in row.items()), "limit = 60", "usual = 1"]
    (tmp_path / ".ci" / "stages.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    process = subprocess.Popen([tmp_path / ".ci" / "run"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True, preexec_fn=heard)  # fmt: skip
    try:
        stage_process, runner, make, folder = (comes(tmp_path / name, process) for name in ("pid", "runner", "make", "folder"))
        assert make == str(process.pid)
        process.terminate()
        said, _ = process.communicate(timeout=PATIENCE)
    finally:
        noted = [int((tmp_path / name).read_text()) for name in ("runner", "pid") if (tmp_path / name).exists()]
        own = [process.pid] if process.poll() is None else []
        for one in {*own, *noted, *running.descendants(process.pid)}:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
    assert process.returncode != 0 and "ended by Ctrl-C; nothing of it runs on" in said, said
    assert [one for one in (stage_process, runner) if Path("/proc", one).exists()] == [] and not Path(folder).exists()


def test_what_a_failed_run_wrote_is_there_until_the_next(begin: Callable[[Path, str], Runner], tmp_path: Path) -> None:
    runner = begin(tmp_path, one("echo log >$TMPDIR/log; exit 1"))
    assert runner.ended() == 1
    [kept] = runner.left
    assert f"what the tests wrote: {kept} (until the next run)" in runner.said and (kept / "log").exists()
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / "logs").symlink_to(tmp_path / "logs")
    after = begin(tmp_path / "again", one("true"))
    assert after.ended() == 0 and (after.left, runner.left) == ([], [])


def test_what_a_test_mounted_is_taken_away_and_not_emptied(tmp_path: Path) -> None:
    """In a mount namespace of its own, as somebody else's root."""
    script = f"""
import sys
sys.path.insert(0, {str(ROOT / ".ci" / "suite")!r})
import pathlib, subprocess, temporary
folder, outside = pathlib.Path("wp-with a space").resolve(), pathlib.Path("outside").resolve()
for one in (folder / "disk" / "bound", outside):
    one.mkdir(parents=True)
(outside / "file").touch()
subprocess.run(["mount", "-t", "tmpfs", "small", folder / "disk"], check=True)
(folder / "disk" / "bound").mkdir()
subprocess.run(["mount", "--bind", outside, folder / "disk" / "bound"], check=True)
assert len(temporary.mounted(folder)) == 2
temporary.remove(folder)
assert temporary.mounted(folder) == [] and not folder.exists() and (outside / "file").exists()
"""
    done = subprocess.run(["unshare", "--mount", "--map-root-user", sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_processes_of_root_are_ended_through_sudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sudo").write_text(f"#!/bin/sh\necho $* >{tmp_path}/asked\n")
    (tmp_path / "sudo").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def refused(*_: int) -> None:
        raise PermissionError

    monkeypatch.setattr(running.os, "kill", refused)
    running._send(7, signal.SIGTERM)
    assert (tmp_path / "asked").read_text() == "--non-interactive kill -15 7\n"


@pytest.mark.parametrize("fault", [
    [replace(stage("true"), needs=("nothing",))],
    [stage("true"), stage("true")],
    [replace(stage("true", "first"), group="beside"), replace(stage("true", "second"), group="beside", needs=("first",))],
])
def test_a_stage_needs_one_that_has_ended_by_then_and_has_a_name_of_its_own(fault: list[Stage]) -> None:
    with pytest.raises(table.TableFault):
        table._check(fault, Path("stages.toml"))


def test_tests_that_wait_come_first_in_two_of_three_shares() -> None:
    waiting, others = [f"waits {number}" for number in range(4)], [str(number) for number in range(8)]
    assert in_shares(waiting, others, 3) == ["waits 0", "waits 2", "0", "1", "waits 1", "waits 3", "2", "3", "4", "5", "6", "7"]


@pytest.mark.parametrize("processes", [1, 2, 3, 4, 16, 22])
def test_no_test_is_lost_whatever_is_chosen(processes: int) -> None:
    for count in range(30):
        for waiting in range(count + 1):
            tests = list(range(count))
            assert sorted(in_shares(tests[:waiting], tests[waiting:], processes)) == tests
