"""The page of developers in front of a real appliance: from an invitation to an account that is gone, and what is refused."""

import re

from app_hands import Late, caught_up, until
from developer_hands import OTHER, PASSWORD, at_home, developer, fill, part, sign_in  # noqa: F401 (fixtures)
from site_scene import box, pytestmark, run  # noqa: F401 (fixtures)
from test_status_words import POLISH

STORED = "JSON.stringify([Object.keys(localStorage), Object.keys(sessionStorage), document.cookie])"


def test_from_an_invitation_to_another_password_and_the_end(box, visit, developer):  # noqa: F811
    page = developer
    codes = page.locator(".codes li").all_inner_texts()
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").split("\n") == codes
    assert page.evaluate(STORED) == '[[],["watchpost.developer"],""]' and page.context.cookies() == []
    at_home(page)
    part(page, "Account")
    fill(page, {"First name": "Aleksandra", "Company (optional)": "Żółw"})
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_text(f"Aleksandra Nowak, {page.email}").wait_for()
    page.reload()
    page.get_by_text(f"Aleksandra Nowak, {page.email}").wait_for()
    part(page, "Password")
    fill(page, {"Current password": "wrong password", "New password": OTHER})
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("This is not the account’s password.").wait_for()
    fill(page, {"Current password": PASSWORD})
    page.get_by_role("button", name="Change the password").click()
    page.get_by_text("Changed; all other sessions were signed out.").wait_for()
    part(page, "Recovery codes")
    page.get_by_text("Unused recovery codes: 8.").wait_for()
    fill(page, {"Password": OTHER})
    page.get_by_role("button", name="Make eight new codes").click()
    page.locator(".codes li >> nth=7").wait_for()
    newer = page.locator(".codes li").all_inner_texts()
    assert not set(newer) & set(codes)
    page.get_by_role("button", name="I have them").click()
    page.locator("#office").get_by_role("button", name="Sign out").first.click()
    page.get_by_role("heading", name="Sign in").wait_for()
    assert page.evaluate("sessionStorage.length") == 0
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_role("heading", name="Reset your password").wait_for()
    fill(page, {"Email address": page.email, "Recovery code, or the eight digits": codes[0], "New password": PASSWORD})
    page.get_by_role("button", name="Set the password").click()
    page.get_by_text("The code is wrong, already used or expired.").wait_for()
    fill(page, {"Recovery code, or the eight digits": newer[0]})
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("heading", name="Games").wait_for()
    part(page, "Delete the account")
    fill(page, {"Password": PASSWORD})
    page.locator("#office form").get_by_role("button", name="Delete the account").click()
    page.get_by_text("Your account is deleted.").wait_for()
    sign_in(page, page.email, PASSWORD)
    page.get_by_text("The address or the password is wrong.").wait_for()


def test_other_places_are_seen_and_ended(box, visit, developer):  # noqa: F811
    at_home(developer)
    other = visit(f"{box.base}/developers", expect="#office form", noisy=True)
    sign_in(other, developer.email, PASSWORD)
    other.get_by_role("heading", name="Games").wait_for()
    part(developer, "Sessions")
    developer.locator(".sessions li >> nth=1").wait_for()
    assert "(this one)" in developer.locator(".sessions").inner_text()
    developer.get_by_role("button", name=re.compile("^End Browser")).click()
    developer.get_by_text("Ended.").wait_for()
    until(lambda: developer.locator(".sessions li").count() == 1)
    other.get_by_role("navigation", name="Parts of the account").get_by_role("link", name="Sessions").click()
    other.get_by_text("Your session is over; sign in again.").wait_for()
    assert other.evaluate("sessionStorage.length") == 0


def test_an_answer_from_before_a_place_was_ended_does_not_bring_it_back(box, visit, developer):  # noqa: F811
    at_home(developer)
    for _ in range(2):
        other = visit(f"{box.base}/developers", expect="#office form", noisy=True)
        sign_in(other, developer.email, PASSWORD)
        other.get_by_role("heading", name="Games").wait_for()
    part(developer, "Sessions")
    ends = developer.get_by_role("button", name=re.compile("^End Browser"))
    until(lambda: ends.count() == 2)
    late = Late(developer, "/v1/developers/sessions$")
    ends.first.click()
    late.asked()
    ends.last.click()
    until(lambda: ends.count() == 0)
    late.come()
    caught_up(developer)
    assert developer.locator(".sessions li").count() == 1


def test_what_is_typed_outlives_a_late_answer_about_the_account(box, visit, developer):  # noqa: F811
    at_home(developer)
    late = Late(developer, "/v1/developers/me$")
    developer.reload()
    late.asked()
    developer.goto(f"{box.base}/developers#account")
    fill(developer, {"First name": "Aleksandra"})
    late.come()
    caught_up(developer)
    assert developer.get_by_label("First name").input_value() == "Aleksandra"


def test_digits_of_the_box_bring_a_developer_back(box, visit, developer):  # noqa: F811
    at_home(developer)
    page = visit(f"{box.base}/developers#recover", expect="#office form")
    fill(page, {"Email address": developer.email})
    page.get_by_role("button", name="Show digits on the box").click()
    page.get_by_text(re.compile("eight digits.* until", re.I)).wait_for()
    digits = re.search(r"code=([\d ]+)", run(box, "reset-password", developer.email))[1]
    fill(page, {"Recovery code, or the eight digits": digits, "New password": OTHER})
    page.get_by_role("button", name="Set the password").click()
    page.get_by_role("heading", name="Games").wait_for()


def test_an_account_that_was_changed_elsewhere_is_shown_as_it_is(box, visit, developer):  # noqa: F811
    at_home(developer)
    part(developer, "Account")
    other = visit(f"{box.base}/developers#account", expect="#office form")
    sign_in(other, developer.email, PASSWORD)
    part(other, "Account")
    fill(other, {"Last name": "Kowalska"})
    other.get_by_role("button", name="Save").click()
    other.get_by_text("Saved.").wait_for()
    fill(developer, {"First name": "Ala"})
    developer.get_by_role("button", name="Save").click()
    developer.get_by_text("The account was changed elsewhere in the meantime; this is how it is now.").wait_for()
    assert developer.get_by_label("Last name").input_value() == "Kowalska"


def test_what_is_refused_is_said_in_polish(box, visit):  # noqa: F811
    page = visit(f"{box.base}/developers#register", expect="#office form", noisy=True, **POLISH)
    fill(page, {"Zaproszenie": "AAAA-BBBB", "Imię": "Ola", "Nazwisko": "Nowak", "Adres e-mail": "ola@example.org", "Nowe hasło": "krótkie"})
    button = page.get_by_role("button", name="Załóż konto")
    button.click()
    page.get_by_text("Hasło ma od 8 do 128 znaków").wait_for()
    fill(page, {"Nowe hasło": PASSWORD})
    button.click()
    page.get_by_text("To nie jest zaproszenie, wykorzystano je albo jest za stare; zapytaj właściciela urządzenia.").wait_for()
    look = page.get_by_role("button", name="Pokaż")
    look.click()
    assert page.get_by_label("Nowe hasło").get_attribute("type") == "text"


def test_a_box_that_is_off_is_said(box, visit):  # noqa: F811
    page = visit(f"{box.base}/developers", expect="#office form", noisy=True)
    page.context.set_offline(True)
    sign_in(page, "ola@example.org", PASSWORD)
    page.get_by_text("The box cannot be reached. Try again.").wait_for()
