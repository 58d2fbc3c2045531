"""The page that edits maps fits every size, scheme and language, and is worked and read without eyes or mouse."""

import json

import pytest

import measures
import worlds
from app_editing import PAGE, agree, editing, mode, preview
from measures import wait_until
from test_app_words import only_english
from test_layout import fits


def furnished(home, visit, world=worlds.all_up, **options):
    """The page with changes in its list, and everything unfolded."""
    site = home(world())
    schedule = site.people.schedule
    for text, who in (("see pubs: OL on", {"by": "owner"}), ("undo", {"by": "owner"}), ("see ranked: WE on", {"by": "phone", "phone": "Ann's phone"}),
                      ("takeover pubs Straight Shot: KC OL 15, until 2099-12-15T18:00:00Z, KC for 10m", {"by": "phone"})):
        schedule.commit(text, **who)
    schedule.edits[0]["state"] = "overridden"
    page = editing(visit, site, **options)
    page.evaluate("() => document.querySelectorAll('#detail details').forEach(one => { one.open = true; })")
    return site, page


@pytest.mark.parametrize("language", ["en-GB", "pl-PL"])
def test_nothing_sticks_out_or_is_too_small_to_touch(home, visit, language):
    _, page = furnished(home, visit, locale=language)
    fits(page)


@pytest.mark.parametrize("language", ["en-GB", "pl-PL"])
def test_the_look_fits_as_well(home, visit, language):
    _, page = furnished(home, visit, locale=language)
    mode(page, "ranked").locator("details.edit-part").last.locator("button.strong").click()
    preview(page).locator(".vanishes").wait_for()
    fits(page)
    page.keyboard.press("Escape")
    page.locator("dialog.preview").wait_for(state="detached")
    mode(page, "pubs").locator(".seen-maps button").last.click()
    preview(page).locator(".later summary").click()
    fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(home, visit, scheme):
    _, page = furnished(home, visit, color_scheme=scheme)
    measured = page.evaluate(measures.CONTRAST)
    assert measured["seen"] > 60 and measured["poor"] == []
    mode(page, "ranked").locator("details.edit-part").last.locator("button.strong").click()
    preview(page).locator(".vanishes").wait_for()
    assert page.evaluate(measures.CONTRAST)["poor"] == []


def test_every_control_is_reached_with_tab_and_shows_it(home, visit):
    _, page = furnished(home, visit, reduced_motion="reduce")
    controls = f"{PAGE} :is(a[href], button, input, select, textarea, summary)"
    # One stop for the radios of a group; a control of date and time has one for each of its parts.
    expected = page.evaluate("""css => [...document.querySelectorAll(css)].filter(n => !n.disabled
        && n.checkVisibility({ visibilityProperty: true }) && !(n.type === 'radio' && !n.checked)).length""", controls)
    mode(page, "pubs").locator(".seen-maps button").first.focus()
    page.keyboard.press("Tab")
    seen = []
    for _ in range(6 * expected):
        focused = page.evaluate(measures.FOCUSED)
        if not seen or seen[-1] != focused["place"]:
            assert focused["outline"] != "none" and focused["width"] >= 2 and focused["inside"], focused
            seen.append(focused["place"])
        page.keyboard.press("Tab")
        if not page.evaluate("css => document.activeElement.matches(css)", controls):
            break
    assert seen == sorted(set(seen)) and len(seen) == expected - 1


def test_the_keyboard_looks_agrees_and_comes_back(home, visit):
    site, page = furnished(home, visit)
    mode(page, "ranked").get_by_role("button", name="Kings Canyon").focus()
    page.keyboard.press("Enter")
    preview(page)
    assert page.evaluate("document.activeElement.id") == "preview-title", "a reader begins with what it is"
    page.keyboard.press("Escape")
    page.locator("dialog.preview").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Kings Canyon"
    assert len(site.people.schedule.edits) == 4
    page.keyboard.press("Enter")
    agree(page)
    wait_until(page, "() => document.activeElement.textContent.startsWith('Kings Canyon')")


def test_every_control_has_a_name_and_groups_say_what_they_ask(home, visit):
    _, page = furnished(home, visit)
    nameless = page.evaluate("""root => [...document.querySelectorAll(`${root} :is(button, input, select, textarea)`)].filter(one =>
        !(one.getAttribute('aria-label') || [...one.labels ?? []].map(n => n.textContent).join('') || one.textContent).trim())
        .map(one => one.outerHTML)""", PAGE)
    assert nameless == []
    assert page.get_by_role("group", name="Which map do you see?").count() == 2
    assert page.locator(f"{PAGE} .edits").first.aria_snapshot().count("listitem") >= 4
    tree = preview_tree(page)
    assert "Ranked" in tree and "disappears" in tree, json.dumps(tree)


def preview_tree(page) -> str:
    mode(page, "ranked").locator("details.edit-part").last.locator("button.strong").click()
    return preview(page).aria_snapshot()


def test_no_english_word_is_left_in_polish(home, visit):
    _, page = furnished(home, visit, locale="pl-PL")
    page.locator(f"{PAGE} .edits button").click()
    preview(page)
    seen = page.evaluate("""() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const texts = []; while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
        return [...texts, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)]; }""")
    assert only_english() & set(seen) == set()
