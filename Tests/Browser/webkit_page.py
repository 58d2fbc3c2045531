"""A page in WebKit (Debian's WebKitGTK, driven by WebDriver) that is worked like a Playwright page, so that the same tests run.

Only what the walk needs is here. Clicks and keys are WebDriver's: real events of the browser, not scripts."""

import contextlib
import glob
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from bodies import ZONE
from icons import rows
from measures import PATIENCE
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service
from urllib3.exceptions import HTTPError

FIND = (Path(__file__).parent / "webkit_page.js").read_text()
#: The window of a phone is narrower than the browser's own buttons: they shrink to nothing.
SLIM = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0.01); }"
#: How long the driver may take for one command. Without a limit a driver that hangs, as one now and then does while its
#: browser starts, stops the whole run.
COMMAND = 60


def browser_path() -> str:
    """Debian keeps the small browser that the driver starts in a folder of the machine's kind."""
    found = sorted(glob.glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser"))
    assert found, "no WebKit on this machine: `.ci/dependencies webkit` installs Debian's webkit2gtk-driver and xvfb"
    return found[0]


@contextlib.contextmanager
def bounded(seconds: float):
    """Connections that are made within wait no longer for an answer; Selenium hands on no other setting for this browser."""
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(seconds)
    try:
        yield
    finally:
        socket.setdefaulttimeout(before)


class WebKit:
    """A screen that nobody sees, and browsers on it; each `start` is a phone of its own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="watchpost-webkit-")
        style = Path(self.folder.name) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text(SLIM)
        (style.parent / "settings.ini").write_text("[Settings]\ngtk-overlay-scrolling=false\n")
        self.screen = subprocess.Popen(["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1400x24", "-nolisten", "tcp"],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        display = self.screen.stdout.readline().decode().strip()
        # A locale that every machine has: the browser then speaks American English.
        self.environment = {**os.environ, "DISPLAY": f":{display}", "LC_ALL": "C", "XDG_CONFIG_HOME": self.folder.name,
                            "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}

    def start(self, width: int, height: int, scheme: str = "light") -> "WebKitPage":
        options = Options()
        options.binary_location = browser_path()
        for argument in ["--automation", f"--time-zone={ZONE}", *(["--dark-mode"] if scheme == "dark" else [])]:
            options.add_argument(argument)
        try:
            driver = self.drive(options)
        except (HTTPError, WebDriverException) as failure:
            print(f"WebKit's driver did not begin, and is started once more: {failure!r}")
            driver = self.drive(options)
        driver.set_window_size(width, height)
        return WebKitPage(driver)

    def drive(self, options: Options) -> webdriver.WebKitGTK:
        log = open(Path(self.folder.name) / "driver.log", "a")
        with bounded(COMMAND):
            return webdriver.WebKitGTK(options=options, service=Service(env=self.environment, log_output=log))

    def stop(self):
        self.screen.terminate()
        self.screen.wait()
        self.folder.cleanup()


def retried(act):
    """What is asked for may not be there yet, or may just have been drawn again."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except (StaleElementReferenceException, WebDriverException, LookupError):
            if time.monotonic() > end:
                raise
            time.sleep(0.03)


class Finder:
    """The ways of finding that a page and a part of it share."""

    page: "WebKitPage"
    steps: list[dict]

    def then(self, **step) -> "Part":
        return Part(self.page, [*self.steps, step])

    def locator(self, css: str, has: "Part | None" = None, has_text: str | None = None) -> "Part":
        found = self.then(kind="parent") if css == "xpath=.." else self.then(kind="css", css=css)
        if has is not None:
            found = found.then(kind="has", steps=has.steps)
        return found.then(kind="hasText", text=has_text) if has_text else found

    def get_by_text(self, text: str, exact: bool = False) -> "Part":
        return self.then(kind="text", text=text, exact=exact)

    def get_by_label(self, text: str, exact: bool = False) -> "Part":
        return self.then(kind="label", text=text, exact=exact)

    def get_by_role(self, role: str, name: str | None = None, exact: bool = False) -> "Part":
        return self.then(kind="role", role=role, name=name, exact=exact)


class Part(Finder):
    """A Playwright locator's doings: elements are looked for again each time, and waited for."""

    def __init__(self, page: "WebKitPage", steps: list[dict]):
        self.page, self.steps = page, steps

    def all_elements(self) -> list:
        return self.page.driver.execute_script(FIND, self.steps)

    def one(self):
        found = self.all_elements()
        if len(found) != 1:
            raise LookupError(f"{len(found)} elements: {self.steps}")
        return found[0]

    def ask(self, script: str, argument=None):
        return retried(lambda: self.page.driver.execute_script(f"return ({script})(...arguments)", self.one(), argument))

    @property
    def first(self):
        return self.nth(0)

    @property
    def last(self):
        return self.nth(-1)

    def nth(self, place: int):
        return self.then(kind="nth", place=place)

    def all(self):
        return [self.nth(place) for place in range(self.count())]

    def count(self) -> int:
        return len(self.all_elements())

    def click(self):
        def act():
            node = self.one()
            if not node.is_enabled():
                raise LookupError("disabled")
            self.page.driver.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", node)
            node.click()
        retried(act)

    def fill(self, text: str):
        self.ask("(node) => { node.focus(); node.select(); }")
        retried(lambda: self.one().send_keys(text))

    def evaluate(self, script: str, argument=None):
        return self.ask(script, argument)

    def evaluate_all(self, script: str):
        return retried(lambda: self.page.driver.execute_script(f"return ({script})([...arguments])", *self.all_elements()))

    def text_content(self) -> str:
        return self.ask("(node) => node.textContent")

    def inner_text(self) -> str:
        return self.ask("(node) => node.innerText.trim()")

    def inner_html(self) -> str:
        return self.ask("(node) => node.innerHTML")

    def input_value(self) -> str:
        return self.ask("(node) => node.value")

    def get_attribute(self, name: str):
        return self.ask("(node, name) => node.getAttribute(name)", name)

    def is_checked(self) -> bool:
        return self.ask("(node) => node.checked ?? node.ariaChecked === 'true'")

    def is_visible(self) -> bool:
        return self.count() > 0 and self.ask("(node) => node.checkVisibility({ visibilityProperty: true })")

    def is_hidden(self) -> bool:
        return not self.is_visible()

    def all_text_contents(self) -> list[str]:
        return self.evaluate_all("(nodes) => nodes.map((node) => node.textContent)")

    def all_inner_texts(self) -> list[str]:
        return self.evaluate_all("(nodes) => nodes.map((node) => node.innerText.trim())")

    def bounding_box(self) -> dict:
        return self.ask("(node) => { const { x, y, width, height } = node.getBoundingClientRect(); return { x, y, width, height }; }")

    def scroll_into_view_if_needed(self):
        self.ask("""(node) => { const box = node.getBoundingClientRect();
            if (box.top < 0 || box.bottom > innerHeight) node.scrollIntoView({ block: 'center', behavior: 'instant' }); }""")

    def screenshot(self) -> bytes:
        """Its dots, cut out of the window: WebKitGTK's pictures of single elements are empty."""
        box = self.bounding_box()
        width, lines = rows(self.page.driver.get_screenshot_as_png())
        size = len(lines[0]) // width
        left, right = (round(edge) * size for edge in (box["x"], box["x"] + box["width"]))
        return b"".join(line[left:right] for line in lines[round(box["y"]):round(box["y"] + box["height"])])

    def aria_snapshot(self) -> str:
        """What a reader is told: the browser's own role and name, and the description that the element points to."""
        told = self.ask("""(node) => (node.getAttribute('aria-describedby') ?? '').split(' ')
            .map((id) => document.getElementById(id)?.textContent ?? '').join(' ')""")
        return retried(lambda: f"{self.one().aria_role} {self.one().accessible_name} {told}")

    def wait_for(self, state: str = "visible"):
        checks = {"visible": self.is_visible, "attached": lambda: self.count() > 0, "hidden": self.is_hidden,
                  "detached": lambda: self.count() == 0}
        self.page.wait(checks[state], f"{state}: {self.steps}")


class Mouse:
    """A pointer that presses where it is told to."""

    def __init__(self, page: "WebKitPage"):
        self.page = page

    def click(self, x: float, y: float):
        actions = ActionBuilder(self.page.driver, mouse=PointerInput("mouse", "mouse"))
        actions.pointer_action.move_to_location(round(x), round(y)).click()
        actions.perform()


class WebKitPage(Finder):
    """A Playwright page's doings."""

    def __init__(self, driver):
        self.driver, self.steps, self.page = driver, [], self
        self.mouse = Mouse(self)

    def goto(self, url: str):
        self.driver.get(url)

    def reload(self):
        self.driver.refresh()

    def title(self) -> str:
        return self.driver.title

    @property
    def url(self) -> str:
        return self.driver.current_url

    def evaluate(self, script: str, argument=None):
        """An expression or a function; promises are waited for."""
        return self.driver.execute_script(
            f"const value = ({script}); return typeof value === 'function' ? value(arguments[0]) : value;", argument)

    def wait_for_timeout(self, milliseconds: float):
        time.sleep(milliseconds / 1000)

    def wait_for_selector(self, css: str, state: str = "visible"):
        self.locator(css).first.wait_for(state)

    def wait(self, check, what: str):
        end = time.monotonic() + PATIENCE
        while not retried(check):
            assert time.monotonic() < end, f"never {what}"
            time.sleep(0.03)
