"""Takes pictures of the page in its situations: `python shots.py FOLDER`."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

import worlds
from fixture_server import Appliance

SIZES = {"phone": (320, 568), "phone-wide": (568, 320), "tablet": (820, 1180), "desktop": (1280, 900), "modern": (390, 844)}


def main(folder: Path):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name in ("all_up", "troubled", "no_network", "hostile"):
            appliance = Appliance(getattr(worlds, name)())
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme,
                                            timezone_id="Europe/Warsaw", locale="en-GB")
                    page.goto(appliance.url)
                    page.wait_for_selector(".flavour")
                    page.wait_for_timeout(400)
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}.png")
                    page.screenshot(path=folder / f"{name}-{size}-{scheme}-full.png", full_page=True)
                    page.close()
            appliance.stop()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "shots"))
