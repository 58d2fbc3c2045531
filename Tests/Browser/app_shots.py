"""Takes the manual's pictures of the app: `python app_shots.py FOLDER` (usually docs/images)."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

import bodies as b
import worlds
from app_browser import PUSH_SERVICE, permission
from app_server import AppAppliance
from conftest import CHROMIUM

PHONE, DESKTOP = (390, 844), (1280, 900)
#: Name: tab, size, scheme, scale.
PICTURES = {
    "app-watched-phone-dark": ("watched", PHONE, "dark", 1.5),
    "app-realms-phone-light": ("realms", PHONE, "light", 1.5),
    "app-maps-phone-dark": ("maps", PHONE, "dark", 1.5),
    "app-settings-phone-light": ("settings", PHONE, "light", 1.5),
    "app-watched-desktop-light": ("watched", DESKTOP, "light", 1),
    "app-realms-desktop-dark": ("realms", DESKTOP, "dark", 1),
    "app-maps-desktop-light": ("maps", DESKTOP, "light", 1),
    "app-settings-desktop-dark": ("settings", DESKTOP, "dark", 1),
    "app-realm-phone-dark": ("realm", PHONE, "dark", 1.5),
}


def furnish(site: AppAppliance):
    """A person who has used the app for a while."""
    [device] = site.people.devices
    kinds = {"status": True, "queue": True, "lock": False, "maintenance": False, "population": False}
    realms = [f"retail/eu-realm-{number}" for number in (0, 1, 3, 4, 5, 7)]
    site.people.documents[device, "watchlist/eu"] = {"region": "eu", "version": 1, "realms": realms, "kinds": kinds}
    site.people.documents[device, "alerts"] = {"version": 1, "quietHours": {"from": "23:00", "to": "07:00"}, "maps": [
        {"mode": "pubs", "map": "OL", "minutesBefore": 15, "repeat": "always", "days": ["sat", "sun"], "from": None, "to": None},
        {"mode": "pubs", "map": "ED", "minutesBefore": 0, "repeat": "once", "days": list(DAYS), "from": "18:00", "to": "23:30"}]}
    site.people.devices[device].update(name="Ann’s phone", linkedDevices=2, regions=["eu", "us"])
    site.people.notices = [
        {"id": 2, "at": b.stamp(b.now() - b.timedelta(minutes=50)), "title": "Kazzak is down", "body": "Europe, Retail",
         "link": "/realms/eu/retail/eu-realm-0", "state": "sent", "reason": None},
        {"id": 1, "at": b.stamp(b.now() - b.timedelta(hours=9)), "title": "Twisting Nether has a queue", "body": "Europe, Retail",
         "link": "/realms/eu/retail/eu-realm-3", "state": "dropped", "reason": "over before it could be sent"}]


DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def take(browser, folder: Path, name: str, tab: str, size: tuple[int, int], scheme: str, scale: float):
    site = AppAppliance(worlds.troubled())
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB",
                                  device_scale_factor=scale, timezone_id="Europe/Warsaw")
    for script in (permission("default", "granted"), PUSH_SERVICE):
        context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{site.url}/app#settings")
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    furnish(site)
    context.add_init_script(permission("granted", "granted"))
    page.goto("about:blank")
    page.goto(f"{site.url}/realms/eu/retail/eu-realm-0" if tab == "realm" else f"{site.url}/app#{tab}")
    page.wait_for_selector(".bar, .row-button:not([disabled]), .mode, .sheet[data-state=on]", state="attached")
    page.wait_for_timeout(900)
    page.screenshot(path=folder / f"{name}.png")
    context.close()
    site.stop()


def main(folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, picture in PICTURES.items():
            take(browser, folder, name, *picture)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"))
