"""docs/widgets.md, tried as somebody reads it: the recipe for Android, and the settings for a rebuilt Map Timer."""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Callable
from pathlib import Path

from harness.appliance import Appliance
from test_http_hostility import raw

PAGE = (Path(__file__).resolve().parents[2] / "docs/widgets.md").read_text(encoding="utf-8")


def test_each_text_of_the_recipe_for_android_is_in_the_answer(appliance: Appliance) -> None:
    recipe = re.findall(r'\$wg\("https://watchpost\.example\.org(/[^"]+)", json, "\.([^"]+)"\)\$', PAGE)
    assert len(recipe) >= 3
    for path, way in recipe:
        value = appliance.get_json(path)
        for name in way.split("."):
            value = value[name]
        assert isinstance(value, str) and value, (path, way)


def test_a_name_of_ones_own_is_one_that_the_map_timer_may_ask(launch: Callable[..., Appliance]) -> None:
    [block] = re.findall(r"^( +\[server\]\n +hosts = .*\n)", PAGE, re.MULTILINE)
    settings = tomllib.loads(textwrap.dedent(block))["server"]
    appliance = launch(("us",), fresh=False, server=settings)
    [name] = settings["hosts"]
    assert f"http://{name}:8080" in PAGE
    for path in ("/hash", "/pubs/schedule", "/ranked/schedule"):
        for host, status in ((name, 200), ("elsewhere.lan", 421)):
            reply = raw(appliance, f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close")
            assert reply.status == status, (path, host)
