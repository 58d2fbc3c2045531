"""No view ever says fresh when its source is stale: each says in words how old it is, and looks again when it is seen again."""

import re
from datetime import timedelta

import pytest

import bodies as b
import worlds
from app_hands import HIDE, go, shows, until, watching

STATUS, REALM = "status page", "page of a realm"
TABS = ["watched", "realms"]
VIEWS = [STATUS, REALM, *TABS]
#: Words that promise what a stale source cannot keep.
PROMISES = re.compile(r"\bLive\b|\bup to date\b|Every realm is up|\bEvery 15 s\b", re.IGNORECASE)
DOUBTS = re.compile(r"\bstale\b|no network", re.IGNORECASE)
AGE = re.compile(r"\bas of \d\d:\d\d", re.IGNORECASE)
#: A visit to another app is longer than a glance.
LATER = "() => { const real = Date.now; Date.now = () => real() + 120_000; }"


def spoil(world, state: str):
    """Every source of a world is stale from now on, or the box has no network."""
    since = b.stamp(b.now() - timedelta(minutes=40))
    reason = {"reason": "the service has answered 503 since then"} if state == "stale" else {}
    world.freshness = {key: {"state": state, "since": since, **reason} for key in world.freshness}


def seen(visit, site, view: str, **options):
    """Opens a view and waits until it shows its realms."""
    if view == STATUS:
        return visit(site.url, expect=".flavour .bar", **options)
    if view == REALM:
        return visit(f"{site.url}/realms/eu/retail/eu-realm-0", width=390, height=844, expect=".realm-now", **options)
    page = visit(f"{site.url}/app", width=390, height=844, expect="#tab-watched", **options)
    go(page, view)
    page.wait_for_selector(f"#panel-{view} .row")
    return page


def words(page) -> str:
    """What a person reads: not what is hidden."""
    return page.locator("body").inner_text()


def is_doubted(page) -> bool:
    """Whether it is said that facts are not fresh, and nowhere that they are."""
    said = words(page)
    return bool(DOUBTS.search(said)) and not PROMISES.search(said)


def world_of(state: str | None):
    world = worlds.all_up()
    if state:
        spoil(world, state)
    return world


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_says_how_old_it_is(home, visit, view):
    page = seen(visit, watching(home, "eu-realm-0", world=world_of(None)), view)
    until(lambda: AGE.search(words(page)), what=words(page)[:300])


@pytest.mark.parametrize("state", ["stale", "noNetwork"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_stale_source_is_never_called_fresh(home, visit, view, state):
    page = seen(visit, watching(home, "eu-realm-0", world=world_of(state)), view)
    until(lambda: DOUBTS.search(words(page)), what=words(page)[:300])
    said = words(page)
    assert not PROMISES.search(said), PROMISES.search(said)
    if view == STATUS:
        assert page.locator("[data-look=fresh].flavour").count() == 0
        assert page.locator(".sign [data-shape=up]").count() == 0
        until(lambda: page.locator("html").get_attribute("data-link") == "stale")
        until(lambda: set(page.locator(".age").all_inner_texts()) == {"stale"})


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_looks_again_when_it_becomes_visible(home, visit, view):
    site = watching(home, "eu-realm-0", world=world_of(None))
    page = seen(visit, site, view)
    page.evaluate(HIDE, True)
    page.evaluate(LATER)
    spoil(site.world, "stale")
    asked = len(site.requests)
    page.evaluate(HIDE, False)
    until(lambda: len(site.requests) > asked, what="nothing was asked for")
    # A page that looks again doubts some of what it shows until the answers are there; what counts is how it ends.
    until(lambda: is_doubted(page), what=words(page)[:300])


@pytest.mark.parametrize("state", ["stale", "noNetwork"])
def test_a_page_that_is_open_hears_that_its_source_is_stale(home, visit, state):
    site = home(world_of(None))
    page = seen(visit, site, STATUS)
    until(lambda: site.streams)
    until(lambda: "Live, as of" in words(page))
    spoil(site.world, state)
    site.emit("freshness", {"region": "eu", "flavour": "retail", "freshness": {"state": state}, "at": b.stamp(b.now())})
    until(lambda: page.locator(".flavour[data-look=fresh]").count() == 0)
    until(lambda: is_doubted(page), what=words(page)[:300])


def test_one_stale_source_takes_the_promise_away(home, visit):
    page = seen(visit, home(worlds.some_down()), STATUS)
    until(lambda: "Partly stale, as of" in words(page))
    shows(page.locator(".region[data-region=kr] .age"), "stale")
    until(lambda: AGE.fullmatch(page.locator(".region[data-region=us] .age").inner_text()))
