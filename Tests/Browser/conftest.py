"""A browser, and the page in front of a fixture server or, with WATCHPOST_URL, of a real appliance."""

import os
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bodies  # noqa: E402
import measures  # noqa: E402
import worlds  # noqa: E402
from app_hands import OPEN_PAGES  # noqa: E402
from app_server import AppAppliance  # noqa: E402
from fixture_server import Appliance  # noqa: E402
from play_server import PlayAppliance  # noqa: E402

#: A name that is neither localhost nor https: what a browser calls an insecure context.
PLAIN = "watchpost.test"
#: Chromium without windows, as Playwright itself takes for tests: a third less work for the machine than the whole one.
CHROMIUM = os.environ.get("WATCHPOST_CHROMIUM", "/usr/bin/chromium-headless-shell")
#: The whole one, which shows notices, too.
WHOLE_CHROMIUM = os.environ.get("WATCHPOST_WHOLE_CHROMIUM", "/usr/bin/chromium")


def pytest_collection_modifyitems(items):
    """Says why a file run by hand without an appliance is skipped; stages choose by the mark, and skip nothing."""
    if "WATCHPOST_BINARY" not in os.environ:
        for item in items:
            if item.get_closest_marker("appliance"):
                item.add_marker(pytest.mark.skip(reason="WATCHPOST_BINARY names no appliance"))


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as tool:
        yield tool


@pytest.fixture(scope="session")
def browser(playwright):
    yield from browsing(playwright, CHROMIUM)


def browsing(playwright, path):
    running = playwright.chromium.launch(
        executable_path=path, args=["--no-sandbox", f"--host-resolver-rules=MAP {PLAIN} 127.0.0.1"])
    yield running
    running.close()


@pytest.fixture
def serve():
    """Starts a fixture server for a world."""
    yield from starting(Appliance)


@pytest.fixture
def home():
    """Starts a fixture server that knows phones, too."""
    yield from starting(AppAppliance)


@pytest.fixture
def arena():
    """Starts a fixture server that has games, too."""
    yield from starting(PlayAppliance)


def starting(kind):
    started = []

    def start(world):
        started.append(kind(world))
        return started[-1]

    yield start
    for one in started:
        one.stop()


def is_expected(message) -> bool:
    """The browser writes down every 404: that there are no games here is an answer to a question of the app; Playwright that it keeps the worker away."""
    return "404" in message.text and message.location.get("url", "").endswith("/v1/games") or "blocked by Playwright" in message.text


@pytest.fixture
def visit(browser, request):
    """Opens an address; afterwards the page must have been quiet and must have asked nobody else."""
    opened = []
    # The worker fetches the whole shell for each test anew, a third of all work: only where it is what a test is about.
    workers = "allow" if request.node.get_closest_marker("worker") else "block"

    def go(url, width=820, height=1180, expect=".flavour", noisy=False, scripts=(), **options):
        origin = "/".join(url.split("/")[:3]) + "/"
        context = browser.new_context(viewport={"width": width, "height": height},
                                      **{"locale": "en-GB", "timezone_id": bodies.ZONE, "service_workers": workers, **options})
        for script in (measures.PATIENT, *scripts):
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(measures.PATIENCE * 1000)
        watch = {"page": page, "complaints": [], "outside": [], "noisy": noisy}
        page.on("console", lambda m: watch["complaints"].append(m.text) if m.type in ("error", "warning") and not is_expected(m) else None)
        page.on("pageerror", lambda e: watch["complaints"].append(f"uncaught: {e}"))
        page.on("request", lambda r: watch["outside"].append(r.url)
                if not r.url.startswith((origin, "data:")) else None)
        page.goto(url)
        if expect:
            page.wait_for_selector(expect)
        opened.append((context, watch))
        OPEN_PAGES.setdefault(origin.rstrip("/"), []).append(page)
        return page

    yield go
    OPEN_PAGES.clear()
    for context, watch in opened:
        outside, complaints = list(watch["outside"]), list(watch["complaints"])
        context.close()
        assert outside == [], "the page asked somebody else"
        assert watch["noisy"] or complaints == [], "the page complained"


@pytest.fixture
def site(serve):
    """The address for the smoke checks: a real appliance if WATCHPOST_URL names one."""
    real = os.environ.get("WATCHPOST_URL")
    return real.rstrip("/") if real else serve(worlds.some_down()).url
