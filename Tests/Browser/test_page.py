"""What the page says in each situation of the appliance."""

from datetime import timedelta

import pytest

import bodies as b
import worlds
from fixture_server import WEB
from measures import wait_until


def flavour(page, region: str):
    return page.locator(".region", has=page.locator(".code", has_text=region)).locator(".flavour").first


def test_a_visit_is_quiet_and_complete(site, visit):
    """Also run against a real appliance."""
    page = visit(site)
    assert page.locator("h1").inner_text().strip() not in ("", "Looking…")
    assert page.locator(".lcd .cell").count() >= 32
    assert page.locator(".lamp").count() >= 1
    assert page.locator(".mode").count() >= 1
    assert page.locator(".flavour .trust").first.inner_text() != ""
    page.wait_for_selector(".strip .bar")
    assert "not affiliated" in page.locator("footer").inner_text()
    for address in ("/openapi.json", "/metrics"):
        assert page.locator(f"footer a[href='{address}']").count() == 1


def test_all_up_is_said_in_one_sentence(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    assert page.locator("h1").inner_text() == "Every realm is up."
    assert page.title() == "Every realm is up. · Watchpost"
    assert flavour(page, "EU").locator(".headline").inner_text() == "All 340 realms up"


def test_arrows_differ_by_shape_and_stand_beside_words(serve, visit):
    page = visit(serve(worlds.troubled()).url)
    shapes = {}
    for region in ("US", "EU"):
        sign = flavour(page, region).locator(".sign svg")
        shapes[sign.get_attribute("data-shape")] = sign.locator("path").first.get_attribute("d")
    assert set(shapes) == {"up", "down"} and len(set(shapes.values())) == 2
    assert flavour(page, "EU").locator(".headline").inner_text() == "337 of 340 realms up"
    assert "3 down" in flavour(page, "EU").locator(".chips").inner_text()


def test_an_outage_is_named_with_its_reach(serve, visit):
    page = visit(serve(worlds.region_down()).url)
    assert page.locator("h1").inner_text() == "Europe is down."
    assert "340 realms" in flavour(page, "EU").locator(".outage").inner_text()


@pytest.mark.parametrize("world, region, words, look", [
    (worlds.troubled, "KR", "Stale since", "stale"),
    (worlds.no_network, "EU", "No network since", "noNetwork"),
    (worlds.waiting, "EU", "Waiting for the first data", "waiting"),
])
def test_what_is_not_fresh_says_so_and_looks_different(serve, visit, world, region, words, look):
    page = visit(serve(world()).url)
    block = flavour(page, region)
    assert block.get_attribute("data-look") == look
    assert words in block.locator(".trust").inner_text()
    assert block.locator(".sign svg").get_attribute("data-shape") == "unknown"
    assert block.locator(".verdict-row").evaluate("n => getComputedStyle(n).borderTopStyle") == "dashed"
    fresh = flavour(visit(serve(worlds.all_up()).url), region)
    assert fresh.locator(".verdict-row").evaluate("n => getComputedStyle(n).borderTopStyle") == "none"
    assert block.screenshot() != fresh.screenshot()


def test_a_new_box_says_what_it_lacks(serve, visit):
    page = visit(serve(worlds.new()).url)
    assert page.locator("h1").inner_text() == "This box is not set up yet."
    assert "no Battle.net client" in flavour(page, "EU").locator(".trust").inner_text()


def test_a_stale_reason_is_shown(serve, visit):
    page = visit(serve(worlds.troubled()).url)
    assert "has answered 503" in flavour(page, "KR").locator(".trust").inner_text()


def test_maintenance_has_its_own_sign(serve, visit):
    block = flavour(visit(serve(worlds.troubled()).url), "TW")
    assert block.locator(".sign svg").get_attribute("data-shape") == "maintenance"
    assert "21 in maintenance" in block.inner_text()


def test_modes_without_a_map_say_why(serve, visit):
    page = visit(serve(worlds.troubled()).url)
    texts = page.locator(".mode").all_inner_texts()
    assert "Schedule ended" in texts[1] and "Nobody has published" in texts[1]
    assert "No map known now" in texts[2]
    assert "Not started yet" in texts[3]
    assert page.locator(".mode .countdown:visible").count() == 1
    assert "Takeover: Straight Shot" in texts[0]


def test_the_countdown_ticks(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    shown = page.locator(".countdown").first
    before = shown.inner_text()
    wait_until(page, "before => document.querySelector('.countdown').textContent !== before", before)
    assert shown.inner_text().endswith("left")


def test_upcoming_maps_come_from_the_timeline(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    board = page.locator(".mode").first
    assert board.locator("> .coming > .board .board-map").all_inner_texts() == [
        "Olympus", "E-District", "Storm Point", "Olympus"]
    board.locator(".later summary").click()
    assert board.locator(".later li").count() == 7


def test_the_clock_of_the_appliance_counts(serve, visit, monkeypatch):
    appliance = serve(worlds.all_up())
    ahead = timedelta(hours=3)
    appliance.world.modes = [b.running("pubs", "Casual", 90, 48 * 60)]
    body, _ = appliance.world.modes[0]
    for key in ("start", "end"):
        body["current"][key] = b.stamp(b.datetime.fromisoformat(body["current"][key]) + ahead)
    handler = appliance.server.RequestHandlerClass
    real = handler.date_time_string
    monkeypatch.setattr(handler, "date_time_string", lambda self, at=None: real(self, b.now().timestamp() + 10_800))
    page = visit(appliance.url)
    text = page.locator(".countdown").first.inner_text()
    assert text.startswith(("41 m", "42 m")), text


def test_history_has_words_and_a_picture(serve, visit):
    block = flavour(visit(serve(worlds.troubled()).url), "EU")
    block.locator(".bar").first.wait_for(state="attached")
    label = block.locator(".strip").get_attribute("aria-label")
    assert "99.2 % up" in label and "(12 realms)" in label and "no data for 1 h" in label
    heights = block.locator(".bar").evaluate_all(
        "nodes => Object.fromEntries(nodes.map(n => [n.classList[1], n.getAttribute('height')]))")
    assert len(set(heights.values())) == len(heights) == 4, "each state has its own height"


def test_the_display_is_a_grid_of_cells(serve, visit):
    page = visit(serve(worlds.troubled()).url)
    assert page.locator(".lcd .cell").count() == 80
    assert "Kazzak is down" in page.locator(".lcd").get_attribute("aria-label")
    assert page.locator(".lcd .letter").count() == 0, "every sign of the display has its glyph"


def test_a_dark_backlight_looks_dark(serve, visit):
    world = worlds.all_up()
    world.panel["display"]["backlight"] = False
    page = visit(serve(world).url)
    assert "unlit" in page.locator(".lcd").get_attribute("class")
    assert "backlight off" in page.locator(".lcd-caption").inner_text()


def test_faults_of_the_box_are_told_in_words_until_they_are_over(serve, visit):
    world = worlds.all_up()
    world.panel["faults"] = [{"code": "E11", "words": "GPIO17 is used by gpioset"},
                             {"code": "E12", "words": "Nobody answers at 0x27 on /dev/i2c-1."}]
    page = visit(serve(world).url)
    faults = page.get_by_label("Faults of the box")
    assert faults.locator("li").all_inner_texts() == [
        "Fault E11 GPIO17 is used by gpioset", "Fault E12 Nobody answers at 0x27 on /dev/i2c-1."]
    del world.panel["faults"][0]
    faults.locator("li").nth(1).wait_for(state="detached")
    assert faults.locator("li").all_inner_texts() == ["Fault E12 Nobody answers at 0x27 on /dev/i2c-1."]
    world.panel["faults"] = []
    faults.wait_for(state="hidden")


def test_lamps_blink_like_the_box_and_say_it_in_words(serve, visit):
    page = visit(serve(worlds.troubled()).url)
    second = page.locator(".lamp").nth(1)
    assert second.locator(".lamp-words").inner_text() == "3 of 340 realms down"
    timing = second.locator(".red .glow").evaluate("n => n.getAnimations()[0].effect.getTiming().duration")
    assert timing == 1000
    assert second.locator(".green").get_attribute("data-manner") == "steady"
    page.get_by_role("button", name="one colour").click()
    assert second.locator(".light:visible").count() == 1
    assert second.locator(".single .glow").evaluate("n => n.getAnimations()[0].effect.getTiming().duration") == 3000


def test_reduced_motion_stands_still_and_keeps_the_words(serve, visit):
    page = visit(serve(worlds.troubled()).url, reduced_motion="reduce")
    assert page.evaluate("document.getAnimations().length") == 0
    second = page.locator(".lamp").nth(1)
    assert second.locator(".lamp-pattern").inner_text() == "green steady, red blinks"
    clips = [second.locator(f".{c} .glow").evaluate("n => getComputedStyle(n).clipPath") for c in ("green", "red")]
    assert clips[0] == "none" and clips[1] != "none"


def test_nothing_flashes_too_fast(serve, visit):
    world = worlds.all_up()
    world.panel["lamps"][0]["red"] = b.steps((True, 60), (False, 60))
    page = visit(serve(world).url)
    assert page.locator(".lamp").first.locator(".red .glow").evaluate("n => n.getAnimations().length") == 0


def test_hostile_text_stays_text(serve, visit):
    page = visit(serve(worlds.hostile()).url)
    for summary in page.locator(".realm-list > summary").all():
        summary.click()
    page.wait_for_selector(".realm")
    assert page.evaluate("window.broken") is None
    assert page.locator("main img, main script").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0
    assert "<img src=x" in page.locator(".realm-name").first.inner_text()


def test_words_of_the_future_are_unknown_not_guessed(serve, visit):
    page = visit(serve(worlds.hostile()).url)
    block = page.locator(".flavour").first
    assert block.get_attribute("data-look") == "stale"
    assert block.locator(".sign svg").get_attribute("data-shape") == "unknown"
    assert "Unknown" in page.locator(".mode").nth(1).inner_text()
    assert page.locator(".lamp").count() == 2


def test_every_module_is_asked_for_at_once(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    named = {link.split("/")[-1] for link in page.locator("link[rel=modulepreload]").evaluate_all("n => n.map(x => x.href)")}
    assert named | {"watchpost.js"} == {one.name for one in WEB.glob("*.js")}
