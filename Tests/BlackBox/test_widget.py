"""The page of the widget, its script as a file, and the picture that leads a phone to it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from harness.appliance import Appliance
from harness.terminal import decode, squares


def box(script: bytes) -> str:
    """The address in a script."""
    [line] = re.findall(r"^const settings = (\{.*\});$", script.decode(), re.M)
    return json.loads(line)["box"]


def test_the_page_comes_with_the_policy_and_loads_only_what_is_there(appliance: Appliance) -> None:
    page = appliance.get("/widget?modes=pubs")
    assert page.status == 200 and page.headers.get_content_type() == "text/html"
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    text = page.body.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=", text), "nothing inline"
    addresses = set(re.findall(r'(?:href|src)="(/(?!/)[^"]+)"', text))
    assert "/widget.js" in addresses and len([one for one in addresses if re.fullmatch(r"/assets/widget\.[0-9a-f]{16}\.(js|css)", one)]) == 2
    for address in addresses:
        assert appliance.get(address.partition("#")[0]).status == 200, address


def test_the_script_is_a_file_to_keep(appliance: Appliance) -> None:
    reply = appliance.get("/widget.js?modes=ranked")
    assert reply.headers.get_content_type() == "text/javascript"
    assert reply.headers["Content-Disposition"] == 'attachment; filename="Watchpost.js"'
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert '"modes":[{"key":"ranked","name":"Ranked"}]' in reply.body.decode()
    assert reply.body.decode().startswith("// Variables used by Scriptable.\n")
    assert appliance.get("/widget.js?modes=ranked", If_None_Match=reply.headers["ETag"]).status == 304
    for address in ("/assets/scriptable.js", "/app/scriptable.js"):
        assert appliance.get(address).status == 404, "the template itself"


@pytest.mark.parametrize("query", ["modes=none", "modes=", "modes=pubs,none", "language=xx", "language=", "modes=pubs&modes=ranked"])
def test_what_there_is_not_is_refused(appliance: Appliance, query: str) -> None:
    assert appliance.get(f"/widget.js?{query}").status == 400
    if "language" not in query:
        assert appliance.get(f"/widget.svg?{query}").status == 400


@pytest.mark.parametrize("host, expected", [("192.168.7.7:8080", "http://192.168.7.7:8080"), ("[fe80::7]:80", "http://[fe80::7]:80")])
def test_it_has_the_address_that_was_asked_for(appliance: Appliance, host: str, expected: str, tmp_path: Path) -> None:
    assert box(appliance.get("/widget.js", Host=host).body) == expected
    picture = appliance.get("/widget.svg?modes=ranked,pubs", Host=host)
    assert picture.headers.get_content_type() == "image/svg+xml"
    assert decode(squares(picture.body), tmp_path) == f"{expected}/widget?modes=pubs,ranked"
    # Nobody else gets it.
    assert box(appliance.get("/widget.js", Host="10.9.9.9").body) == "http://10.9.9.9"


def test_on_the_box_itself_it_has_the_name_at_home(appliance: Appliance) -> None:
    site = appliance.get_json("/v1/about")["site"]
    assert site.startswith("http://") and ".local:" in site
    for host in ("localhost", "127.0.0.1", "[::1]:9"):
        assert box(appliance.get("/widget.js", Host=host).body) == site


@pytest.mark.parametrize("host", ["evil.example", 'a"+alert(1)+"', "a</script>", "127.0.0.1:80\t;x", "127.0.0.1@evil.example", "1.2.3.4:80/x"])
def test_a_hostile_host_gets_no_script(appliance: Appliance, host: str) -> None:
    reply = appliance.get("/widget.js", Host=host)
    assert reply.status in (400, 421) and b"ListWidget" not in reply.body


def test_a_public_address_counts_whatever_was_asked(launch, tmp_path: Path) -> None:
    public = "https://watchpost.example.org"
    box_at_home = launch(("us",), fresh=False, server={"public_url": public})
    for host in ("10.9.9.9", "localhost", "watchpost.example.org"):
        assert box(box_at_home.get("/widget.js", Host=host).body) == public
    picture = box_at_home.get("/widget.svg?modes=pubs", Host="10.9.9.9")
    assert decode(squares(picture.body), tmp_path) == f"{public}/widget?modes=pubs"
