"""Letters over the binary, to an independent mail server: confirmed, come back by, refused, late, cut off, and never twice."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, Reply, command
from harness.device import Phone, ask, is_problem
from harness.mail import PASSWORD as MAIL_PASSWORD
from harness.mail import USER, Postbox, mail_server, text_of
from harness.ports import reserved_port
from harness.settings import UNLIMITED
from harness.waiting import wait_until

PASSWORD, OTHER = "zażółć gęślą jaźń", "another horse battery"
ADDRESS = "ola@example.org"


def begin(launch: Callable[..., Appliance], mail: dict[str, Any], **more: Any) -> Appliance:
    arena = {"enabled": True, "developers": "open"}
    return launch(("us",), fresh=False, devices=UNLIMITED, arena=arena, mail=mail, **more)


def register(appliance: Appliance, address: str = ADDRESS) -> str:
    body = {"email": address, "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}
    reply = ask(appliance.base, "POST", "/v1/developers", body)
    assert reply.status == 201, reply.body
    return str(reply.json["credential"])


def mine(appliance: Appliance, method: str, path: str, session: str, body: object | None = None) -> Reply:
    return ask(appliance.base, method, f"/v1/developers/me{path}", body, Authorization=f"Bearer {session}")


def code_in(text: str, form: str) -> str:
    [code] = set(re.findall(form, text))
    return str(code)


def confirmed(appliance: Appliance, box: Postbox, address: str = ADDRESS) -> str:
    """A developer whose address was confirmed by the letter that came with the account; empties the box."""
    session = register(appliance, address)
    wait_until(lambda: bool(box.letters), "a letter")
    code = code_in(text_of(box.letters[0]), r"\w{4}-\w{4}-\w{4}-\w{4}")
    reply = mine(appliance, "PUT", "/confirmation", session, {"code": code.lower()})
    assert reply.status == 200 and reply.json["emailConfirmed"] is True, reply.body
    box.letters.clear()
    box.tries = 0
    return session


def wants_back(appliance: Appliance, address: str = ADDRESS, **more: object) -> Reply:
    wish = {"email": address, "by": "mail"} | more
    return ask(appliance.base, "POST", "/v1/developers/recovery", wish)


def comes_back(appliance: Appliance, code: str, address: str = ADDRESS) -> Reply:
    body = {"email": address, "code": code, "newPassword": OTHER}
    return ask(appliance.base, "PUT", "/v1/developers/recovery", body)


def log(appliance: Appliance) -> str:
    return appliance.output.read_text(encoding="utf-8")


def logs(appliance: Appliance, words: str) -> None:
    """Waits until the log says so."""
    wait_until(lambda: words in log(appliance), words)


def recipients(appliance: Appliance, box: Postbox) -> list[str]:
    """To whom letters went until one more arrives, which is asked for now: it leaves behind all others that are due."""
    last = f"last-{len(box.letters)}@example.org"
    register(appliance, last)
    wait_until(lambda: last in [letter["To"] for letter in box.letters], "the last letter")
    found = [str(letter["To"]) for letter in box.letters]
    assert found.pop() == last
    return found


def waiting(appliance: Appliance) -> int:
    """How many letters leave sooner or later."""
    with closing(sqlite3.connect(f"file:{appliance.config.parent}/state/arena.db?mode=ro", uri=True)) as file:
        [count] = file.execute("SELECT count(*) FROM letters WHERE leased_at IS NULL").fetchone()
    return count


def test_an_address_is_confirmed_and_brings_the_account_back(
    launch: Callable[..., Appliance], tmp_path: Path
) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        session = register(appliance)
        [letter] = box.got(1)
        assert (letter["From"], letter["To"]) == ("box@example.net", ADDRESS)
        assert box.envelopes == [("box@example.net", [ADDRESS])]
        assert letter["Message-ID"] and letter["Date"] and letter["Auto-Submitted"] == "auto-generated"
        text = text_of(letter)
        # Nobody said in which language.
        assert "To confirm it" in text and "Aby go potwierdzić" in text
        assert mine(appliance, "GET", "", session).json["emailConfirmed"] is False
        assert is_problem(mine(appliance, "PUT", "/confirmation", session, {"code": "AAAA-BBBB-CCCC-DDDD"}), 403)
        first = code_in(text, r"\w{4}-\w{4}-\w{4}-\w{4}")
        assert wants_back(appliance).status == 202
        assert recipients(appliance, box) == [ADDRESS], "an address that nobody confirmed gets no code"
        done = mine(appliance, "PUT", "/confirmation", session, {"code": first})
        assert done.status == 200 and done.json["emailConfirmed"] is True
        assert is_problem(mine(appliance, "POST", "/confirmation", session, {}), 409)
        asked = wants_back(appliance, "OLA@example.org", language="pl-PL")
        assert asked.status == 202 and asked.json["by"] == "mail" and "code" not in asked.json
        back = box.got(3)[2]
        assert back["To"] == ADDRESS and "Kod do twojego konta" in str(back["Subject"])
        digits = code_in(text_of(back), r"\d{4} \d{4}")
        assert "Kod:" in text_of(back) and "Code:" not in text_of(back)
        wrong = "0000 0000" if digits != "0000 0000" else "1111 1111"
        assert is_problem(comes_back(appliance, wrong), 403)
        assert comes_back(appliance, digits).status == 201
        logs(appliance, "came back by a code from a letter: all sessions ended")
        assert is_problem(mine(appliance, "GET", "", session), 401)
        assert is_problem(comes_back(appliance, digits), 403)
        appliance.stop()
    written = b"".join(path.read_bytes() for path in (tmp_path / "state").glob("arena.db*"))
    written += appliance.output.read_bytes()
    for secret in (first, digits, digits.replace(" ", "")):
        assert secret.encode() not in written
    assert b"ola@example.org" not in appliance.output.read_bytes()


def test_a_player_comes_back_by_a_letter_to_its_address(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        lost, new, third = (Phone(appliance).registered() for _ in range(3))
        before = lost.ask("GET", "/v1/me").json
        assert lost.ask("PUT", "/v1/me", {"version": before["version"], "email": "Ola@example.org"}).status == 200
        told = [
            new.ask("POST", "/v1/players/recovery", {"email": address, "language": "pl-PL"})
            for address in ("nobody@example.org", "OLA@example.org")
        ]
        assert {reply.status for reply in told} == {202} and {tuple(reply.json) for reply in told} == {("expiresAt",)}
        [letter] = box.got(1)
        assert letter["To"] == "Ola@example.org" and "Kod do twojego gracza" in str(letter["Subject"])
        text = text_of(letter)
        assert before["name"] in text and before["code"] in text and "Enter it" not in text
        code = code_in(text, r"\w{4}-\w{4}-\w{4}-\w{4}")
        ahead = new.ask("POST", "/v1/me/join", {"code": code.lower(), "preview": True})
        assert ahead.status == 200 and ahead.json["keeps"] == before["name"] and ahead.json["done"] is False
        assert new.ask("POST", "/v1/me/join", {"code": code}).json["done"] is True
        assert new.ask("GET", "/v1/me").json["code"] == before["code"]
        assert lost.ask("GET", "/v1/me").json["code"] != before["code"], "the phone that was lost has it no more"
        assert is_problem(third.ask("POST", "/v1/me/join", {"code": code}), 404)
        # Three an hour are all that an address gets.
        for count in (2, 3, 3):
            assert third.ask("POST", "/v1/players/recovery", {"email": "ola@example.org"}).status == 202
            box.got(count)
        assert recipients(appliance, box) == ["Ola@example.org"] * 3
        appliance.stop()
    written = b"".join(path.read_bytes() for path in (tmp_path / "state").glob("arena.db*"))
    written += appliance.output.read_bytes()
    assert code.encode() not in written and code.replace("-", "").encode() not in written
    assert b"example.org" not in appliance.output.read_bytes()


def test_a_box_that_sends_no_email_says_so_to_who_lost_a_player(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("us",), fresh=False, devices=UNLIMITED, arena={"enabled": True})
    one = Phone(appliance).registered()
    refused = one.ask("POST", "/v1/players/recovery", {"email": ADDRESS})
    assert is_problem(refused, 409) and refused.json["code"] == "mail-off"
    assert is_problem(one.ask("POST", "/v1/players/recovery", {"email": "ola at example"}), 400)
    assert is_problem(ask(appliance.base, "POST", "/v1/players/recovery", {"email": ADDRESS}), 401)


def test_who_has_the_address_shows_in_no_answer(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        confirmed(appliance, box)
        told = [wants_back(appliance, address) for address in (ADDRESS, "nobody@example.org")]
        assert {reply.status for reply in told} == {202}
        assert {tuple(sorted(reply.json)) for reply in told} == {("by", "expiresAt")}
        box.got(1)
        assert box.letters[0]["To"] == ADDRESS
        # One that waits or left is enough, and three an hour are all that an address gets.
        for count in (2, 3, 3, 3):
            assert wants_back(appliance).status == 202
            box.got(count)
        assert is_problem(wants_back(appliance), 429)
        assert recipients(appliance, box) == [ADDRESS] * 3


def test_without_a_server_there_is_no_mail(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("us",), fresh=False, devices=UNLIMITED, arena={"enabled": True, "developers": "open"})
    session = register(appliance)
    for refused in (wants_back(appliance), mine(appliance, "POST", "/confirmation", session, {})):
        assert is_problem(refused, 409) and refused.json["code"] == "mail-off"


@pytest.mark.parametrize("tls", ["smtp", "smtps"])
def test_a_server_proves_who_it_is_before_anything_is_said(
    launch: Callable[..., Appliance], tmp_path: Path, tls: str
) -> None:
    box = Postbox()
    with mail_server(box, tls=tls, folder=tmp_path) as mail:
        appliance = begin(launch, mail)
        register(appliance)
        box.got(1)
        assert set(box.logins) == {(USER, MAIL_PASSWORD)}
        assert MAIL_PASSWORD not in log(appliance)


@pytest.mark.parametrize("tls", ["smtp", "smtps"])
@pytest.mark.parametrize("wrong", ["another name", "another authority"])
def test_a_wrong_certificate_is_told_and_gets_nothing(
    launch: Callable[..., Appliance], tmp_path: Path, tls: str, wrong: str
) -> None:
    box = Postbox()
    name = "mail.example.com" if wrong == "another name" else "127.0.0.1"
    with mail_server(box, tls=tls, folder=tmp_path, names=name) as mail:
        if wrong == "another authority":
            del mail["ca_file"]
        appliance = begin(launch, mail)
        register(appliance)
        logs(appliance, "emails wait, because")
        assert box.logins == [] and box.tries == 0 and box.letters == []
        assert appliance.get("/healthz").status == 200


def test_a_server_without_tls_gets_nothing(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        del mail["tls"]
        appliance = begin(launch, mail)
        register(appliance)
        logs(appliance, "emails wait, because")
        assert box.tries == 0


@pytest.mark.parametrize("at", ["the recipient", "the letter"])
def test_what_the_server_refuses_is_not_sent_again(launch: Callable[..., Appliance], at: str) -> None:
    box = Postbox()
    if at == "the recipient":
        box.recipients = "550 no such user"
    else:
        box.answers = ["554 spam"]
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        register(appliance)
        logs(appliance, "was refused by the mail server")
        box.recipients, box.answers = "250 OK", ["ok"]
        assert recipients(appliance, box) == [] and box.tries == 2
        assert waiting(appliance) == 0


def test_a_busy_server_is_asked_again_until_it_takes_the_letter_once(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    box.answers = ["451 later", "452 still later", "ok"]
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        confirmed(appliance, box)
        assert wants_back(appliance).status == 202
        box.got(1)
        wait_until(lambda: log(appliance).count("was taken by the mail server") == 2, "both letters are noted")


def test_a_slow_server_holds_up_nothing_else(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    thinks = threading.Event()
    box.answers = [thinks]
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        register(appliance)
        wait_until(lambda: bool(box.letters), "a letter")
        assert appliance.get("/v1/regions").status == 200
        assert wants_back(appliance).status == 202
        assert "was taken by the mail server" not in log(appliance), "it still thinks"
        thinks.set()
        logs(appliance, "was taken by the mail server")
        box.got(1)


def test_a_letter_that_may_have_arrived_is_never_sent_again(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        confirmed(appliance, box)
        box.answers = ["drop", "ok"]
        assert wants_back(appliance).status == 202
        logs(appliance, "may have arrived")
        assert recipients(appliance, box) == [ADDRESS] and waiting(appliance) == 0
        appliance.stop()
        appliance.start()
        assert recipients(appliance, box) == [ADDRESS, "last-1@example.org"] and box.tries == 3
        letter = box.letters[0]
        # What it says counts no more after the restart, and another letter is sent where another one is asked for.
        assert wants_back(appliance).status == 202
        again = box.got(4)[3]
        assert again["To"] == ADDRESS
        assert letter["Message-ID"] != again["Message-ID"]
        assert comes_back(appliance, code_in(text_of(again), r"\d{4} \d{4}")).status == 201


def test_a_letter_in_hand_as_the_plug_is_pulled_is_not_sent_again(launch: Callable[..., Appliance]) -> None:
    box = Postbox()
    with mail_server(box) as mail:
        appliance = begin(launch, mail)
        confirmed(appliance, box)
        thinks = threading.Event()
        box.answers = [thinks, "ok"]
        assert wants_back(appliance).status == 202
        wait_until(lambda: bool(box.letters), "a letter")
        appliance.kill()
        appliance.start()
        thinks.set()
        assert recipients(appliance, box) == [ADDRESS] and waiting(appliance) == 0
        assert box.tries == 2 and "are not sent again" in log(appliance)


def test_a_letter_that_waits_survives_a_restart(launch: Callable[..., Appliance]) -> None:
    box, port = Postbox(), reserved_port("the server comes after the box has looked for it")
    mail = {"server": f"smtp://127.0.0.1:{port}", "from": "box@example.net", "tls": "none"}
    appliance = begin(launch, mail)
    register(appliance)
    logs(appliance, "emails wait, because")
    appliance.stop()
    with mail_server(box, port=port):
        appliance.start()
        box.got(1)


def test_a_restored_backup_sends_no_letter(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    box, port = Postbox(), reserved_port("the server comes after the box has looked for it")
    mail = {"server": f"smtp://127.0.0.1:{port}", "from": "box@example.net", "tls": "none"}
    appliance = begin(launch, mail)
    register(appliance)
    logs(appliance, "emails wait, because")
    backup = tmp_path / "box.backup"
    assert command("backup", str(backup), "--config", str(appliance.config)).returncode == 0
    appliance.stop()
    assert command("restore", str(backup), "--config", str(appliance.config)).returncode == 0
    with mail_server(box, port=port):
        appliance.start()
        assert recipients(appliance, box) == [] and box.tries == 1


@pytest.mark.parametrize(("mail", "words"), [
    ({"server": "smtp://mail.example.org", "from": "x@example.org", "tls": "none"}, "in the clear"),
    ({"server": "smtps://127.0.0.1", "from": "x@example.org", "tls": "none"}, "smtps"),
    ({"server": "https://mail.example.org", "from": "x@example.org"}, "not an smtp"),
    ({"server": "smtp://u:p@mail.example.org", "from": "x@example.org"}, "password_file"),
    ({"server": "smtp://mail.example.org"}, "from"), ({"from": "x@example.org"}, "server"),
    ({"server": "smtp://mail.example.org", "from": "x@example.org\nBcc: y@example.org"}, "plain address"),
    ({"server": "smtp://mail.example.org", "from": "x@example.org", "user": "a:b"}, "colon"),
])  # fmt: skip
def test_settings_that_make_no_sense_are_refused(
    configure: Callable[..., Path], mail: dict[str, Any], words: str
) -> None:
    done = command("check", "--config", str(configure(("us",), mail=mail)))
    assert done.returncode != 0 and words in done.stdout + done.stderr
