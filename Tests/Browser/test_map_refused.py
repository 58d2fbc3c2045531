"""What page and app say while the newest schedule file is refused."""

import pytest

import bodies as b
import worlds
from app_editing import PAGE, editing
from app_hands import MAPS, go, open_app, until

WHY = "schedule file, line 18, column 1: strange1 is no setting"
WORDS = {
    "before": f"The newest schedule file is refused; the previous one stays in force. What is wrong: {WHY}",
    "kept": f"The newest schedule file is refused; a kept copy of the last good one is in force. What is wrong: {WHY}",
    "builtIn": f"The newest schedule file is refused; the built-in schedule is in force. What is wrong: {WHY}",
}
POLISH = f"Najnowszy plik z planem odrzucono; obowiązuje zachowana kopia ostatniego dobrego. Co jest nie tak: {WHY}"
#: `(what refused is, what is said)`; a state of the future says what is always true, and nonsense breaks nothing.
ODD = [
    ({"inForce": "tomorrow", "problems": [WHY]}, WORDS["before"]),
    ({"inForce": "before", "problems": []}, WORDS["before"].removesuffix(WHY)),
    ({"inForce": "before", "problems": [WHY, "another", "and 4980 more problems"]}, WORDS["before"]),
    ({"problems": "none"}, WORDS["before"].removesuffix(WHY)),
]
EVIL = '<img src=x onerror="window.broken=1"><b>bold</b>\u202e'


def world_with(refused: dict | None) -> worlds.World:
    """A quiet evening whose newest file was, or was not, taken."""
    world = worlds.all_up()
    listed, _ = b.rotations(*world.modes)
    world.overrides["/v1/rotations"] = listed | ({"refused": refused} if refused else {})
    return world


def refusal(in_force: str, why: str = WHY) -> dict:
    return {"inForce": in_force, "problems": [why]}


def said(place) -> list[str]:
    """The refusals that are seen in a part of the page."""
    return [" ".join(one.inner_text().split()) for one in place.locator(".maps-refused, .error-line").all() if one.is_visible()]


def on_page(serve, visit, world, **options):
    page = visit(serve(world).url, **options)
    page.wait_for_selector(".modes .mode")
    return page, page.locator(".modes").locator("..")


def in_app(home, visit, world, **options):
    page = open_app(visit, home(world), **options)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .mode")
    return page, page.locator("#panel-maps")


@pytest.mark.parametrize("in_force", WORDS)
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_says_that_it_is_refused_what_holds_and_what_is_wrong(serve, visit, in_force, width):
    page, maps = on_page(serve, visit, world_with(refusal(in_force)), width=width)
    assert said(maps) == [WORDS[in_force]]
    assert maps.locator(".mode .map").first.inner_text() == "Storm Point", "what is in force is shown"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("in_force", WORDS)
def test_the_app_says_the_same_where_maps_are_read_and_where_they_are_edited(home, visit, in_force):
    page, maps = in_app(home, visit, world_with(refusal(in_force)))
    assert said(maps) == [WORDS[in_force]]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page = editing(visit, home(world_with(refusal(in_force))))
    assert said(page.locator(PAGE)) == [WORDS[in_force]]


@pytest.mark.parametrize("show", ["page", "app"])
def test_it_is_said_in_polish_too(serve, home, visit, show):
    world = world_with(refusal("kept"))
    _, maps = on_page(serve, visit, world, locale="pl-PL") if show == "page" else in_app(home, visit, world, locale="pl-PL")
    assert said(maps) == [POLISH]


@pytest.mark.parametrize("show", ["page", "app"])
def test_nothing_is_said_of_a_file_that_was_taken(serve, home, visit, show):
    world = world_with(None)
    _, maps = on_page(serve, visit, world) if show == "page" else in_app(home, visit, world)
    assert said(maps) == []
    assert maps.get_by_text("refused").count() == 0


@pytest.mark.parametrize(("refused", "words"), ODD)
def test_odd_answers_are_borne(serve, home, visit, refused, words):
    for _, maps in (on_page(serve, visit, world_with(refused)), in_app(home, visit, world_with(refused))):
        assert said(maps) == [words.strip()]


@pytest.mark.parametrize("show", ["page", "app"])
def test_what_the_file_says_stays_text(serve, home, visit, show):
    world = world_with(refusal("before", EVIL))
    page, maps = on_page(serve, visit, world) if show == "page" else in_app(home, visit, world)
    [line] = said(maps)
    assert line.endswith(EVIL) and maps.locator("img, b:text-is('bold')").count() == 0
    assert page.evaluate("window.broken") is None


def test_a_file_that_is_mended_takes_the_line_away(serve, visit):
    site = serve(world_with(refusal("before")))
    page = visit(site.url)
    maps = page.locator(".modes").locator("..")
    until(lambda: said(maps) == [WORDS["before"]])
    until(lambda: site.streams)
    site.world.overrides.update(world_with(None).overrides)
    site.emit("schedule", {"accepted": True, "source": "mended", "problems": []})
    until(lambda: said(maps) == [])
