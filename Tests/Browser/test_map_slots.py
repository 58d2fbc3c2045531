"""The tab "Maps" is laid out as drawn: times, names and bells stand in columns, and the strip can be read, at every size."""

import pytest

import bodies as b
import worlds
from app_hands import MAPS, go, open_app, until

SIZES = [(320, 568), (390, 844), (844, 390), (1280, 900)]
#: Each row of a card: where its parts are, and whether something wraps within a word or under something else.
ROWS = """() => [...document.querySelectorAll('#panel-maps .mode')].map((mode) => [...mode.querySelectorAll('.slots')[0].querySelectorAll('.slot')].map((row) => {
    const box = (css) => row.querySelector(css).getBoundingClientRect();
    const [whole, bell, time, name, note] = [row.getBoundingClientRect(), box(':scope > .icon'), box('time'), box('.slot-map'), box('.slot-note')];
    const lines = (css) => { const range = document.createRange(); range.selectNodeContents(row.querySelector(css));
        return new Set([...range.getClientRects()].map((one) => Math.round(one.bottom))).size; };
    return { bell: Math.round(bell.left - whole.left), middle: Math.abs((bell.top + bell.bottom - whole.top - whole.bottom) / 2),
        free: bell.left >= Math.max(time.right, name.right, note.right), inside: bell.right <= whole.right && bell.bottom <= whole.bottom,
        time: Math.round(time.left - whole.left), name: Math.round(name.left - whole.left), lines: lines('.slot-map') };
}))"""
#: The words of an axis that are wide enough to be seen.
AXIS = """() => [...document.querySelectorAll('#panel-maps .axis')].filter((one) => one.checkVisibility()).map((axis) => {
    const whole = axis.getBoundingClientRect();
    return [...axis.children].map((one) => one.getBoundingClientRect()).filter((one) => one.width > 0)
        .map((one) => [one.left - whole.left, one.right - whole.left, whole.width]); })"""
#: What each block says, and whether all of it is seen.
SAID = """() => [...document.querySelectorAll('#panel-maps .slots-strip')].filter((one) => one.checkVisibility()).map((strip) =>
    [...strip.querySelectorAll('.block')].map((block) => { const shown = [...block.querySelectorAll('b')].filter((one) => one.offsetWidth > 0);
        return { isNow: block.classList.contains('block-now'), said: shown.map((one) => one.textContent),
            cut: shown.some((one) => one.scrollWidth > one.clientWidth) }; }))"""
LIKES = {"version": 1, "liked": ["OL"], "avoided": ["ED", "KC"], "next": []}
#: Early in the morning all of it is one day; late in the evening a slot is tomorrow's, and its day is said.
MORNING, EVENING = 3, 21


def opened(home, visit, hour, **options):
    """Three modes at that hour of the box, the first of whose slots ends soon; the clock of page and box stands still."""
    world, now = worlds.all_up(), b.now()
    world.modes = [b.running("pubs", "Casual", 90, 58 * 60), b.running("ranked", "Ranked", 270, 32 * 60)]
    site = home(world)
    site.people.document = lambda method, key, empty, body, real=site.people.document: (
        real(method, key, LIKES if key[1] == "maps" else empty, body))
    # Answers without a date: the page has no other clock than this one, and its zone makes it that hour.
    site.server.RequestHandlerClass.date_time_string = lambda *_: ""
    east = (hour - now.hour + 12) % 24 - 12
    zone = f"Etc/GMT{-east:+d}" if east else "Etc/GMT"
    page = open_app(visit, site, scripts=[f"Date.now = () => {int(now.timestamp() * 1000)};"], timezone_id=zone, **options)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .slot:not([disabled])")
    page.wait_for_selector("#panel-maps .slot-mark .heart-sign")
    return page


def sized(page, size, text):
    page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "pl-PL"])
@pytest.mark.parametrize("hour", [MORNING, EVENING])
def test_times_names_and_bells_stand_in_columns(home, visit, hour, locale):
    page = opened(home, visit, hour, locale=locale)
    for text in ("100%", "200%"):
        for size in SIZES:
            sized(page, size, text)
            for rows in page.evaluate(ROWS):
                assert len(rows) == 3
                assert all(one["free"] and one["inside"] and one["middle"] < 2 for one in rows), (size, text, rows)
                assert len({(one["bell"], one["time"]) for one in rows}) == 1, (size, text, rows)
                assert text == "200%" or (len({one["name"] for one in rows}) == 1 and {one["lines"] for one in rows} == {1}), (size, text, rows)


@pytest.mark.parametrize("locale", ["en-GB", "en-US", "pl-PL"])
def test_hours_never_touch_each_other_or_now(home, visit, locale):
    page = opened(home, visit, 16, locale=locale)
    for hour in range(12):
        page.evaluate("""at => { Date.now = () => at; }""", int(b.now().timestamp() * 1000) + hour * 600_000)
        until(lambda: page.evaluate(AXIS), what="there is no axis")
        for size in SIZES:
            sized(page, size, "100%")
            for words in page.evaluate(AXIS):
                assert len(words) >= 3, "now, and hours"
                assert all(left[1] + 3 < right[0] for left, right in zip(words, words[1:])), (size, words)
                assert words[0][0] >= -0.5 and words[-1][1] <= words[-1][2] + 0.5


def test_the_slot_that_is_on_says_its_code_and_nothing_is_cut(home, visit):
    page = opened(home, visit, MORNING)
    for size in SIZES:
        sized(page, size, "100%")
        strips = page.evaluate(SAID)
        assert len(strips) == 2
        for strip in strips:
            assert strip[0]["isNow"] and len(strip[0]["said"]) == 1, (size, strip)
            assert not any(one["cut"] for one in strip), (size, strip)
            assert all(len(one["said"]) == 1 for one in strip[:-1]), (size, strip)


def test_with_large_letters_the_strip_goes(home, visit):
    page = opened(home, visit, MORNING)
    sized(page, SIZES[0], "200%")
    assert page.locator("#panel-maps .slots-strip:visible").count() == 0 and page.evaluate(AXIS) == []
    assert page.locator("#panel-maps .slot:visible").count() == 6


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_keep_the_strip(home, visit, scheme):
    """Grounds are taken away then: edges say where a slot ends, and which one is on, liked or avoided."""
    page = opened(home, visit, MORNING, forced_colors="active", color_scheme=scheme)
    looks = page.evaluate("""() => [...document.querySelectorAll('#panel-maps .slots-strip .block')].map((one) => {
        const style = getComputedStyle(one);
        const kind = ['block-now', 'liked', 'avoided'].find((name) => one.classList.contains(name)) ?? '';
        return [kind, `${style.borderTopWidth} ${style.borderTopStyle} ${style.backgroundColor} ${style.backgroundImage}`]; })""")
    assert {kind for kind, _ in looks} == {"block-now", "liked", "avoided", ""}
    assert len(set(map(tuple, looks))) == 4, looks
    assert all(float(look.split("px")[0]) >= 1 for _, look in looks)
