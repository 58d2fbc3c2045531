"""The module for games in WebKit, against a real appliance: half of the phones are iPhones."""

import pytest
from harness.appliance import command

from test_sdk_on_appliance import Site, box, mount, pytestmark  # noqa: F401 (fixtures)
from webkit_page import WebKit


@pytest.fixture(scope="module")
def webkit():
    running = WebKit()
    yield running
    running.stop()


@pytest.fixture
def page(webkit, box):  # noqa: F811
    """A game's page of another origin."""
    site = Site(box.base)
    opened = webkit.start(390, 844)
    opened.goto(site.url)
    opened.wait(lambda: opened.evaluate("window.ready === true"), "ready")
    yield opened
    opened.driver.quit()
    site.server.shutdown()


def row(page) -> str:
    return page.evaluate("""() => document.querySelector('#board > div')?.shadowRoot.querySelector('li[aria-current]')?.textContent ?? ''""")


def test_it_plays_and_sees_itself_on_the_board_at_once(box, page):  # noqa: F811
    mount(page)
    said = page.evaluate("arena.submit('level-1', 9700, { extra: 'seed 7' })")
    assert said["state"] == "counts" and said["standings"][0]["position"] == 2
    page.wait(lambda: row(page) == "2Zofia You9700", "its row on the board")
    assert page.evaluate("arena.waiting") == 0
    assert page.evaluate("arena.submit('level-1', 100001).catch((problem) => problem.status)") == 422


def test_what_waited_for_a_box_that_was_off_arrives_with_the_next_page(box, page):  # noqa: F811
    box.kill()
    assert page.evaluate("arena.submit('level-1', 9800)") is None
    box.start()
    page.reload()
    page.wait(lambda: page.evaluate("window.ready === true && arena.waiting === 0"), "sent")
    mount(page)
    page.wait(lambda: row(page) == "2Zofia You9800", "its row on the board")
    assert command("game", "list", "--config", str(box.config)).returncode == 0
