"""Takes the manual's pictures of the page: `python shots.py FOLDER` (usually docs/images)."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

import worlds
from conftest import CHROMIUM
from fixture_server import Appliance

PICTURES = {
    "status-desktop-light": (worlds.evening, (1280, 840), "light", 1.5, "en-GB"),
    "status-phone-dark": (worlds.evening, (390, 844), "dark", 1.5, "en-GB"),
    "status-tablet-light": (worlds.some_down, (820, 1180), "light", 1, "en-GB"),
    "status-desktop-polish": (worlds.evening, (1280, 840), "light", 1, "pl-PL"),
}


def main(folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (world, (width, height), scheme, scale, locale) in PICTURES.items():
            appliance = Appliance(world())
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, locale=locale,
                                    device_scale_factor=scale, timezone_id="Europe/Warsaw", reduced_motion="no-preference")
            page.goto(appliance.url)
            page.wait_for_selector(".bar", state="attached")
            page.wait_for_timeout(600)
            page.screenshot(path=folder / f"{name}.png")
            page.close()
            appliance.stop()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"))
