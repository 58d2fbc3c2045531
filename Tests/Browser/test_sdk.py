"""The module for games: one file, small, without a library; its queue against a box from the manual, also while it is killed at each write."""

import gzip
import os
import re
import subprocess
from pathlib import Path

import pytest
from harness.effort import rounds, seed_of

from pages import WEB, sdk

HERE = Path(__file__).resolve().parent / "sdk"
#: The gate tries a few; a thousand take half a minute on a slow machine.
KILLS = rounds(50, most=1000)
#: Each mistake that the model must find: what stands there, and what somebody might write instead.
MISTAKES = {
    "crossed out before it is sent": ("entries.push(entry);", "entries.push(entry); this.store.remove(`result:${key}`);"),
    "never crossed out": ("this.store.remove(`result:${entry.key}`);\n", ""),
    "another key each time": ("return { key, board, score, extra, achieved, tried };", "return { key: this.keys.next(), board, score, extra, achieved };"),
    "refused by a bad gateway": ("const isMistake = problem.isOurs &&", "const isMistake = true ||"),
    "dropped when the board is closed": ("!(status >= 400 && status < 500 && status !== 429)", "!(status >= 400)"),
    "deaf to Retry-After": ("typeof problem.wait === \"number\"", "problem.wait === \"never\""),
    "another player each time": ("isCredential(token) && token !== lost", "token === lost"),
}


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """The module as it is served, and beside it its parts as modules."""
    folder = tmp_path_factory.mktemp("sdk")
    (folder / "watchpost.mjs").write_text(sdk())
    (folder / "package.json").write_text('{"type": "module"}')
    for part in (WEB / "sdk").iterdir():
        (folder / part.name).write_bytes(part.read_bytes())
    return folder


def node(module: Path, *words: str) -> subprocess.CompletedProcess[str]:
    given = {"WATCHPOST_SDK": str(module), "WATCHPOST_SDK_PARTS": str(module.parent)}
    return subprocess.run(["node", *words], capture_output=True, text=True, cwd=HERE, env=os.environ | given)


def test_it_is_one_small_file_that_loads_nothing():
    text = sdk()
    assert len(gzip.compress(text.encode(), 6)) < 12_000
    assert not re.search(r"^import |import\(|require\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|Function\(", text, re.M)
    assert re.findall(r"^export .*", text, re.M) == ["export { Refusal };", "export function connect(options) {"]


@pytest.mark.parametrize("name", ["queue.test.mjs", "parts.test.mjs"])
def test_by_its_own_tests(built, name):
    done = node(built / "watchpost.mjs", "--test", "--test-reporter=spec", name)
    assert done.returncode == 0, done.stdout + done.stderr


# The second was killed after it had moved what lay loose, and before it had written down to which box. In the third, two tabs were told
# to wait before one of them met the box, and in the fourth the other one met it meanwhile: each asked too early.
@pytest.mark.parametrize("seed", [seed_of("queue of the module"), 860433802, 4088008957, 328],
                         ids=["random", "killed while it moves", "two pauses", "a pause of another tab"])
def test_nothing_is_lost_or_doubled_by_kills(built, seed):
    done = node(built / "watchpost.mjs", "queue.model.mjs", str(seed), str(KILLS))
    print(done.stdout)
    assert done.returncode == 0, f"seed {seed}\n{done.stdout}{done.stderr[:4000]}"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_model_finds(built, tmp_path, mistake):
    right, wrong = MISTAKES[mistake]
    text = (built / "watchpost.mjs").read_text()
    assert text.count(right) == 1, right
    (tmp_path / "watchpost.mjs").write_text(text.replace(right, wrong))
    done = node(tmp_path / "watchpost.mjs", "queue.model.mjs", "7", "100")
    assert done.returncode != 0 and "AssertionError" in done.stderr, done.stdout
