"""The app in front of a real appliance, if WATCHPOST_URL names one: both speak the same language."""

import json
import os

import pytest

import worlds
from app_hands import REALMS, WATCHED, go, is_gold, row, setting, sure, until
from measures import two_answers, wait_until


@pytest.fixture
def phone(home, visit):
    """The app of a new phone."""
    real = os.environ.get("WATCHPOST_URL")
    url = real.rstrip("/") if real else home(worlds.all_up()).url
    return visit(f"{url}/app", width=390, height=844, expect="#place:not(:empty)", noisy=True)


def test_the_app_works_from_the_first_tap_to_being_forgotten(phone):
    go(phone, REALMS)
    phone.wait_for_selector("#panel-realms .row-button:not([disabled])")
    name = phone.locator("#panel-realms .row-name").first.text_content()
    row(phone, name).click()
    go(phone, WATCHED)
    until(lambda: is_gold(row(phone, name, WATCHED)))
    wait_until(phone, "() => document.querySelector('#say').hidden")
    part = setting(phone, "alerts")
    part.locator("button.strong:not([disabled])").click()
    phone.get_by_label("Map", exact=True).select_option(index=1)
    phone.get_by_label("Minutes before").fill("10")
    phone.get_by_role("button", name="Save alert").click()
    phone.locator(".alert").wait_for()
    setting(phone, "quiet")
    # A page that is loaded anew while this is on its way asks for what was there before.
    with phone.expect_response(lambda answer: answer.request.method == "PUT" and answer.url.endswith("/alerts")):
        phone.get_by_role("switch", name="Quiet hours").check()
    two_answers(phone)
    assert phone.locator("#say").is_hidden(), phone.locator("#say").inner_text()
    phone.reload()
    phone.get_by_role("switch", name="Quiet hours").wait_for()
    wait_until(phone, "() => document.querySelector('#detail input[role=switch]').checked")
    setting(phone, "alerts")
    phone.locator(".alert").wait_for()
    assert "10 min before" in phone.locator(".alert").inner_text()
    go(phone, WATCHED)
    row(phone, name, WATCHED).wait_for()
    forget(phone)


def forget(phone):
    before = phone.evaluate("localStorage.getItem('watchpost.credential')")
    setting(phone, "phone")
    phone.get_by_role("button", name="Forget this phone").click()
    with phone.expect_navigation():
        sure(phone, "Forget this phone")
    phone.wait_for_selector("#place:not(:empty)")
    wait_until(phone, "before => localStorage.getItem('watchpost.credential') !== before", before)
    device, secret = before.split(".")
    status = phone.evaluate("""async ([device, bearer]) =>
        (await fetch(`/v1/devices/${device}/watchlist/eu`, { headers: { Authorization: `Bearer ${bearer}` } })).status""",
                            [device, f"{device}.{secret}"])
    assert status == 401, json.dumps([device, status])
