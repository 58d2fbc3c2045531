"""Accounts of developers over the binary: invited, signed in, locked out, come back, gone, and what is left in files."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.appliance import Appliance, Reply, binary, command
from harness.device import Phone, ask, is_problem
from harness.settings import TUNNEL, UNLIMITED
from harness.waiting import PATIENCE, wait_until
from test_make_run import own_terminal

PASSWORD = "zażółć gęślą jaźń"
OTHER = "another horse battery"


def begin(launch: Callable[..., Appliance], has_tunnel: bool = False, **arena: object) -> Appliance:
    """An appliance whose arena takes developers."""
    more = {"tunnel": TUNNEL} if has_tunnel else {}
    return launch(("us",), fresh=False, devices=UNLIMITED, arena={"enabled": True} | arena, **more)


def run(appliance: Appliance, *words: str) -> dict[str, str]:
    """What one of our commands prints."""
    done = command(*words, "--config", str(appliance.settings))
    assert done.returncode == 0, done.stderr
    return dict(line.split("=", 1) for line in done.stdout.splitlines())


def register(appliance: Appliance, name: str = "ola", **more: object) -> Reply:
    body = {"email": f"{name}@example.org", "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}
    return ask(appliance.base, "POST", "/v1/developers", body | more)


def sign_in(base: str, email: str, password: str = PASSWORD, **fields: str) -> Reply:
    return ask(base, "POST", "/v1/developers/session", {"email": email, "password": password}, **fields)


def mine(appliance: Appliance, method: str, path: str, session: str, body: object | None = None) -> Reply:
    return ask(appliance.base, method, f"/v1/developers{path}", body, Authorization=f"Bearer {session}")


def files(appliance: Appliance, folder: Path) -> bytes:
    """All that the appliance wrote: its arena and its log."""
    return b"".join(path.read_bytes() for path in (folder / "state").glob("arena.db*")) + appliance.output.read_bytes()


#: A code as the display has it.
DIGITS = re.compile(r"\b\d{4} ?\d{4}\b")


class Window:
    """A terminal with a program in it, and what is drawn there: the cursor's moves and the text between them, no scrolling."""

    def __init__(self, words: list[str]) -> None:
        self.master, child = pty.openpty()
        self.process = subprocess.Popen(
            words, stdin=child, stdout=child, stderr=child, start_new_session=True, preexec_fn=own_terminal
        )
        os.close(child)
        self.text = ""

    def __enter__(self) -> Window:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.master)

    def screen(self) -> str:
        """The lines as they stand."""
        lines: dict[int, str] = {}
        for row, text in re.findall(r"\x1b\[(\d+);\d+H((?:[^\x1b]|\x1b\[[\d;]*[mK])*)", self.text):
            lines[int(row)] = re.sub(r"\x1b\[[\d;]*[mK]", "", text)
        return "\n".join(lines[row] for row in sorted(lines))

    def await_drawn(self, check: Callable[[str], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while not check(self.screen()):
            assert time.monotonic() < end, f"no {what}: {self.screen()!r} of {self.text[-300:]!r}"
            if select.select([self.master], [], [], 0.1)[0]:
                self.text += os.read(self.master, 65_536).decode(errors="replace")


def test_from_an_invitation_to_an_account_that_survives_a_restart(
    launch: Callable[..., Appliance], tmp_path: Path
) -> None:
    """Registered, signed in, and with another password (D1 D3)."""
    appliance = begin(launch)
    assert is_problem(register(appliance), 403)
    invited = run(appliance, "invite")
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", invited["invitation"]) and invited["until"].endswith("Z")
    new = register(appliance, invitation=invited["invitation"])
    assert new.status == 201 and new.headers["Cache-Control"] == "no-store"
    assert len(set(new.json["codes"])) == 8 and new.json["developer"]["email"] == "ola@example.org"
    assert is_problem(register(appliance, "jan", invitation=invited["invitation"]), 403)
    session = new.json["credential"]
    assert not any("Set-Cookie" in reply.headers for reply in (new, sign_in(appliance.base, "ola@example.org")))
    appliance.stop()
    appliance.start()
    assert mine(appliance, "GET", "/me", session).json["firstName"] == "Ola"
    again = sign_in(appliance.base, "OLA@EXAMPLE.ORG")
    assert again.status == 201
    changed = mine(
        appliance, "PUT", "/me/password", again.json["credential"], {"password": PASSWORD, "newPassword": OTHER}
    )
    assert changed.status == 201
    for old in (session, again.json["credential"]):
        assert is_problem(mine(appliance, "GET", "/me", old), 401)
    assert mine(appliance, "GET", "/me", changed.json["credential"]).status == 200
    assert sign_in(appliance.base, "ola@example.org").status == 401
    appliance.stop()
    written = files(appliance, tmp_path)
    secrets = [PASSWORD, OTHER, invited["invitation"], *new.json["codes"], session, changed.json["credential"]]
    secrets += [text.split(".")[2] for text in (session, changed.json["credential"])]
    for secret in secrets:
        assert secret.encode() not in written
    assert b"$y$" in written and b"ola@example.org" not in appliance.output.read_bytes()


def test_developers_who_exist_and_who_do_not_get_the_same_answers(launch: Callable[..., Appliance]) -> None:
    """That each case takes one hash is counted in DeveloperRoutesTests; what it costs, `make bench PART=strangers` says."""
    appliance = begin(launch, has_tunnel=True, developers="open")
    assert register(appliance).status == 201
    replies = [sign_in(appliance.tunnel, f"{name}@example.org", OTHER, X_Forwarded_For="203.0.113.7") for name in ("ola", "jan")]
    assert replies[0].status == 401 and replies[0].body == replies[1].body
    wrong = {"code": "AAAA-BBBB-CCCC-DDDD", "newPassword": OTHER}
    told = [
        ask(appliance.base, "PUT", "/v1/developers/recovery", wrong | {"email": f"{name}@example.org"})
        for name in ("ola", "jan")
    ]
    assert is_problem(told[0], 403) and told[0].body == told[1].body


def test_wrong_passwords_lock_their_own_network_alone(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch, has_tunnel=True, developers="open")
    assert register(appliance).status == 201
    for email in ("ola@example.org", "jan@example.org"):
        told = [sign_in(appliance.tunnel, email, OTHER, X_Forwarded_For="203.0.113.7").status for _ in range(5)]
        assert told == [401] * 5
        locked = sign_in(appliance.tunnel, email, X_Forwarded_For="203.0.113.99")
        assert is_problem(locked, 429) and locked.json["code"] == "sign-in-locked"
        assert 0 < int(locked.headers["Retry-After"]) <= 60
    appliance.stop()
    appliance.start()
    # The newest lock: on a busy machine the minute of the first may be over.
    assert sign_in(appliance.tunnel, "jan@example.org", X_Forwarded_For="203.0.113.7").status == 429
    assert sign_in(appliance.tunnel, "ola@example.org", X_Forwarded_For="198.51.100.7").status == 201


def test_the_display_gives_an_account_back(launch: Callable[..., Appliance]) -> None:
    """To whom the password is lost (D2)."""
    appliance = begin(launch, developers="open")
    new = register(appliance)
    wish = {"email": "ola@example.org", "by": "display"}
    shown = ask(appliance.base, "POST", "/v1/developers/recovery", wish)
    assert shown.status == 202 and shown.json["shownOn"] == "journal" and "code" not in shown.json
    [code] = re.findall(r"reset code (\d{8})", appliance.output.read_text(encoding="utf-8"))
    assert code not in appliance.get("/v1/panel").body.decode()
    body = {"email": "ola@example.org", "code": code, "newPassword": OTHER}
    back = ask(appliance.base, "PUT", "/v1/developers/recovery", body)
    assert back.status == 201
    wait_until(lambda: b"came back by a code from the display: all sessions ended" in appliance.output.read_bytes(), "it is logged")
    assert is_problem(mine(appliance, "GET", "/me", new.json["credential"]), 401)
    assert is_problem(ask(appliance.base, "PUT", "/v1/developers/recovery", body), 403)
    printed = run(appliance, "reset-password", "ola@example.org")
    assert re.fullmatch(r"\d{4} \d{4}", printed["code"])
    body |= {"code": printed["code"], "newPassword": PASSWORD}
    assert ask(appliance.base, "PUT", "/v1/developers/recovery", body).status == 201
    assert sign_in(appliance.base, "ola@example.org").status == 201
    nobody = command("reset-password", "jan@example.org", "--config", str(appliance.settings))
    assert nobody.returncode == 1 and "address" in nobody.stderr


def test_the_digits_stand_on_the_panel_until_they_are_used(launch: Callable[..., Appliance]) -> None:
    """On the display that `--simulate` draws into a terminal, as on one with wires; the log does not have them."""
    appliance = begin(launch, developers="open")
    assert register(appliance).status == 201
    appliance.stop()
    log = appliance.config.with_name("simulated.log")
    words = [binary(), "run", "--config", str(appliance.config), "--simulate", "--log", str(log)]
    with Window(words) as window:
        window.await_drawn(lambda screen: screen != "" and "ready http" in window.text, "panel of a box that answers")
        [base] = re.findall(r"ready (http://[\w.:]+)", window.text)
        wish = {"email": "ola@example.org", "by": "display"}
        shown = ask(base, "POST", "/v1/developers/recovery", wish)
        assert shown.status == 202 and shown.json["shownOn"] == "display", shown.body
        window.await_drawn(lambda screen: DIGITS.search(screen) is not None, "eight digits")
        [digits] = {found.group() for found in DIGITS.finditer(window.screen())}
        code = re.sub(r"\D", "", digits)
        body = {"email": "ola@example.org", "code": code, "newPassword": OTHER}
        assert ask(base, "PUT", "/v1/developers/recovery", body).status == 201
        window.await_drawn(lambda screen: digits not in screen, "a panel without them")
        assert code not in log.read_text(encoding="utf-8") and code not in ask(base, "GET", "/v1/panel").body.decode()


def test_a_reset_is_asked_for_at_home_alone(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch, has_tunnel=True, developers="open")
    assert register(appliance).status == 201
    wish = {"email": "ola@example.org", "by": "display"}
    for base in (appliance.tunnel, appliance.base):
        # With a tunnel a program of this machine may be a proxy: only the owner's key tells it from one.
        refused = ask(base, "POST", "/v1/developers/recovery", wish, X_Forwarded_For="203.0.113.7")
        assert is_problem(refused, 403) and refused.json["code"] == "not-at-home"
    assert "reset code" not in appliance.output.read_text(encoding="utf-8")
    printed = run(appliance, "reset-password", "ola@example.org")
    body = {"email": "ola@example.org", "code": printed["code"], "newPassword": OTHER}
    assert ask(appliance.tunnel, "PUT", "/v1/developers/recovery", body, X_Forwarded_For="203.0.113.7").status == 201


@pytest.mark.parametrize("games", ["close", "owner"])
def test_a_developer_who_goes_leaves_nothing_in_any_file(
    launch: Callable[..., Appliance], tmp_path: Path, games: str
) -> None:
    appliance = begin(launch, developers="open")
    session = register(appliance, "wielowieyska", company="Rzeka Czasu").json["credential"]
    assert b"wielowieyska@" in files(appliance, tmp_path)
    assert is_problem(mine(appliance, "DELETE", "/me", session, {"password": OTHER, "games": games}), 403)
    assert mine(appliance, "DELETE", "/me", session, {"password": PASSWORD, "games": games}).status == 204
    assert is_problem(mine(appliance, "GET", "/me", session), 401)
    written = files(appliance, tmp_path)
    assert b"wielowieyska" not in written and b"Rzeka Czasu" not in written
    assert register(appliance, "wielowieyska").status == 201


def test_a_restored_arena_has_no_sessions(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch, developers="open")
    session = register(appliance).json["credential"]
    backup = tmp_path / "box.backup"
    assert command("backup", str(backup), "--config", str(appliance.config)).returncode == 0
    appliance.stop()
    assert command("restore", str(backup), "--config", str(appliance.config)).returncode == 0
    appliance.start()
    assert is_problem(mine(appliance, "GET", "/me", session), 401)
    assert sign_in(appliance.base, "ola@example.org").status == 201


def test_closed_is_closed_and_phones_that_do_not_administer_invite_nobody(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch, developers="closed")
    code = run(appliance, "invite")["invitation"]
    refused = register(appliance, invitation=code)
    assert is_problem(refused, 403) and refused.json["code"] == "developers-closed"
    phone = Phone(appliance).registered()
    assert is_problem(phone.ask("POST", "/v1/admin/invitations", {}), 403)
    assert is_problem(ask(appliance.base, "POST", "/v1/admin/invitations", {}), 401)
    assert is_problem(phone.ask("GET", "/v1/developers/me"), 401)


def test_a_phone_that_administers_invites_a_developer(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    phone = Phone(appliance).registered()
    code = ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}").json["code"]
    assert phone.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 200
    made = phone.ask("POST", "/v1/admin/invitations", {"note": "Ola, who makes Snake"})
    assert made.status == 201 and made.json["invitation"]["note"] == "Ola, who makes Snake", made.body
    assert register(appliance, invitation=made.json["code"]).status == 201
    [listed] = phone.ask("GET", "/v1/admin/invitations").json["invitations"]
    assert listed["usedAt"] and made.json["code"] not in str(listed)


@pytest.mark.parametrize(("words", "code"), [
    (("invite", "ola"), 64), (("reset-password",), 64), (("reset-password", "ola", "jan"), 64),
    (("reset-password", "ola"), 1), (("reset-password", "x@" + "y" * 300 + ".org"), 1),
])  # fmt: skip
def test_commands_that_make_no_sense_say_so(launch: Callable[..., Appliance], words: tuple[str, ...], code: int) -> None:
    appliance = begin(launch)
    refused = command(*words, "--config", str(appliance.settings))
    assert refused.returncode == code and refused.stderr.strip(), refused.stdout
