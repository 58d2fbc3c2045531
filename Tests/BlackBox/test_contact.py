"""The contact form over the binary: written by anybody, read by the owner, bounded, and passed on by mail."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from harness.appliance import Appliance, Reply, command
from harness.device import Phone, ask, is_problem
from harness.mail import Postbox, mail_server, text_of
from harness.settings import TUNNEL, UNLIMITED

FORM = "application/x-www-form-urlencoded"
MESSAGE = {"name": "Zażółć", "address": "ola@example.org", "text": "Dzień dobry,\n\njak się gra?\n.\nOla"}


def begin(launch: Callable[..., Appliance], **more: Any) -> Appliance:
    return launch(("us",), fresh=False, devices=UNLIMITED, arena={"enabled": True}, **more)


def owner(appliance: Appliance, method: str, path: str = "", body: object | None = None) -> Reply:
    bearer = f"Bearer {appliance.owner_key}"
    return ask(appliance.base, method, f"/v1/admin/contact{path}", body, Authorization=bearer)


def run(appliance: Appliance, *words: str) -> str:
    done = command("contact", *words, "--config", str(appliance.settings))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_message_is_kept_read_and_deleted(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    """Anybody writes to the owner, also by a form (G4)."""
    appliance = begin(launch)
    assert ask(appliance.base, "POST", "/v1/contact", MESSAGE).json == {"received": True}
    form = urlencode(MESSAGE | {"text": "from a page\r\nwithout a script", "website": ""}).encode()
    told = ask(appliance.base, "POST", "/v1/contact", form, Content_Type=FORM)
    assert (told.status, told.headers["Location"], told.body) == (303, "/about#sent", b"")
    page = appliance.get("/about", Accept_Language="pl").body.decode()
    assert re.search(r'<p id="sent"[^>]*>Dziękujemy: wiadomość dotarła', page), "where the browser goes then"
    appliance.stop()
    appliance.start()
    listed = owner(appliance, "GET").json
    assert listed["unread"] == 2 and listed["hasMore"] is False
    texts = [(entry["name"], entry["address"], entry["text"]) for entry in listed["messages"]]
    assert texts == [
        ("Zażółć", "ola@example.org", "from a page\nwithout a script"),
        (MESSAGE["name"], MESSAGE["address"], MESSAGE["text"]),
    ]
    printed = run(appliance)
    assert "Zażółć <ola@example.org>" in printed and "2 unread" in printed
    first = listed["messages"][1]["message"]
    assert "jak się gra" in run(appliance, "read", str(first))
    assert "jak się gra" not in run(appliance) and "jak się gra" in run(appliance, "list")
    assert owner(appliance, "PUT", f"/{first}", {"isRead": False}).json["isRead"] is False
    assert run(appliance, "delete", str(first)) == f"message {first} is gone\n"
    assert owner(appliance, "DELETE", f"/{first}").status == 404
    written = b"".join(path.read_bytes() for path in (tmp_path / "state").glob("arena.db*"))
    assert "jak się gra".encode() not in written and b"without a script" in written
    assert b"ola@example.org" not in appliance.output.read_bytes()


def test_who_fills_in_what_nobody_sees_is_thanked_and_not_kept(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    plain = ask(appliance.base, "POST", "/v1/contact", MESSAGE)
    trapped = ask(appliance.base, "POST", "/v1/contact", MESSAGE | {"website": "https://spam.example"})
    assert (trapped.status, trapped.body) == (plain.status, plain.body) == (200, b'{"received":true}')
    assert owner(appliance, "GET").json["unread"] == 1


@pytest.mark.parametrize(("said", "place"), [
    ("pl", "/about?lang=pl#sent"), ("", "/about#sent"), ("pl\r\nSet-Cookie: a=b", "/about#sent"), ("//evil.example", "/about#sent"), ("x" * 9, "/about#sent"),
    ("p&l", "/about#sent"), ("PL", "/about#sent"),
])  # fmt: skip
@pytest.mark.parametrize("website", ["", "https://spam.example"])
def test_a_form_is_thanked_in_its_language_and_leads_nowhere_else(
    launch: Callable[..., Appliance], said: str, place: str, website: str
) -> None:
    appliance = begin(launch)
    form = urlencode(MESSAGE | {"lang": said, "website": website}).encode()
    told = ask(appliance.base, "POST", "/v1/contact", form, Content_Type=FORM)
    assert (told.status, told.headers["Location"], told.headers["Set-Cookie"]) == (303, place, None)
    assert owner(appliance, "GET").json["unread"] == (0 if website else 1)


def test_the_page_has_the_form_that_is_taken(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    page = appliance.get("/about?lang=pl").body.decode()
    form = re.search(r'<form [^>]*action="/v1/contact".*?</form>', page, re.S)
    assert form and 'method="post"' in form[0] and '<input type="hidden" name="lang" value="pl">' in form[0]
    fields = {name: tag for tag, name in re.findall(r'(<(?:input|textarea) [^>]*name="(\w+)"[^>]*>)', form[0])}
    assert fields.keys() == {"lang", "name", "address", "text", "website"}
    for name in ("name", "address", "text"):
        assert " required" in fields[name] and re.search(r'maxlength="\d+"', fields[name]), name
    assert 'tabindex="-1"' in fields["website"] and 'autocomplete="off"' in fields["website"]
    sent = {name: MESSAGE.get(name, "pl" if name == "lang" else "") for name in fields}
    assert ask(appliance.base, "POST", "/v1/contact", urlencode(sent).encode(), Content_Type=FORM).status == 303
    assert 'name="lang" value="">' in appliance.get("/about").body.decode(), "no language is said"


@pytest.mark.parametrize(("change", "status"), [
    ({"name": ""}, 400), ({"name": "x" * 101}, 400), ({"address": "ola"}, 400), ({"text": " \n "}, 400),
    ({"address": "ola@example.org\r\nBcc: jan@example.org"}, 400), ({"name": "a\u202eb"}, 400),
    ({"text": "x" * 4_001}, 400), ({"text": "ł" * 2_001}, 400), ({"text": "x\x00y"}, 400), ({"text": 5}, 400),
    ({"text": "x" * 30_000}, 413), ({"name": None}, 400),
])  # fmt: skip
def test_what_makes_no_sense_is_refused_in_words(
    launch: Callable[..., Appliance], change: dict[str, object], status: int
) -> None:
    appliance = begin(launch)
    assert is_problem(ask(appliance.base, "POST", "/v1/contact", MESSAGE | change), status)
    assert owner(appliance, "GET").json == {"hasMore": False, "messages": [], "unread": 0}


@pytest.mark.parametrize(("change", "part"), [
    ({"text": " "}, "not-sent"), ({"address": "ola"}, "not-sent"), ({"text": "x" * 4_001}, "not-sent"), ({"name": ""}, "not-sent"),
])  # fmt: skip
def test_a_form_without_a_script_is_refused_on_the_page_it_came_from(launch: Callable[..., Appliance], change: dict[str, str], part: str) -> None:
    appliance = begin(launch)
    told = ask(appliance.base, "POST", "/v1/contact", urlencode(MESSAGE | {"lang": "pl"} | change).encode(), Content_Type=FORM)
    assert (told.status, told.headers["Location"]) == (303, f"/about?lang=pl#{part}")
    assert owner(appliance, "GET").json["messages"] == []
    page = appliance.get("/about?lang=pl").body.decode()
    assert re.search(rf'<p id="{part}"[^>]*>Nie wysłano', page), "where the browser goes then"


@pytest.mark.parametrize("body", [
    b"", b"name=a", b"name=a&name=b&address=a@b.pl&text=x", b"name=%zz&address=a@b.pl&text=x",
    b"&".join(b"x%d=1" % number for number in range(40)), b"name=%ff&address=a@b.pl&text=x",
])  # fmt: skip
def test_forms_that_make_no_sense_are_refused(launch: Callable[..., Appliance], body: bytes) -> None:
    appliance = begin(launch)
    assert is_problem(ask(appliance.base, "POST", "/v1/contact", body, Content_Type=FORM), 400)


def test_a_flood_is_refused_in_words_and_pushes_nothing_out(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch, tunnel=TUNNEL)
    tunnel = appliance.tunnel
    statuses: list[int] = []
    for number in range(60):
        reply = ask(
            tunnel, "POST", "/v1/contact", MESSAGE | {"text": f"flood {number}"}, X_Forwarded_For=f"203.0.{number // 3}.7"
        )
        statuses.append(reply.status)
        assert reply.status == 200 or (is_problem(reply, 429) and int(reply.headers["Retry-After"]) > 0)
    assert statuses.count(200) == 40, "all of outside together"
    listed = owner(appliance, "GET").json
    assert listed["unread"] == 40
    assert listed["messages"][-1]["text"] == "flood 0", "what waits stays"
    same = [ask(tunnel, "POST", "/v1/contact", MESSAGE, X_Forwarded_For="198.51.100.1").status for _ in range(2)]
    assert same == [429, 429]
    told = ask(tunnel, "POST", "/v1/contact", urlencode(MESSAGE).encode(), Content_Type=FORM, X_Forwarded_For="198.51.100.1")
    assert (told.status, told.headers["Location"]) == (303, "/about#not-now")


def test_nobody_but_who_administers_reads(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    phone = Phone(appliance).registered()
    assert is_problem(phone.ask("GET", "/v1/admin/contact"), 403)
    for method, path in (("GET", ""), ("PUT", "/1"), ("DELETE", "/1")):
        assert ask(appliance.base, method, f"/v1/admin/contact{path}", {"isRead": True}).status == 401
    for path in ("/x", "/99999999999999999999", "/1"):
        assert owner(appliance, "DELETE", path).status == 404
    for words in (("read",), ("read", "x"), ("burn", "1"), ("list", "1")):
        assert command("contact", *words, "--config", str(appliance.settings)).returncode == 64


def test_a_message_is_passed_on_and_adds_no_field(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail=mail | {"recipient": "owner@example.net"})
        text = "Subject: mine\nBcc: jan@example.org\n\n.\n..\nFrom here =3D " + "długie słowo " * 40
        wish = MESSAGE | {"name": "To: jan@example.org", "text": text}
        assert ask(appliance.base, "POST", "/v1/contact", wish).status == 200
        [letter] = box.got(1)
        assert box.envelopes == [("box@example.net", ["owner@example.net"])]
        assert letter.get_all("To") == ["owner@example.net"] and letter["Bcc"] is None
        assert "mine" not in str(letter["Subject"]) and letter["Reply-To"] == "ola@example.org"
        assert text.strip() in text_of(letter).replace("\r\n", "\n")
        assert all(len(line) <= 78 for line in letter.as_string().splitlines())
        assert owner(appliance, "GET").json["unread"] == 1
        trapped = ask(appliance.base, "POST", "/v1/contact", MESSAGE | {"website": "x", "text": "trapped"})
        assert trapped.status == 200
        assert ask(appliance.base, "POST", "/v1/contact", MESSAGE | {"text": "the last one"}).status == 200
        assert "the last one" in text_of(box.got(2)[1]), "what was trapped is passed on to nobody"
