"""The contact form on the page "About": with and without JavaScript, whatever is typed and whatever comes back."""

import pytest

import measures
from app_hands import until
from conftest import starting
from measures import wait_until
from site_server import FORM, Site
from test_layout import fits
from test_site_on_appliance import MISTAKES
from test_status_words import POLISH

FIELDS = {"Your name": "Zażółć <b>", "Your email address": " ola@example.org ", "Your message": "Dzień dobry,\n\tjak się gra?"}
THANKS = "Thank you: your message has arrived."


@pytest.fixture
def about():
    """Starts a stand-in of the page."""
    yield from starting(lambda _: Site())


def opened(visit, site, query="", **options):
    return visit(f"{site.url}/about{query}", expect="#contact form", **{"width": 390, "height": 844, **options})


def fill(page, **changes: str):
    for label, value in {**FIELDS, **changes}.items():
        page.get_by_label(label).fill(value)


def send(page, words: str = "Send"):
    page.get_by_role("button", name=words, exact=True).click()


def typed(page) -> list[str]:
    return [page.get_by_label(label).input_value() for label in FIELDS]


def test_without_javascript_it_is_sent_and_thanked_in_the_language_of_the_page(about, visit):
    site = about(None)
    page = opened(visit, site, "?lang=pl", java_script_enabled=False)
    thanks = page.get_by_text("Dziękujemy: wiadomość dotarła.")
    assert thanks.is_hidden()
    for name, value in (("Twoje imię", "Ola"), ("Twój adres e-mail", "ola@example.org"), ("Wiadomość", "a\nb")):
        page.get_by_label(name).fill(value)
    send(page, "Wyślij")
    page.wait_for_url("**/about?lang=pl#sent")
    thanks.wait_for()
    assert site.posted == [(FORM, {"name": "Ola", "address": "ola@example.org", "text": "a\r\nb", "website": "", "lang": "pl"})]


def test_without_javascript_the_browser_itself_asks_for_what_is_missing(about, visit):
    site = about(None)
    page = opened(visit, site, java_script_enabled=False)
    fill(page, **{"Your email address": "ola@localhost"})
    send(page)
    assert page.url == f"{site.url}/about"
    fill(page)
    send(page)
    page.wait_for_url("**/about*#sent")
    assert len(site.posted) == 1, "the one with an address that is none was not sent"


def test_with_it_the_page_stays_and_says_thanks(about, visit):
    site = about(None)
    page = opened(visit, site)
    fill(page)
    send(page)
    page.get_by_text(THANKS).wait_for()
    assert page.evaluate("document.activeElement.id") == "sent" and page.url == f"{site.url}/about"
    assert site.kept == [{"name": "Zażółć <b>", "address": "ola@example.org", "text": "Dzień dobry,\n jak się gra?", "website": ""}]
    assert site.posted[0][0] == "application/json" and typed(page) == ["Zażółć <b>", "ola@example.org", ""]
    page.get_by_label("Your message").fill("One more thing")
    site.gate.clear()
    send(page)
    assert page.get_by_text(THANKS).is_hidden(), "the next one has not arrived yet"
    send(page)
    site.gate.set()
    page.get_by_text(THANKS).wait_for()
    assert [one["text"] for one in site.kept[1:]] == ["One more thing"], "tapped twice, sent once"


def test_who_only_reads_loads_no_words(about, visit):
    site = about(None)
    page = opened(visit, site)
    page.wait_for_load_state("networkidle")
    assert not [path for path in site.requests if path.endswith(".json")]
    page.get_by_label("Your name").focus()
    until(lambda: "/assets/en.json" in site.requests)


@pytest.mark.parametrize(("label", "value", "words"), [
    ("Your name", "  ", "Please fill this in."), ("Your message", " \n ", "Please fill this in."),
    ("Your name", "ł" * 60, "This is too long, by about 10 characters."), ("Your message", "ż" * 2001, "This is too long, by about 1 character."),
    ("Your email address", "ola@example", "Not an address"), ("Your email address", "ola@example.org, jan@example.org", "Not an address"),
    ("Your message", "shrug 🤷‍♂️", "remove it: 🤷‍♂️ U+200D"), ("Your name", "a\u202eb", "U+202E"),
])  # fmt: skip
def test_what_would_be_refused_is_said_beside_its_field_and_not_sent(about, visit, label, value, words):
    if words == "Not an address":
        from test_words import ENGLISH

        words = ENGLISH["code.email-not-allowed"][1:]
    site = about(None)
    page = opened(visit, site)
    fill(page, **{label: value})
    before = typed(page)
    send(page)
    field = page.get_by_label(label)
    why = page.locator(f"#{field.get_attribute('aria-describedby')}")
    why.get_by_text(words).wait_for()
    assert field.get_attribute("aria-invalid") == "true" and page.evaluate("document.activeElement.id") == field.get_attribute("id")
    assert site.posted == [] and typed(page) == before and page.locator(".bad:not(:empty)").count() == 1
    field.press_sequentially("x")
    assert field.get_attribute("aria-invalid") is None and why.is_hidden()


REFUSALS = [
    ((429, {"code": "too-often"}, 900), "Several messages were already sent from here; try again in 15 min."),
    ((503, {"code": "contact-full"}, 86_400), "Too many messages are waiting to be read"),
    ((503, {"detail": "<img src=x onerror=alert(1)>"}, None), "<img src=x onerror=alert(1)>"),
    ((500, {"detail": None}, None), "answered 500"),
]  # fmt: skip


@pytest.mark.parametrize(("refusal", "words"), REFUSALS, ids=[str(number) for number in range(len(REFUSALS))])
def test_a_refusal_is_said_in_words_and_nothing_typed_is_lost(about, visit, refusal, words):
    site = about(None)
    page = opened(visit, site, noisy=True)
    site.refusal = refusal
    fill(page)
    before = typed(page)
    send(page)
    page.locator("#contact form > .result.bad").get_by_text(words).wait_for()
    assert typed(page) == before and page.locator("#contact img").count() == 0 and site.kept == []
    site.refusal = None
    send(page)
    page.get_by_text(THANKS).wait_for()
    assert page.locator(".bad:not(:empty)").count() == 0


def test_what_the_box_refuses_of_a_field_stands_beside_it(about, visit):
    site = about(None)
    page = opened(visit, site, noisy=True)
    site.refusal = (400, {"detail": "text: has a sign that cannot be shown, U+1FAE9"}, None)
    fill(page)
    send(page)
    page.locator("#contact-text-why").get_by_text("U+1FAE9").wait_for()
    assert page.evaluate("document.activeElement.id") == "contact-text"


def test_a_box_that_cannot_be_reached_costs_nothing_that_was_typed(about, visit):
    site = about(None)
    page = opened(visit, site, noisy=True)
    fill(page)
    until(lambda: "/assets/en.json" in site.requests)
    page.wait_for_load_state("networkidle")
    before = typed(page)
    site.broken = True
    send(page)
    page.get_by_text("The box cannot be reached. Try again.").wait_for()
    assert typed(page) == before
    site.broken = False
    send(page)
    page.get_by_text(THANKS).wait_for()


def test_where_the_words_do_not_come_the_form_is_sent_as_it_is(about, visit):
    site = about(None)
    page = opened(visit, site, noisy=True)
    site.statuses["/assets/en.json"] = 503
    fill(page, **{"Your email address": "ola@example.org"})
    send(page)
    page.wait_for_url("**/about#sent")
    assert site.posted[0][0] == FORM and page.get_by_text(THANKS).is_visible()


def test_people_meet_the_trap_neither_by_eye_nor_by_keyboard_nor_by_ear(about, visit):
    site = about(None)
    page = opened(visit, site)
    trap = page.locator("[name=website]")
    assert trap.evaluate("(one) => one.parentElement.getBoundingClientRect().width * one.parentElement.getBoundingClientRect().height") <= 1
    assert trap.evaluate("(one) => getComputedStyle(one).display") != "none", "a program that looks for that takes it for a field"
    assert page.get_by_role("textbox").count() == 3
    page.get_by_label("Your message").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Send"
    trap.evaluate("(one) => { one.value = 'https://spam.example'; }")
    fill(page)
    send(page)
    page.get_by_text(THANKS).wait_for()
    assert site.kept == [] and site.posted[0][1]["website"] == "https://spam.example"


@pytest.mark.parametrize("options", [{}, POLISH], ids=["English", "Polish"])
def test_it_fits_every_screen_with_all_that_it_says(about, visit, options):
    page = opened(visit, about(None), "#sent", **options)
    page.locator("#contact button").click()
    wait_until(page, "() => document.querySelectorAll('#contact .bad:not(:empty)').length === 3")
    page.evaluate("document.querySelector('#sent').hidden = false")
    fits(page)
    assert page.evaluate(MISTAKES) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_both_schemes(about, visit, scheme):
    page = opened(visit, about(None), "#sent", color_scheme=scheme)
    page.locator("#contact button").click()
    page.get_by_text("Please fill this in.").first.wait_for()
    page.evaluate("document.querySelector('#sent').hidden = false")
    assert page.evaluate(measures.CONTRAST)["poor"] == []
