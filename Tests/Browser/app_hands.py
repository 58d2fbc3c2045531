"""What a person does with the app, as functions; and what they see."""

import re
import time

import worlds
from measures import PATIENCE

WATCHED, REALMS, MAPS, SETTINGS = "watched", "realms", "maps", "settings"
HIDE = """hidden => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def until(check, seconds: float = PATIENCE, what: str = "it did not happen in time"):
    """Waits for a condition outside the page."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if check():
            return
        time.sleep(0.02)
    raise AssertionError(what)


def shows(place, words: str):
    """Waits until a part of the page says just this."""
    try:
        until(lambda: place.inner_text() == words)
    except AssertionError:
        raise AssertionError(f"{place.inner_text()!r} instead of {words!r}") from None


#: The pages that tests have open, by the address of their site; `visit` adds them.
OPEN_PAGES: dict[str, list] = {}


def settled(site, seconds: float = 0.3, page=None):
    """Waits until the app has asked for what it wants: nothing is under way, and nothing new for a moment in which its pages had
    their turns, since a busy machine may not let them run. With routes of a test, such as `Late` has, it is the `page` that lets
    questions through."""
    def is_quiet():
        if page:
            page.wait_for_timeout(20)
        return site.under_way == 0 and time.monotonic() - site.moved_at > seconds

    before = None
    while before != len(site.answers) or site.under_way:
        until(is_quiet, what="the app went on asking")
        before = len(site.answers)
        for one in OPEN_PAGES.get(site.url, []):
            if not one.is_closed():
                caught_up(one)


def caught_up(page):
    """Lets the page do what it has to do about what has come."""
    for _ in range(20):
        page.evaluate("new Promise(done => setTimeout(done))")


class Late:
    """The first answer to a question of the page from now on: made at once, and on its way until a test lets it come."""

    def __init__(self, page, path: str, method: str = "GET"):
        self.page, self.path, self.held, waits = page, re.compile(path), [], [True]

        def keep(route):
            if route.request.method != method or not waits:
                return route.fallback()
            # Not after the answer: the next question may come meanwhile.
            waits.clear()
            return self.held.append((route, route.fetch(timeout=1000 * PATIENCE)))

        page.route(self.path, keep)

    def asked(self):
        """Waits until it was asked for."""
        until(lambda: self.page.wait_for_timeout(20) or self.held, what="the page did not ask")

    def come(self):
        [(route, answer)] = self.held
        with self.page.expect_response(lambda one: one.request == route.request, timeout=1000 * PATIENCE):
            route.fulfill(response=answer)

    def fail(self):
        [(route, _)] = self.held
        with self.page.expect_event("requestfailed", lambda one: one == route.request, timeout=1000 * PATIENCE):
            route.abort()


def open_app(visit, site, **options):
    """The app after its lists have come."""
    options = {"width": 390, "height": 844, "expect": "#tab-watched", **options}
    page = visit(f"{site.url}/app", **options)
    return page


def ready(page):
    """Waits until eyes can be turned."""
    go(page, REALMS)
    page.wait_for_selector("#panel-realms .row-button:not([disabled])")
    return page


def go(page, tab: str):
    page.locator(f"#tab-{tab}").click()
    page.wait_for_selector(f"#panel-{tab}:not([hidden])")


def setting(page, key: str):
    """Opens the page of a line of Settings and answers it."""
    go(page, SETTINGS)
    page.locator(f"#panel-settings a[href='/app#settings/{key}']").click()
    page.locator("#detail .setting-page").wait_for()
    return page.locator("#detail")


def back(page):
    """The way back that the header shows, where a page covers the list."""
    page.locator("#back").click()
    page.locator("#back").wait_for(state="hidden")


def choose_region(page, name: str):
    """Chooses a region in the sheet that the header opens."""
    if page.locator("#region").is_hidden():
        go(page, WATCHED)
    page.locator("#region").click()
    page.get_by_role("radio", name=name).click()
    page.locator("dialog[open]").wait_for(state="detached")


def sure(page, label: str):
    """Says yes in the dialog that tells what goes."""
    page.locator("dialog[open]").get_by_role("button", name=label, exact=True).click()


def row(page, name: str, tab: str = REALMS):
    """The button that is the row of a realm."""
    button = page.locator(f"#panel-{tab} .row-button", has=page.get_by_text(name, exact=True))
    button.scroll_into_view_if_needed()
    return button


def is_gold(button) -> bool:
    return button.get_attribute("aria-pressed") == "true"


def names(page, tab: str) -> list[str]:
    return page.locator(f"#panel-{tab} .row .row-name").all_text_contents()


def watching(home, *slugs, world=None, region="eu"):
    """An appliance whose next phone finds these realms on its list."""
    site = home(world or worlds.all_up())
    kinds = {"status": True, "queue": False, "lock": False, "maintenance": False, "population": False}
    stored = {"region": region, "version": 3, "realms": [f"retail/{slug}" for slug in slugs], "kinds": kinds}
    real = site.people.document

    def document(method, key, empty, body):
        return real(method, key, stored if key[1] == f"watchlist/{region}" else empty, body)

    site.people.document = document
    return site
