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
    "app-watched-landscape-dark": ("watched", (844, 390), "dark", 1.5),
    "app-watched-desktop-light": ("watched", DESKTOP, "light", 1),
    "app-realms-desktop-dark": ("realms", DESKTOP, "dark", 1),
    "app-maps-desktop-light": ("maps", DESKTOP, "light", 1),
    "app-settings-desktop-dark": ("settings", DESKTOP, "dark", 1),
    "app-realm-phone-dark": ("realm", PHONE, "dark", 1.5),
    "app-editmaps-phone-light": ("maps/edit", PHONE, "light", 1.5),
}


#: Hours.
DOWN_FOR = 29 / 60
NAMES = ["Argent Dawn", "Draenor", "Kazzak", "Outland", "Ragnaros", "Tarren Mill", "Silvermoon", "Chromaggus", "Aggra (Português)",
         "Antonidas", "Archimonde", "Azjol-Nerub", "Blackhand"]
WATCHED = ["retail/argent-dawn", "retail/draenor", "retail/kazzak", "retail/outland", "retail/ragnaros", "retail/tarren-mill"]


def world() -> worlds.World:
    """An evening in Europe: Kazzak and Chromaggus are down for half an hour."""
    made = worlds.all_up()
    eu = [b.realm("eu", n, name, slug=name.lower().replace(" ", "-")) for n, name in enumerate(NAMES)]
    eu += [b.realm("eu", n, f"Realm {n:03}") for n in range(20, 274)]
    for one in eu:
        one.update(since=b.stamp(b.now() - b.timedelta(days=12, hours=3)), population="full")
    by = {one["name"]: one for one in eu}
    for name in ("Kazzak", "Chromaggus"):
        by[name].update(state="down", since=b.stamp(b.now() - b.timedelta(hours=DOWN_FOR)), connectedRealm=1)
    by["Argent Dawn"].update(queue=True)
    by["Antonidas"].update(locked=True, category="German")
    by["Outland"].update(population="high")
    by["Ragnaros"].update(since=b.stamp(b.now() - b.timedelta(days=3, hours=3)), population="high")
    by["Tarren Mill"].update(population="medium")
    made.source("eu", eu)
    week = [("up", 0, 144, 0), ("maintenance", 144, 147, 1), ("up", 147, 161.75, 0), ("down", 161.75, 163.35, 1),
            ("up", 163.35, 168 - DOWN_FOR, 0), ("down", 168 - DOWN_FOR, 168, 1)]
    days = {"kazzak": [("up", 0, 17.75, 0), ("down", 17.75, 19.35, 1), ("up", 19.35, 24 - DOWN_FOR, 0), ("down", 24 - DOWN_FOR, 24, 1)],
            "chromaggus": [("up", 0, 24 - DOWN_FOR, 0), ("down", 24 - DOWN_FOR, 24, 1)], "ragnaros": [("up", 0, 8, 0), ("unknown", 8, 9, 1), ("up", 9, 24, 1)],
            "archimonde": [("up", 0, 10, 0), ("down", 10, 10.5, 1), ("up", 10.5, 24, 1)]}
    for slug, day in days.items():
        made.days["eu", "retail", slug] = {24: day, 168: week}
    return made


def furnish(site: AppAppliance):
    """A person who has used the app for a while, and administers the appliance."""
    [device] = site.people.devices
    kinds = {"status": True, "queue": True, "lock": False, "maintenance": False, "population": False}
    site.people.documents[device, "watchlist/eu"] = {"region": "eu", "version": 1, "realms": WATCHED, "kinds": kinds}
    site.people.documents[device, "alerts"] = {"version": 1, "quietHours": {"from": "22:00", "to": "07:00"}, "maps": [
        {"mode": "pubs", "map": "OL", "minutesBefore": 10, "repeat": "always", "days": list(DAYS), "from": None, "to": None}]}
    next_good = {"mode": "pubs", **b.slot("OL", "Olympus", b.now() + b.timedelta(minutes=42), 90)}
    site.people.documents[device, "maps"] = {"version": 1, "liked": ["OL"], "avoided": ["ED", "KC"], "next": [
        {"mode": "pubs", "name": "Casual", "until": next_good["end"], "slots": [next_good]}]}
    site.people.devices[device].update(name="Ann’s phone", linkedDevices=2, regions=["eu"], administrator=True)
    site.people.changed = {"name": "Attic", "quietHours": {"on": True, "from": "23:00", "to": "07:00"}}
    site.people.notices = [
        {"id": 2, "at": b.stamp(b.now() - b.timedelta(minutes=29)), "title": "Kazzak is down", "body": "Europe, Retail",
         "link": "/realms/eu/retail/kazzak", "state": "sent", "reason": None},
        {"id": 1, "at": b.stamp(b.now() - b.timedelta(hours=9)), "title": "Argent Dawn has a queue", "body": "Europe, Retail",
         "link": "/realms/eu/retail/argent-dawn", "state": "dropped", "reason": "over", "code": "over"}]


DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def take(browser, folder: Path, name: str, tab: str, size: tuple[int, int], scheme: str, scale: float):
    site = AppAppliance(world())
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB",
                                  device_scale_factor=scale, timezone_id="Europe/Warsaw")
    for script in (permission("default", "granted"), PUSH_SERVICE):
        context.add_init_script(script)
    # A person who has used the app for a while has taken the first steps.
    context.add_init_script("""localStorage.setItem("watchpost.steps", '{"isOver":true}')""")
    page = context.new_page()
    page.goto(f"{site.url}/app#settings/notifications")
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    furnish(site)
    context.add_init_script(permission("granted", "granted"))
    page.goto("about:blank")
    page.goto(f"{site.url}/realms/eu/retail/kazzak" if tab == "realm" else f"{site.url}/app#{tab}")
    page.wait_for_selector(".past rect, .row-button:not([disabled]), .mode, .tell-line.is-on", state="attached")
    if tab == "maps/edit":
        page.locator("[data-mode=pubs] .seen-maps button").nth(1).click()
        page.wait_for_selector("dialog.preview")
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
