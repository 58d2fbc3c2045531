"""Takes the manual's pictures of the room Play: `python play_shots.py FOLDER` (usually docs/images)."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM
from play_scene import FURNISHED, evening, settle, known_phone
from play_server import PlayAppliance

PHONE, DESKTOP = (390, 844), (1280, 900)
#: Name: address, size, scheme, scale.
PICTURES = {
    "app-games-phone-light": ("games", PHONE, "light", 1.5),
    "app-board-phone-dark": ("games/orbit/endless", PHONE, "dark", 1.5),
    "app-duels-phone-light": ("duels", PHONE, "light", 1.5),
    "app-friends-desktop-dark": ("friends", DESKTOP, "dark", 1),
}


def take(browser, folder: Path, name: str, address: str, size: tuple[int, int], scheme: str, scale: float):
    started = []
    site = evening(lambda world: started.append(PlayAppliance(world)) or started[-1], 3391)
    known_phone(site)
    settle(site, site.mine)
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="en-GB",
                                  device_scale_factor=scale, timezone_id="Europe/Warsaw")
    context.add_init_script(FURNISHED)
    page = context.new_page()
    page.goto(f"{site.url}/app#{address}")
    page.locator("#tabs [role=tab]:visible").first.wait_for()
    page.wait_for_timeout(1200)
    if "board" in name:
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(400)
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
