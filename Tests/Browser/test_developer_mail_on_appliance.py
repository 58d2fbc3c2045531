"""The page of developers where the box sends letters, to an independent mail server: confirming an address, and coming back by it."""

import re

import pytest
from harness.appliance import Appliance
from harness.mail import Postbox, mail_server, text_of
from harness.settings import UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from app_hands import until
from developer_hands import OTHER, PASSWORD, at_home, developer, fill, part, press  # noqa: F401 (fixtures)
from site_scene import box, pytestmark  # noqa: F401 (fixtures)

ADDRESS = "ola@example.org"


@pytest.fixture(scope="module")
def post(tmp_path_factory):
    """A box that takes every developer and sends letters, and the box that they come to."""
    folder, letters = tmp_path_factory.mktemp("mail"), Postbox()
    simulator = Simulator(folder / "secrets")
    with mail_server(letters) as mail:
        changes = {"devices": UNLIMITED, "arena": {"enabled": True, "developers": "open"}, "mail": mail}
        config = folder / "watchpost.toml"
        config.write_text(toml(merged(settings_for(simulator, folder / "state", ("us",)), changes)), encoding="utf-8")
        running = Appliance(config, folder / "watchpost.log").start()
        until(lambda: running.get("/v1/games").status == 200)
        yield running, letters
        running.close()
    simulator.close()


def test_a_letter_confirms_the_address_and_another_one_brings_the_account_back(post, visit):
    running, letters = post
    page = visit(f"{running.base}/developers#register", expect="#office form", noisy=True)
    fill(page, {"First name": "Ola", "Last name": "Nowak", "Email address": ADDRESS, "New password": PASSWORD})
    press(page, "Register")
    page.locator(".codes li >> nth=7").wait_for()
    at_home(page)
    part(page, "Account")
    fill(page, {"Code from the email": "AAAA-BBBB-CCCC-DDDD"})
    press(page, "Confirm", exact=True)
    page.get_by_text("The code is wrong, already used or expired.").wait_for()
    code = re.search(r"\w{4}-\w{4}-\w{4}-\w{4}", text_of(letters.got(1)[0]))[0]
    fill(page, {"Code from the email": code})
    press(page, "Confirm", exact=True)
    page.get_by_text("Confirmed.").wait_for()
    assert page.get_by_role("heading", name="Confirm the address").count() == 0
    page.locator("#office").get_by_role("button", name="Sign out").first.click()
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("heading", name="Reset your password").wait_for()
    fill(page, {"Email address": ADDRESS})
    press(page, "Send the digits by email")
    page.get_by_text("An email with eight digits is on its way").wait_for()
    letter = text_of(letters.got(2)[1])
    assert "Code:" in letter and "Kod:" not in letter, "in the language of the page"
    fill(page, {"Recovery code, or the eight digits": re.search(r"\d{4} \d{4}", letter)[0], "New password": OTHER})
    press(page, "Set the password")
    page.get_by_role("heading", name="Games").wait_for()


def test_a_box_that_sends_no_letters_says_so(box, visit, developer):  # noqa: F811
    at_home(developer)
    part(developer, "Account")
    press(developer, "Send another email")
    developer.get_by_text("This box sends no email; use a recovery code or, at home, the digits on the box.").wait_for()
    page = visit(f"{box.base}/developers#recover", expect="#office form", noisy=True)
    fill(page, {"Email address": developer.email})
    press(page, "Send the digits by email")
    page.get_by_text("This box sends no email").wait_for()
