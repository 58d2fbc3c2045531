"""The page fits, can be read, and can be worked by finger and keyboard, in every size and scheme."""

import pytest
from harness.effort import EFFORT

import measures
import worlds
from measures import wait_until

#: Width, height and size of the text. What fits the extremes fits between them, as a rule: the gate keeps to the rule.
EXTREMES = [(320, 568, "100%"), (844, 390, "100%"), (1280, 900, "100%"), (320, 568, "200%"), (1280, 900, "200%")]
ALL = [(*size, text) for text in ("100%", "200%")
       for size in [(320, 568), (568, 320), (390, 844), (844, 390), (820, 1180), (1280, 900)]]
SIZES = ALL if EFFORT > 1 else EXTREMES
SITUATIONS = ["all_up", "some_down", "no_network", "waiting", "hostile", "yesterday"]


def open_lists(page):
    page.evaluate("document.querySelectorAll('.realm-list').forEach(list => { list.open = true; })")
    wait_until(page, "() => [...document.querySelectorAll('.list-note')].every(n => !['', 'Loading…'].includes(n.textContent))")
    # An arrow that is still turning sticks out by a corner.
    wait_until(page, "() => document.getAnimations().every(one => one.effect.getComputedTiming().endTime === Infinity)")


def fits(page):
    """Measures every size of the window and of the text."""
    # Whatever turns or moves while it is measured sticks out by a corner.
    page.emulate_media(reduced_motion="reduce")
    found = {}
    for width, height, text in SIZES:
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        page.set_viewport_size({"width": width, "height": height})
        found[f"{width}x{height} {text}"] = {
            "overflow": page.evaluate(measures.OVERFLOW), "cut": page.evaluate(measures.CUT_TEXT),
            "small": page.evaluate(measures.SMALL_TARGETS),
        }
    well = {"overflow": {"scroll": 0, "culprits": []}, "cut": [], "small": []}
    assert found == {size: well for size in found}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_sticks_out_or_is_too_small_to_touch(serve, visit, situation):
    page = visit(serve(getattr(worlds, situation)()).url)
    open_lists(page)
    fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_can_be_read(site, visit, scheme):
    """Also run against a real appliance."""
    page = visit(site, color_scheme=scheme)
    fits(page)
    assert page.evaluate(measures.CONTRAST)["poor"] == []


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(serve, visit, situation, scheme):
    appliance = serve(getattr(worlds, situation)())
    page = visit(appliance.url, color_scheme=scheme, noisy=True)
    open_lists(page)
    measured = page.evaluate(measures.CONTRAST)
    assert measured["seen"] > 20
    assert measured["poor"] == []
    appliance.break_link()
    page.wait_for_selector("#lost:not([hidden])")
    page.wait_for_selector(".mode[data-look=stale]")
    assert page.evaluate(measures.CONTRAST)["poor"] == []


def test_both_schemes_differ(serve, visit):
    grounds = set()
    for scheme in ("light", "dark"):
        page = visit(serve(worlds.all_up()).url, color_scheme=scheme)
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


@pytest.mark.parametrize("size", [(320, 568), (1280, 900)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_keyboard_reaches_everything_in_order_and_sees_where_it_is(site, visit, size):
    page = visit(site, *size, reduced_motion="reduce")
    page.wait_for_timeout(300)
    expected = page.evaluate(measures.FOCUSABLE)
    places = []
    for _ in range(expected):
        page.keyboard.press("Tab")
        focused = page.evaluate(measures.FOCUSED)
        assert focused is not None
        assert focused["outline"] != "none" and focused["width"] >= 2, focused
        assert focused["inside"], focused
        places.append(focused["place"])
    assert places == sorted(set(places)), "the order of focus is the order of the page"


def test_the_skip_link_comes_first_and_shows_itself(site, visit):
    page = visit(site)
    page.keyboard.press("Tab")
    page.wait_for_timeout(50)
    box = page.locator(".skip").bounding_box()
    assert box["y"] >= 0 and box["height"] >= 44
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_list_opens_with_the_keyboard(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    page.locator(".realm-list > summary").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".realm-list[open] .realm")
