"""The site in front of a real appliance: it fits, can be read in every scheme and language, and needs no JavaScript to be read."""

from pathlib import Path

import pytest

import measures
from pages import languages
from app_hands import until
from site_scene import PAGES, box, pytestmark, run  # noqa: F401 (fixtures)
from test_access import TIGHT, whole
from test_app_words import only_english
from test_layout import fits
from test_sdk_on_appliance import SHOTS
from test_status_words import POLISH, SAID

#: What a tool for accessibility would say first: names, order of headings, unique ids, landmarks that can be told apart.
MISTAKES = """() => {
  const wrong = [];
  const all = (query) => [...document.querySelectorAll(query)];
  if (all('h1').length !== 1) wrong.push('one h1');
  let level = 0;
  for (const node of all('h1, h2, h3, h4')) {
    const now = Number(node.tagName[1]);
    if (now > level + 1) wrong.push(`heading ${node.textContent}`);
    level = now;
  }
  for (const node of all('img')) if (!node.hasAttribute('alt')) wrong.push('img without alt');
  for (const node of all('a, button')) if (!(node.textContent.trim() || node.getAttribute('aria-label'))) wrong.push('without a name');
  for (const node of all('input:not([type=hidden])')) if (!node.hidden && !node.labels.length) wrong.push(`input ${node.id}`);
  const ids = all('[id]').map((node) => node.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id twice');
  for (const node of all('[aria-labelledby], [aria-describedby]'))
    for (const name of ['aria-labelledby', 'aria-describedby'])
      for (const id of (node.getAttribute(name) ?? '').split(' ').filter(Boolean)) if (!document.getElementById(id)) wrong.push(`no ${id}`);
  const navs = all('nav').map((node) => node.getAttribute('aria-label') ?? document.getElementById(node.getAttribute('aria-labelledby'))?.textContent);
  if (navs.includes(undefined) || new Set(navs).size !== navs.length) wrong.push(`navs ${navs}`);
  if (!document.documentElement.lang || !document.title || all('main').length !== 1) wrong.push('document');
  return wrong;
}"""


def open_page(visit, box, path, *size, **options):  # noqa: F811
    """A page, drawn."""
    expect = "#office form" if path.startswith("/developers") else "main h1"
    return visit(f"{box.base}{path}", *size, expect=expect, noisy="chess" in path, **options)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("options", [{}, POLISH], ids=["English", "Polish"])
def test_it_fits_every_screen(box, visit, path, options):  # noqa: F811
    fits(open_page(visit, box, path, **options))


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_both_schemes(box, visit, path, scheme):  # noqa: F811
    page = open_page(visit, box, path, color_scheme=scheme)
    found = page.evaluate(measures.CONTRAST)
    assert found["seen"] > 10 and found["poor"] == []


@pytest.mark.parametrize("path", PAGES)
def test_readers_find_their_way(box, visit, path):  # noqa: F811
    assert open_page(visit, box, path).evaluate(MISTAKES) == []


@pytest.mark.parametrize("path", PAGES)
def test_polish_says_it_in_polish(box, visit, path):  # noqa: F811
    page = open_page(visit, box, path, **POLISH)
    assert page.evaluate("document.documentElement.lang") == "pl"
    # What the appliance itself says of a refusal is marked as English.
    page.evaluate("document.querySelectorAll('main [lang=en]').forEach((one) => one.remove())")
    assert only_english() & set(page.evaluate(SAID)) == set()
    page.get_by_role("link", name="English").click()
    page.wait_for_selector("html[lang=en] main h1")
    assert "lang=en" in page.url


@pytest.mark.parametrize("path", ["/manual", "/manual/tunnel", "/manual/rotations"])
def test_the_manual_has_one_title_landmarks_and_whole_words(box, visit, path):  # noqa: F811
    whole(visit(f"{box.base}{path}", expect="main h1", reduced_motion="reduce"), path)


@pytest.mark.parametrize("path", ["/manual/rotations", "/manual/configuration"])
def test_what_is_wide_in_the_manual_scrolls_by_itself_and_the_page_does_not(box, visit, path):  # noqa: F811
    page = visit(f"{box.base}{path}", expect="main h1", reduced_motion="reduce")
    for width, text in TIGHT:
        page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, text)
    wide = page.locator("pre, .wide").evaluate_all("all => all.map(one => getComputedStyle(one).overflowX)")
    assert wide and set(wide) == {"auto"}


def test_the_keyboard_reaches_everything_in_order_and_sees_where_it_is(box, visit):  # noqa: F811
    for path in ("/games", "/games/snake", "/developers"):
        page = open_page(visit, box, path, reduced_motion="reduce")
        places = []
        for _ in range(page.evaluate(measures.FOCUSABLE)):
            page.keyboard.press("Tab")
            focused = page.evaluate(measures.FOCUSED)
            assert focused and focused["outline"] != "none" and focused["width"] >= 2 and focused["inside"], focused
            places.append(focused["place"])
        assert places == sorted(set(places)), path
        page.reload()
        page.wait_for_selector("main h1")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        until(lambda page=page: page.evaluate("document.activeElement.id") == "main", what=f"the keyboard is in what {path} is about")


def test_games_are_found_and_boards_are_walked_without_javascript(box, visit):  # noqa: F811
    page = open_page(visit, box, "/games", java_script_enabled=False)
    page.get_by_role("searchbox", name="Find a game").fill("snak")
    page.get_by_role("button", name="Find").click()
    page.wait_for_url("**/games?q=snak")
    page.get_by_role("link", name="Snake").click()
    page.wait_for_url("**/games/snake")
    assert page.locator(".row .name").first.inner_text() == "Zażółć"
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**cursor=**")
    assert page.locator(".row .place").all_inner_texts() == [str(place) for place in range(51, 63)]
    page.get_by_role("link", name="From the top").click()
    page.get_by_role("link", name="Season", exact=True).click()
    page.get_by_text("Nobody has played here yet.").wait_for()
    page.get_by_role("link", name="Season 1").click()
    page.get_by_text("over", exact=True).wait_for()
    assert page.locator(".row").count() == 50
    page.get_by_role("link", name="Sprint, ten apples").click()
    page.get_by_text("Less is better.").wait_for()


def test_the_owner_is_written_to_with_and_without_javascript(box, visit):  # noqa: F811
    for number, way in enumerate(({}, {"java_script_enabled": False})):
        page = open_page(visit, box, "/about?lang=pl", **way)
        for label, value in (("Twoje imię", f"Zażółć {number}"), ("Twój adres e-mail", "ola@example.org"), ("Wiadomość", f"Dzień dobry {number}\ndwa")):
            page.get_by_label(label).fill(value)
        page.get_by_role("button", name="Wyślij").click()
        page.get_by_text("Dziękujemy: wiadomość dotarła.").wait_for()
        assert page.url == f"{box.base}/about?lang=pl{'#sent' if way else ''}"
        assert f"Dzień dobry {number}" in run(box, "contact")


def test_signs_of_games_are_those_of_the_app(box, visit):  # noqa: F811
    page = visit(f"{box.base}/app", expect=None)
    drawn = page.evaluate("""async () => {
        const { load } = await import(document.querySelector('script[type=module]').src);
        const { gameSign } = await load('/app/figure.js');
        return ['snake', 'orbit', 'x'].map((one) => gameSign(one).querySelector('rect').getAttribute('fill'));
    }""")
    for game, fill in zip(("snake", "orbit"), drawn):
        sign = open_page(visit, box, f"/games/{game}").locator(".game-sign > rect").first
        assert sign.get_attribute("fill") == fill


def test_nothing_is_kept_in_the_browser_by_reading(box, visit):  # noqa: F811
    page = open_page(visit, box, "/games/snake")
    for path in PAGES[:2]:
        page.goto(box.base + path)
    assert page.context.cookies() == [] and page.evaluate("localStorage.length + sessionStorage.length") == 0


def test_every_language_has_its_words_on_every_page(box, visit):  # noqa: F811
    for tag in languages():
        page = open_page(visit, box, f"/about?lang={tag}")
        said = page.locator("body").inner_text()
        assert languages()[tag]["words"]["site.about.title"] in said and "site." not in said


@pytest.mark.skipif(not SHOTS, reason="WATCHPOST_SHOTS names no folder")
@pytest.mark.parametrize("path", PAGES)
def test_pictures(box, visit, path):  # noqa: F811
    name = path.strip("/").replace("/", "-").replace("?", "-")
    for form, size, options in (("phone", (390, 844), {}), ("desktop", (1280, 900), {}), ("phone-polish", (390, 844), POLISH)):
        for scheme in ("light", "dark"):
            page = open_page(visit, box, path, *size, color_scheme=scheme, **options)
            page.screenshot(path=str(Path(SHOTS) / f"site-{name}-{form}-{scheme}.png"), full_page=True)
