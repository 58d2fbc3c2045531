"""The installable app as it is served: its worker, its icons, and the page of a realm that needs no JavaScript."""

from __future__ import annotations

import hashlib
import json
import re
import struct
from urllib.parse import quote

import pytest


def test_the_app_names_its_manifest_and_loads_only_what_is_there(appliance):
    page = appliance.get("/app")
    assert page.status == 200
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    for address in set(re.findall(r'(?:href|src)="(/(?:app|assets)/[^"]+)"', page.body.decode())):
        assert appliance.get(address).status == 200, address


@pytest.mark.parametrize("path", ["/", "/app", "/widget"])
def test_what_a_page_loads_is_named_by_what_is_in_it_and_kept_for_good(appliance, path):
    page = appliance.get(path)
    assert page.headers["Cache-Control"] == "no-cache", "it names other files after an upgrade"
    loaded = re.findall(r'"(/assets/\w+\.([0-9a-f]{16})\.(css|js))"', page.body.decode())
    assert [kind for _, _, kind in loaded] == ["css", "js"]
    for address, digest, _ in loaded:
        reply = appliance.get(address)
        assert reply.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert hashlib.sha256(reply.body).hexdigest()[:16] == digest
        assert appliance.get(address.replace(digest, "0" * 16)).status == 404


def test_the_manifest_can_be_installed(appliance):
    reply = appliance.get("/app/watchpost.webmanifest")
    assert reply.headers.get_content_type() == "application/manifest+json"
    manifest = json.loads(reply.body)
    assert (manifest["start_url"], manifest["display"]) == ("/app", "standalone")
    for icon in manifest["icons"]:
        drawn = appliance.get(icon["src"])
        assert drawn.headers.get_content_type() == icon["type"], icon
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", drawn.body[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_worker_may_leave_its_folder_and_carries_the_digest_of_all_files(appliance):
    reply = appliance.get("/app/worker.js")
    assert reply.headers["Service-Worker-Allowed"] == "/"
    assert re.search(r'^const version = "[0-9a-f]{16}";$', reply.body.decode(), re.M)
    assert appliance.get("/app/icon-192.png").headers["Service-Worker-Allowed"] is None


def test_everything_that_the_worker_keeps_is_served(appliance):
    text = appliance.get("/app/worker.js").body.decode()
    [kept] = re.findall(r"const shell = \[(.*?)\];", text, re.S)
    addresses = re.findall(r'"([^"]+)"', kept)
    loaded = re.findall(r'"(/assets/app\.[^"]+)"', appliance.get("/app").body.decode())
    assert len(loaded) == 2 and {"/app", "/assets/en.json", "/assets/pl.json", *loaded} <= set(addresses)
    for address in addresses:
        assert appliance.get(address).status == 200, address


def test_the_manifest_of_another_language_differs_in_its_words_alone(appliance):
    english, polish = (json.loads(appliance.get(f"/app/watchpost{tag}.webmanifest").body) for tag in ("", ".pl"))
    assert (english["lang"], polish["lang"]) == ("en", "pl")
    assert {key for key in english if english[key] != polish[key]} == {"lang", "description", "shortcuts"}
    assert [one["name"] for one in polish["shortcuts"]] == ["Wszystkie serwery", "Mapy"]
    assert appliance.get("/app/watchpost.xx.webmanifest").status == 404


def test_an_escaped_slash_gives_no_file_a_second_address(appliance):
    assert appliance.get("/assets/app%2Fworker.js").status == 404
    assert appliance.get("/app/..%2Fapp.js").status == 404


def test_a_realms_page_can_be_read_without_javascript(appliance):
    [realm, *_] = appliance.get("/v1/regions/eu/realms").json["realms"]
    reply = appliance.get(f"/realms/eu/retail/{quote(realm['slug'])}")
    assert (reply.status, reply.headers.get_content_type()) == (200, "text/html")
    [plain] = re.findall(r"<noscript>(.*?)</noscript>", reply.body.decode(), re.S)
    assert f"<h1>{realm['name']}</h1>" in plain
    assert realm["state"] in plain


@pytest.mark.parametrize(
    ("place", "words"),
    [("eu/retail/atlantis", "atlantis"), ("eu/none/kazzak", "none"), ("mars/retail/kazzak", "mars")],
)
def test_an_unknown_realm_is_a_page_that_says_so(appliance, place, words):
    reply = appliance.get(f"/realms/{place}")
    assert (reply.status, reply.headers.get_content_type()) == (404, "text/html")
    [plain] = re.findall(r"<noscript>(.*?)</noscript>", reply.body.decode(), re.S)
    assert f"“{words}”" in plain


def test_a_refusal_is_never_answered_with_not_modified(appliance):
    for condition in ("*", appliance.get("/realms/eu/retail/atlantis").headers["ETag"]):
        assert appliance.get("/realms/eu/retail/atlantis", If_None_Match=condition).status == 404


def test_an_address_never_becomes_markup(appliance):
    body = appliance.get("/realms/eu/retail/%3Cscript%3Ealert(1)%3C%2Fscript%3E").body.decode()
    assert "<script>alert" not in body
    assert "&lt;script&gt;" in body
