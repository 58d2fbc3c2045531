"""What contradicts a notice on its way to the eye: whatever is open shows the present after a push, the button and a pull-down."""

import pytest

import worlds
from app_hands import row, settled, until, watching
from measures import wait_until
from test_realm_page import now_up, pull, worker
from test_says_how_old import REALM, TABS, seen

pytestmark = pytest.mark.worker

PUSHED = """async () => {
    const work = [];
    let badge = null;
    Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: async (count) => { badge = count; } });
    const event = new Event('push');
    event.data = { json: () => ({ web_push: 8030, app_badge: 2, notification: { title: 'Kazzak is up', navigate: '/app' } }) };
    event.waitUntil = (promise) => work.push(promise);
    self.dispatchEvent(event);
    await Promise.allSettled(work);
    return badge;
}"""


def state(page, view: str) -> str:
    """What the open view says of Kazzak."""
    return (page.locator(".realm-now") if view == REALM else row(page, "Kazzak", view)).inner_text()


def opened(home, visit, view: str, **options):
    """A view that says that Kazzak is down, which it is no longer."""
    site = watching(home, "eu-realm-0", world=worlds.some_down())
    page = seen(visit, site, view, permissions=["notifications"], **options)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.wait_for_timeout(1600)  # allowed: for so long after an answer the page asks for nothing new
    # While an answer is under way, what was seen last may stand there; and one that is late would be the news.
    until(lambda: "Down since" in state(page, view), what="it never said what is")
    settled(site)
    now_up(site)
    return page


@pytest.mark.parametrize("view", [REALM, *TABS])
def test_a_push_refreshes_what_is_open(home, visit, view):
    page = opened(home, visit, view)
    assert worker(page, "/app").evaluate(PUSHED) == 2, "the number on the icon"
    until(lambda: "Up since" in state(page, view), what="it was not refreshed")


@pytest.mark.parametrize("view", [REALM, *TABS])
def test_the_button_shows_the_present(home, visit, view):
    page = opened(home, visit, view)
    page.locator("#as-of").click()
    until(lambda: "Up since" in state(page, view), what="it was not refreshed")


@pytest.mark.parametrize("view", [REALM, *TABS])
def test_a_pull_down_shows_the_present(home, visit, view):
    page = opened(home, visit, view, has_touch=True)
    assert pull(page, 80)[1], "it is an eye"
    until(lambda: "Up since" in state(page, view), what="it was not refreshed")
