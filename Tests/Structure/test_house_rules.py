"""The rules that a script keeps refuse what they are there for, each by its own words, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def lines(count: int, line: str = "    work()") -> str:
    return (line + "\n") * count


KEPT = {
    "Sources/Core/Kept.swift": "func long() {\n" + lines(58) + "}\n\nlet rows = try? JSONDecoder().decode([Int].self, from: own)\n",
    "Sources/WatchpostClient/Kept.swift": "import Foundation\nlet reply = try? JSONDecoder().decode(Reply.self, from: body)\n",
    "Sources/Appliance/Web/app/kept.js": "export function long() {\n" + lines(58, "    work();") + "}\n",
    "Tests/Kept.swift": lines(300),
    "Tests/Kernel.swift": "try await BlockingCall.run { recv(descriptor, &bytes, 9, 0) }\nmutating func poll(pages: Int) {}\n",
    "Tests/Browser/hands.py": "page.wait_for_event('load', timeout=1000 * PATIENCE)\n",
    ".ci/stages.toml": "limit = 600\n",
    "Tests/Waits.swift": "#expect(await becomesTrue { isOver })\nlet isOver = try await becomesTrue { try await over() }\n",
    "Tests/Clock.swift": "#expect(ContinuousClock.now - start >= .seconds(9))\ntry await Task.sleep(for: .seconds(1))\nwork()\nwork()\n#expect(isRight)\n",
    "Tests/BlackBox/test_kept.py": (
        "chance = random.Random(seed_of('kept'))\nwhile not seen():\n    time.sleep(0.1)\nassert seen()\nassert time.monotonic() < end\n"
        "wait_until(seen, 'it', timeout=30 + PATIENCE)\nport = reserved_port('nginx says nowhere which port it got')\n"
        "told.settimeout(1)\nasked.settimeout(PATIENCE)\nend = time.monotonic() + PATIENCE\nrun('curl', '--max-time 60')\n"
    ),
    "Tests/Browser/test_kept.py": "until(lambda: page.wait_for_timeout(20) or late)\ntwo_answers(page, 300)\nassert asked == 1\n",
    "Tests/Benchmarks/kept.py": "cost = time.clock_gettime(clock)\nassert time.monotonic() - begun < 5\n",
}
"""A project that keeps every rule, as closely as it may."""

BROKEN = {
    "a function of 61 lines": ("Sources/Core/A.swift", "    func long() {\n" + lines(59) + "    }\n", "functions over 60 lines"),
    "a start of 61 lines": ("Sources/Push/A.swift", "    package init(one: Int) {\n" + lines(59) + "    }\n", "functions over 60 lines"),
    "a script's function": ("Sources/Appliance/Web/a.js", "function long() {\n" + lines(59) + "}\n", "functions over 60 lines"),
    "a script's arrow": ("Sources/Appliance/Web/a.js", "const long = () => {\n" + lines(59) + "};\n", "functions over 60 lines"),
    "a decoder for what phones send": ("Sources/Serving/A.swift", "let body = try JSONDecoder().decode(A.self, from: data)\n", "JSONReading alone"),
    "a second reader for push answers": ("Sources/Push/A.swift", "let body = try JSONSerialization.jsonObject(with: data)\n", "JSONReading alone"),
    "a wait that nobody looks at": ("Tests/A.swift", "_ = await becomesTrue { isOver }\n", "a wait came to is asserted"),
    "a folder beside the run's own": ("Tests/A.swift", 'let path = "/tmp/a"\n', "temporary folder"),
    "a helper that ends all tests": ("Tests/CoreTests/A.swift", 'preconditionFailure("x")\n', "ends no other one"),
    "a read that is thrown away": ("Tests/A.swift", '_ = await reader.read(until: "x")\n', "a wait came to is asserted"),
    "an answer that is thrown away": ("Tests/A.swift", "_ = await client.answer()\n", "a wait came to is asserted"),
    "a try that ends all tests": ("Tests/Support/A.swift", "try! x()\n", "ends no other one"),
    "a wait that throws": ("Tests/A.swift", "    _ = try await becomesTrue { try isOver() }\n", "a wait came to is asserted"),
    "a bound in seconds": ("Tests/BlackBox/test_a.py", "assert time.monotonic() - begun < 5\n", "by the clock on the wall"),
    "a bound in seconds in Swift": ("Tests/A.swift", "#expect(ContinuousClock.now - start < .seconds(2))\n", "by the clock on the wall"),
    "processor time": ("Tests/BlackBox/test_a.py", "spent = time.clock_gettime(clock)\n", "by processor time"),
    "a thread that sleeps": ("Tests/A.swift", "usleep(5)\n", "cooperative pool"),
    "a queue that shares its threads": ("Tests/A.swift", "DispatchQueue.global().async { work() }\n", "cooperative pool"),
    "a semaphore": ("Tests/A.swift", "let gate = DispatchSemaphore(value: 0)\n", "cooperative pool"),
    "a pause before a verdict": ("Tests/BlackBox/test_a.py", "    time.sleep(20)\n    asked = count()\n    assert asked == 1\n", "never after a pause"),
    "a pause before a verdict in Swift": ("Tests/A.swift", "try await Task.sleep(for: pause)\n#expect(count == 1)\n", "never after a pause"),
    "a pause in a browser": ("Tests/Browser/test_a.py", "page.wait_for_timeout(200)\ntap(page)\n", "never for a time"),
    "a wait in the kernel": ("Tests/A.swift", "let count = recv(descriptor, &bytes, 9, 0)\n", "BlockingCall or offPool"),
    "a wait for a descriptor": ("Tests/A.swift", "poll(&waiting, 1, 500)\n", "BlockingCall or offPool"),
    "a patience in milliseconds": ("Tests/Browser/test_a.py", "page.wait_for_selector('main', timeout=5000)\n", "one patience"),
    "the same chance for ever in Swift": ("Tests/A.swift", "var random = SeededGenerator(seed: 7)\n", "where the run says"),
    "a second try of a stage": (".ci/stages.toml", "run = \"python -m pytest --reruns 2\"\n", "a second time"),
    "a second try of all": ("Tests/pytest.ini", "[pytest]\nreruns = 2\n", "a second time"),
    "a port by luck": ("Tests/BlackBox/test_a.py", "port = free_port()\n", "a port is 0"),
    "a fixed port": ("Tests/BlackBox/test_a.py", "server = {'listen': '127.0.0.1:18090'}\n", "a port is 0"),
    "another patience": ("Tests/BlackBox/test_a.py", "wait_until(seen, 'it', timeout=5)\n", "one patience"),
    "another constant": ("Tests/Browser/a.py", "PATIENCE = 30\n", "one patience"),
    "a socket's own patience": ("Tests/Board/emulator/a.py", "self._socket.settimeout(30)\n", "one patience"),
    "an end of its own": ("Tests/Simulators/a.py", "deadline = time.monotonic() + 5\n", "one patience"),
    "the patience of curl": ("Tests/Package/test_a.py", "curl --fail --max-time 10 http://127.0.0.1/\n", "one patience"),
    "impatience where the runner is tested": ("Tests/Structure/test_a.py", "done = run(timeout=9)\n", "one patience"),
    "chance of its own": ("Tests/BlackBox/test_a.py", "seed = random.randrange(9)\n", "where the run says"),
    "the same chance for ever": ("Tests/BlackBox/test_a.py", "chance = random.Random(7)\n", "where the run says"),
    "a handler that takes a lock": ("Tests/Simulators/a.py", "signal.signal(signal.SIGTERM, lambda *_: ended.set())\n", "takes no lock"),
    "a second try": ("Tests/BlackBox/test_a.py", "@pytest.mark.flaky\n", "a second time"),
    "an excuse for nothing": ("Tests/BlackBox/test_a.py", "work()  # allowed: it was slow once\n", "allows nothing"),
    "an excuse without a reason": ("Tests/BlackBox/test_a.py", "time.sleep(1)  # allowed: yes\nassert over\n", "never after a pause"),
    "a file of 301 lines": ("Tests/A.swift", lines(301), "files over 300 lines"),
    "all of Foundation": ("Sources/Core/A.swift", "import Foundation\n", "FoundationEssentials"),
    "a word": ("Sources/Core/A.swift", "let one = try! two()\n", "no place in the sources"),
    "an unproven promise": ("Sources/Core/A.swift", "/// Fast.\nfinal class A: @unchecked Sendable {}\n", "needs its proof"),
    "a server in Core": ("Sources/Core/A.swift", "import CMicrohttpd\n", "Core imports no network"),
}


def judged(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return subprocess.run([ROOT / ".ci/house-rules", folder], capture_output=True, text=True, check=False)


def test_what_keeps_them_all_is_let_through(tmp_path: Path) -> None:
    done = judged(tmp_path, KEPT)
    assert (done.returncode, done.stdout) == (0, "house rules: kept\n"), done.stderr


def test_a_reason_beside_it_lets_a_line_through_and_is_shown(tmp_path: Path) -> None:
    done = judged(tmp_path, {
        "Sources/A.swift": "let one = 1\n",
        "Tests/BlackBox/test_a.py": "time.sleep(1)  # allowed: the moment is the subject\nassert over\n# allowed: one try of many\nask(timeout=5)\n",
        "Tests/A.swift": "// allowed: a thread of its own\nusleep(5)\n",
    })  # fmt: skip
    assert (done.returncode, done.stdout.splitlines()) == (0, [
        "allowed: Tests/A.swift:2: a thread of its own",
        "allowed: Tests/BlackBox/test_a.py:1: the moment is the subject",
        "allowed: Tests/BlackBox/test_a.py:4: one try of many",
        "house rules: kept",
    ]), done.stderr  # fmt: skip


@pytest.mark.parametrize("kind", BROKEN)
def test_what_breaks_one_is_refused_with_its_place(tmp_path: Path, kind: str) -> None:
    name, text, words = BROKEN[kind]
    done = judged(tmp_path, KEPT | {name: text})
    rules = [line for line in done.stdout.splitlines() if line.startswith("house rule: ")]
    assert done.returncode == 1 and len(rules) == 1, done.stdout + done.stderr
    assert words in rules[0]
    assert name in done.stdout
