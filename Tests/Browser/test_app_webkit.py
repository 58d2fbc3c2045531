"""The walk of test_app_seed.py, sentence for sentence, in WebKit: half of the phones are iPhones.

WebKitGTK has service workers, caches and storage as Safari has; it has no push (`PushManager` is missing), so what needs a
subscription is walked in Chromium alone, and a test here says so."""

import pytest

import worlds
from app_hands import SETTINGS, go, open_app, ready
from test_app_seed import *  # noqa: F403: the same tests, collected here with this module's browser
from webkit_page import WebKit

#: What Safari refuses or lacks is reported here as an error, as in any browser.
LISTEN = """window.complaints = []; for (const kind of ['error', 'unhandledrejection'])
    addEventListener(kind, (event) => window.complaints.push(String(event.reason ?? event.message)));"""


@pytest.fixture(scope="module")
def webkit():
    running = WebKit()
    yield running
    running.stop()


@pytest.fixture
def visit(webkit):
    """Opens an address on a phone of its own; afterwards nothing may have failed unseen, and nobody else may have been asked."""
    opened = []

    def start(url, width=820, height=1180, expect=".flavour", color_scheme="light"):
        page = webkit.start(width, height, color_scheme)
        opened.append((page, "/".join(url.split("/")[:3]) + "/"))
        page.goto(url)
        page.evaluate(f"() => {{ {LISTEN} }}")
        if expect:
            page.wait_for_selector(expect)
        return page

    yield start
    complaints, outside = [], []
    for page, origin in opened:
        complaints += page.evaluate("window.complaints ?? []")
        asked = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
        outside += [one for one in asked if not one.startswith((origin, "data:"))]
        page.driver.quit()
    assert (complaints, outside) == ([], [])


def test_it_really_is_webkit(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    agent = page.evaluate("navigator.userAgent")
    assert "AppleWebKit/" in agent and "Safari/" in agent and "Chrom" not in agent
    assert page.evaluate("innerWidth") == 390


def test_without_push_the_app_says_so_and_goes_on(home, visit):
    """An iPhone's Safari outside the Home Screen has none either."""
    page = ready(open_app(visit, home(worlds.all_up())))
    assert page.evaluate("'PushManager' in window") is False
    go(page, SETTINGS)
    assert "This browser has no notifications" in page.locator("#panel-settings").inner_text()
