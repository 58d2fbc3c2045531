"""The small game of `make run`, played once in front of the real binary, which WATCHPOST_BINARY names."""

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from app_hands import until
from measures import PATIENCE, PATIENT, wait_until

pytestmark = pytest.mark.appliance
DEMO = Path(__file__).resolve().parents[1] / "Simulators" / "demo.py"
#: Steers by what is drawn: towards the apple, never into a wall, until some are eaten; then on into the wall.
PILOT = """() => {
  const field = document.querySelector('#field');
  let way = [1, 0];
  setInterval(() => {
    const [x, y] = field.dataset.head.split(' ').map(Number);
    const [a, b] = field.dataset.apple.split(' ').map(Number);
    if (field.dataset.phase !== 'running' || Number(field.dataset.score) >= 2) return;
    const wish = a !== x ? [Math.sign(a - x), 0] : [0, Math.sign(b - y)];
    // Never back into itself: round the corner first.
    const next = wish[0] === -way[0] && wish[1] === -way[1] ? (wish[0] ? [0, y > 8 ? -1 : 1] : [x > 8 ? -1 : 1, 0]) : wish;
    if (next[0] === way[0] && next[1] === way[1]) return;
    way = next;
    const key = { '1,0': 'ArrowRight', '-1,0': 'ArrowLeft', '0,1': 'ArrowDown', '0,-1': 'ArrowUp' }[next.join()];
    dispatchEvent(new KeyboardEvent('keydown', { key }));
  }, 15);
}"""


@pytest.fixture
def game(tmp_path):
    """The address of the game, as `make run` prints it."""
    command = [sys.executable, str(DEMO), "--binary", os.environ["WATCHPOST_BINARY"], "--port", "0", "--game-port", "0",
               "--run", str(tmp_path / "run")]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as running:
        said = ""
        for line in running.stdout:
            said += line
            if line.startswith("game: "):
                break
        yield re.search(r"^game: (\S+)", said, re.M)[1], re.search(r"^app: (\S+)/app ", said, re.M)[1]
        running.terminate()
        running.stdout.close()


def read(address: str) -> str:
    """What is there; nothing where nobody answers, or not yet with that."""
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            return answer.read().decode()
    except OSError:
        return ""


def test_it_is_played_and_stands_on_its_board(game, browser):
    address, box = game
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", has_touch=True)
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(PATIENT)
    page = context.new_page()
    complaints = []
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    until(lambda: "apples" in read(f"{box}/v1/games/snake"))
    page.goto(address)
    wait_until(page, "() => document.querySelector('#name').value !== ''")
    page.get_by_label("You play as").fill("Żmija")
    page.get_by_role("button", name="Rename").click()
    page.get_by_text("Saved.").wait_for()
    # First: two seconds after the beginning the snake is in the wall.
    page.evaluate(PILOT)
    page.get_by_role("button", name="Play").click()
    wait_until(page, "() => Number(document.querySelector('#field').dataset.score) > 0")
    page.get_by_role("button", name="Again").wait_for()
    page.get_by_text("Place 1 of 1").wait_for()
    score = page.locator("#score").inner_text()
    assert int(score) >= 1
    wait_until(page, "() => document.querySelector('#board > div').shadowRoot.querySelector('li[aria-current]')?.textContent.includes('Żmija')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(f"{box}/games/snake")
    assert page.locator(".row").inner_text().split("\n")[-2:] == ["Żmija", score]
    assert complaints == []
    context.close()
