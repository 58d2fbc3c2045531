"""The strip of a mode: twelve hours from now on, and every width is a time."""

import pytest

import bodies as b
import worlds
from app_hands import MAPS, go, open_app, until

HALF_DAY = 12 * 60
#: The least width of the slot that is on, in points.
CODE = 28
#: The page's clock, which tests move on, in milliseconds; the appliance's stays the true one.
MOVED = "window.ahead = 0; const clock = Date.now; Date.now = () => clock() + window.ahead;"
MEASURE = """strip => {
    const [whole, style] = [strip.getBoundingClientRect(), getComputedStyle(strip)];
    return [whole.width, parseFloat(style.columnGap) || 0, [...strip.children].map(one => {
        const box = one.getBoundingClientRect();
        return { left: box.left - whole.left, right: box.right - whole.left, code: one.dataset.code,
            start: one.dataset.start ?? null, minutes: Number(one.style.flexGrow) };
    })];
}"""


def opened(home, visit, world, at, **options):
    """The tab at a moment that lasts until the test moves `window.ahead` on, however long this machine takes."""
    site = home(world)
    # Answers without a date: the page has no other clock than this one.
    site.server.RequestHandlerClass.date_time_string = lambda *_: ""
    clock = f"window.ahead = 0; Date.now = () => {int(at.timestamp() * 1000)} + window.ahead;"
    page = open_app(visit, site, scripts=[clock], **options)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .slots-strip .block", state="attached")
    return page


def blocks(page):
    """The width of the strip, the gap between blocks, and the blocks."""
    return page.locator("#panel-maps .slots-strip").first.evaluate(MEASURE)


@pytest.mark.parametrize(("minutes", "elapsed"), [(90, 48), (90, 0), (60, 59), (45, 1), (270, 100)])
def test_the_strip_is_twelve_hours_from_now_and_widths_are_times(home, visit, minutes, elapsed):
    world, now = worlds.all_up(), b.now()
    body, _ = b.running("pubs", "Casual", minutes, elapsed * 60)
    start = now - b.timedelta(minutes=elapsed)
    slots = [b.slot(*b.CYCLES["pubs"][n % 3], start + b.timedelta(minutes=n * minutes), minutes) for n in range(24 * 60 // minutes + 1)]
    world.modes = [({**body, "current": slots[0], "next": slots[1]}, [{"mode": "pubs", **one} for one in slots])]
    page = opened(home, visit, world, now, width=820, height=1180)
    wide, gap, found = blocks(page)
    due = [one for one in slots if one["start"] < b.stamp(now + b.timedelta(minutes=HALF_DAY))]
    assert [one["code"] for one in found] == [one["code"] for one in due]
    assert [one["start"] for one in found] == [None] + [one["start"] for one in slots[1:len(found)]]
    assert abs(sum(one["minutes"] for one in found) - HALF_DAY) <= len(found), "the last one ends with the strip"
    assert {one["minutes"] for one in found[1:-1]} <= {minutes}
    assert found[0]["minutes"] == minutes - elapsed and found[-1]["minutes"] <= minutes
    # The slot that is on has room for its code always; the others share what is left.
    scale = (wide - gap * (len(found) - 1)) / sum(one["minutes"] for one in found)
    if found[0]["minutes"] * scale < CODE:
        assert abs(found[0]["right"] - CODE) < 0.5
        scale = (wide - gap * (len(found) - 1) - CODE) / sum(one["minutes"] for one in found[1:])
    assert abs(found[0]["left"]) < 1.5 and abs(found[-1]["right"] - wide) < 1.5
    for one in found[1:] if found[0]["right"] < CODE + 0.5 else found:
        assert abs(one["right"] - one["left"] - one["minutes"] * scale) < 1.5, one


def test_what_is_over_leaves_the_strip_while_one_looks(home, visit):
    world, now = worlds.all_up(), b.now()
    world.modes = [b.running("pubs", "Casual", 90, 10 * 60)]
    page = opened(home, visit, world, now)
    assert blocks(page)[2][0]["minutes"] == 80
    page.evaluate("window.ahead = 40 * 60000")
    until(lambda: blocks(page)[2][0]["minutes"] == 40, what="the strip stood still")
    assert abs(sum(one["minutes"] for one in blocks(page)[2]) - HALF_DAY) <= 9


def test_a_schedule_that_ends_within_the_strip_leaves_the_rest_empty(home, visit):
    """Widths are times there, too: two slots of 90 minutes are no half days."""
    world, now = worlds.all_up(), b.now()
    body, entries = b.running("pubs", "Casual", 90, 0)
    world.modes = [(body, entries[:2])]
    page = opened(home, visit, world, now)
    wide, _, found = blocks(page)
    shown = [one for one in found if one["code"]]
    assert len(shown) == 2 and abs(shown[-1]["right"] - wide * 180 / HALF_DAY) < 4
