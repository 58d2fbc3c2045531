"""What the page says in each situation of the appliance."""

import re
from datetime import timedelta

import pytest

import bodies as b
import worlds
from app_hands import settled, until
from measures import two_answers, wait_until
from pages import WEB


def flavour(page, region: str):
    return page.locator(f".region[data-region={region.lower()}] .flavour").first


def drawn(page, *parts: str):
    """The page after parts that come each on its own: a visit waits for the realms only."""
    for part in parts:
        page.locator(part).first.wait_for(state="attached")
    return page


def clock(text: str) -> str:
    """What the page's clock shows at an instant of a body: a minute may turn between two looks at ours."""
    return b.datetime.fromisoformat(text).astimezone(b.ZoneInfo(b.ZONE)).strftime("%H:%M")


def places(page, *names: str) -> dict:
    """Where parts of the page are, all at one moment."""
    return page.evaluate("""names => Object.fromEntries(names.map(one =>
        [one, document.getElementById(one).getBoundingClientRect().toJSON()]))""", names)


def test_a_visit_is_quiet_and_complete(site, visit):
    """Also run against a real appliance."""
    page = drawn(visit(site), ".lcd .cell", ".lamp", ".mode")
    assert page.locator("h1").inner_text().strip() not in ("", "Looking…")
    assert page.locator(".lcd .cell").count() >= 32
    assert page.locator(".lamp").count() >= 1
    assert page.locator(".mode").count() >= 1
    assert all(words.strip() for words in page.locator(".region .age").all_inner_texts()), "every row says how old it is"
    # A line has no height: a new appliance knows nothing of the last day yet.
    page.wait_for_selector(".strip .bar", state="attached")
    assert "not affiliated" in page.locator("footer").inner_text()
    for address in ("/openapi.json", "/metrics"):
        assert page.locator(f"footer a[href='{address}']").count() == 1


def test_all_up_is_said_in_one_sentence(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    assert page.locator("h1").inner_text() == "Every realm is up."
    assert page.title() == "Every realm is up. · Watchpost"
    assert flavour(page, "EU").locator(".headline").inner_text() == "All 340 up"


def test_arrows_differ_by_shape_and_stand_beside_words(serve, visit):
    page = visit(serve(worlds.some_down()).url)
    shapes = {}
    for region in ("US", "EU"):
        sign = flavour(page, region).locator(".sign svg")
        shapes[sign.get_attribute("data-shape")] = sign.locator("path").first.get_attribute("d")
    assert set(shapes) == {"up", "down"} and len(set(shapes.values())) == 2
    assert flavour(page, "EU").locator(".headline").inner_text() == "3 of 340 down"
    assert "1 with a queue" in flavour(page, "EU").locator(".chips").inner_text()


def test_an_outage_is_named_with_its_reach(serve, visit):
    page = visit(serve(worlds.region_down()).url)
    assert page.locator("h1").inner_text() == "Europe is down."
    assert "340 realms" in flavour(page, "EU").locator(".outage").inner_text()


def test_realms_that_are_down_are_named(serve, visit):
    world = worlds.evening()
    since = clock(world.realms["eu", "retail"][0]["since"])
    page = visit(serve(world).url)
    page.locator("#verdict-notes", has_text="Kazzak").wait_for()
    assert page.locator("h1").inner_text() == "2 of 638 realms are down."
    assert page.locator("#verdict-notes").inner_text().strip() == (
        f"Chromaggus and Kazzak, Europe, since {since}. Everything else is up.")
    assert flavour(page, "EU").locator(".meta").inner_text() == f"since {since}"


def test_many_that_are_down_are_counted_and_their_list_is_not_fetched(serve, visit):
    appliance = serve(worlds.region_down())
    page = visit(appliance.url)
    assert "340 of 340 realms down" in page.locator("#verdict-notes").inner_text()
    two_answers(page, 300)
    assert not [one for one in appliance.requests if "/realms" in one]


def test_what_is_down_stands_on_top_and_is_tinted(serve, visit):
    page = visit(serve(worlds.some_down()).url)
    rows = page.locator(".region").evaluate_all("nodes => nodes.map(n => n.dataset.region)")
    assert rows == ["eu", "tw", "kr", "us"], "down, maintenance, not known, the others"
    grounds = page.locator(".region").evaluate_all("nodes => nodes.map(n => getComputedStyle(n).backgroundColor)")
    assert len(set(grounds)) == 3 and grounds[2] == grounds[3], grounds


@pytest.mark.parametrize("size, order", [
    ((390, 844), ["verdict", "box", "realms", "maps", "latest-part"]),
    ((820, 1180), ["verdict", "box", "realms", "maps", "latest-part"]),
])
def test_a_phone_shows_the_sentence_then_the_box_then_the_realms(serve, visit, size, order):
    page = visit(serve(worlds.evening()).url, *size)
    drawn(page, "#latest li", ".lcd .cell", ".mode")

    def seen():
        tops = places(page, *order)
        return sorted(order, key=lambda one: tops[one]["y"])

    until(lambda: seen() == order, what=f"they stand as {seen()}")


def test_a_desktop_has_the_box_and_the_latest_beside(serve, visit):
    page = visit(serve(worlds.evening()).url, 1280, 760)
    drawn(page, "#latest li", ".lcd .cell", ".mode")

    def is_beside():
        # The box is put into its column when the size of the page is known.
        boxes = places(page, "verdict", "realms", "box", "latest-part")
        edge = boxes["realms"]["right"]
        return boxes["box"]["x"] > edge and boxes["latest-part"]["x"] > edge and abs(boxes["box"]["y"] - boxes["verdict"]["y"]) < 16

    until(is_beside, what="the box and the latest are not beside the realms")
    assert page.locator(".table-head").inner_text().split("\n") == ["Region", "Retail, the last 24 hours", "Classic, the last 24 hours"]
    until(lambda: page.locator(".strip:has(.bar)").count() == page.locator(".strip").count())
    assert page.locator(".region").first.bounding_box()["height"] < 84


def test_the_latest_tells_the_last_day_without_waiting_for_an_event(serve, visit):
    page = visit(serve(worlds.evening()).url)
    wanted = [
        "Chromaggus and 1 more are down", "1 realm up again, Europe", "1 realm down, Europe", "1 realm up again, Americas",
        "1 realm down, Americas", "Maintenance is over, Americas", "Maintenance, Americas", "3 realms up again, Americas",
        "25 realms up again, Taiwan"]

    def said():
        return [line.split("\n")[-1] for line in page.locator("#latest li").all_inner_texts()]

    # Each version's day comes on its own.
    until(lambda: said() == wanted, what=f"it says {said()}")
    shapes = page.locator("#latest .icon").evaluate_all("nodes => nodes.map(n => n.dataset.shape)")
    assert shapes[:3] == ["down", "up", "down"] and shapes[6] == "maintenance"


@pytest.mark.parametrize("world, region, words, look, place", [
    (worlds.some_down, "KR", "Stale since", "stale", ".region[data-region=kr] .trust"),
    (worlds.no_network, "EU", "No network since", "noNetwork", "#verdict-notes"),
    (worlds.waiting, "EU", "Waiting for data", "waiting", "#verdict-notes"),
])
def test_what_is_not_fresh_says_so_and_looks_different(serve, visit, world, region, words, look, place):
    page = visit(serve(world()).url)
    block = flavour(page, region)
    assert block.get_attribute("data-look") == look
    page.locator(place, has_text=words).wait_for()
    assert block.locator(".sign svg").get_attribute("data-shape") == "unknown"
    assert block.evaluate("n => getComputedStyle(n).borderTopStyle") == "dashed"
    fresh = flavour(visit(serve(worlds.all_up()).url), region)
    assert fresh.evaluate("n => getComputedStyle(n).borderTopStyle") == "none"
    assert block.screenshot() != fresh.screenshot()


def test_a_new_box_says_what_it_lacks(serve, visit):
    page = visit(serve(worlds.new()).url)
    assert page.locator("h1").inner_text() == "This box is not set up yet."
    assert page.get_by_role("link", name="How to set it up").get_attribute("href") == "/manual/install"
    assert "no Battle.net client" in page.locator("#verdict-notes").inner_text()


def test_a_stale_reason_is_shown(serve, visit):
    world = worlds.some_down()
    since = clock(world.freshness["kr", "retail"]["since"])
    page = visit(serve(world).url)
    assert flavour(page, "KR").locator(".trust").inner_text() == f"Stale since {since}", "a caption is short"
    said = f"Korea: Stale since {since}. Blizzard’s service does not answer (503)."
    page.locator("#verdict-notes li", has_text=said).wait_for()


def test_maintenance_has_its_own_sign(serve, visit):
    block = flavour(visit(serve(worlds.some_down()).url), "TW")
    assert block.locator(".sign svg").get_attribute("data-shape") == "maintenance"
    assert "21 in maintenance" in block.inner_text()


def test_modes_without_a_map_say_why(serve, visit):
    page = drawn(visit(serve(worlds.some_down()).url), ".mode")
    texts = page.locator(".mode").all_inner_texts()
    assert "Schedule ended" in texts[1] and "This box knows no newer one." in texts[1]
    assert "No map known now" in texts[2]
    assert "Not started yet" in texts[3]
    assert page.locator(".mode .countdown:visible").count() == 1
    assert "Takeover: Straight Shot" in texts[0]


def test_the_last_minutes_of_a_map_are_counted_in_seconds(serve, visit):
    appliance = serve(worlds.all_up())
    appliance.world.modes = [b.running("pubs", "Casual", 90, 84 * 60), b.running("ranked", "Ranked", 90, 48 * 60)]
    page = visit(appliance.url)
    assert re.fullmatch(r"(3\d|4[0-2]) min left", page.locator(".countdown").nth(1).inner_text())
    shown = page.locator(".countdown").first
    before = shown.inner_text()
    wait_until(page, "before => document.querySelector('.countdown').textContent !== before", before)
    assert shown.inner_text().endswith("left")


def test_upcoming_maps_come_from_the_timeline(serve, visit):
    world = worlds.all_up()
    page = visit(serve(world).url)
    board = page.locator(".mode").first
    assert board.locator(".slot[aria-current]").inner_text() == "Storm Point"
    assert board.locator(".slots .board-map").all_inner_texts() == ["Olympus", "E-District"]
    assert board.locator(".slots time").first.inner_text() == clock(world.modes[0][0]["next"]["start"])
    board.locator(".later summary").click()
    assert board.locator(".later .board-map").all_inner_texts() == ["Storm Point", "Olympus", "E-District"] * 3
    assert page.locator(".mode").nth(1).locator(".slots .board-map").count() == 1, "the day after tomorrow is no map of tonight"


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
    # As far as the page opened late, or an answer was long on its way, the minute is another one; three hours are neither.
    assert re.match(r"(3\d|4[0-3]) m", text), text


def test_history_has_words_and_a_picture(serve, visit):
    block = flavour(visit(serve(worlds.some_down()).url), "EU")
    block.locator(".bar").first.wait_for(state="attached")
    label = block.locator(".strip").get_attribute("aria-label")
    assert "99.2 % up" in label and "(12 realms)" in label and "no data for 1 h" in label
    heights = block.locator(".bar").evaluate_all(
        "nodes => Object.fromEntries(nodes.map(n => [n.classList[1], n.getAttribute('height')]))")
    assert len(set(heights.values())) == len(heights) == 4, "each state has its own height"
    assert (heights["up"], heights["maintenance"], heights["down"]) == ("3", "7", "9")
    least = block.locator(".bar.down").evaluate_all("nodes => Math.min(...nodes.map(n => n.getBoundingClientRect().width))")
    assert least >= 2, "a short outage does not vanish between two dots"


def test_the_display_is_a_grid_of_cells(serve, visit):
    page = drawn(visit(serve(worlds.some_down()).url), ".lcd .cell")
    assert page.locator(".lcd .cell").count() == 80
    assert "Kazzak is down" in page.locator(".lcd").get_attribute("aria-label")
    assert page.locator(".lcd .letter").count() == 0, "every sign of the display has its glyph"


def test_a_dark_backlight_looks_dark(serve, visit):
    world = worlds.all_up()
    world.panel["display"]["backlight"] = False
    page = drawn(visit(serve(world).url), ".lcd .cell")
    assert "unlit" in page.locator(".lcd").get_attribute("class")
    assert "backlight off" in page.locator(".lcd-caption").inner_text()


def test_faults_of_the_box_are_told_in_words_until_they_are_over(serve, visit):
    world = worlds.all_up()
    world.panel["faults"] = [{"code": "E11", "words": "GPIO17 is used by gpioset"},
                             {"code": "E12", "words": "Nobody answers at 0x27 on /dev/i2c-1."}]
    page = visit(serve(world).url)
    faults = page.get_by_label("Box faults")
    faults.locator("li").nth(1).wait_for()
    assert faults.locator("li").all_inner_texts() == [
        "Fault E11 GPIO17 is used by gpioset", "Fault E12 Nobody answers at 0x27 on /dev/i2c-1."]
    del world.panel["faults"][0]
    faults.locator("li").nth(1).wait_for(state="detached")
    assert faults.locator("li").all_inner_texts() == ["Fault E12 Nobody answers at 0x27 on /dev/i2c-1."]
    world.panel["faults"] = []
    faults.wait_for(state="hidden")


def test_lamps_blink_like_the_box_and_say_it_in_words(serve, visit):
    page = visit(serve(worlds.some_down()).url)
    second = page.locator(".lamp").nth(1)
    assert second.locator(".lamp-words").inner_text() == "3 of 340 down"
    timing = second.locator(".red .glow").evaluate("n => n.getAnimations()[0].effect.getTiming().duration")
    assert timing == 1000
    assert second.locator(".green").get_attribute("data-manner") == "steady"
    page.get_by_role("button", name="one colour").click()
    assert second.locator(".light:visible").count() == 1
    assert second.locator(".single .glow").evaluate("n => n.getAnimations()[0].effect.getTiming().duration") == 3000


def test_reduced_motion_stands_still_and_keeps_the_words(serve, visit):
    page = drawn(visit(serve(worlds.some_down()).url, reduced_motion="reduce"), ".lamp")
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
    page.locator(".realm-name", has_text="<img src=x").first.wait_for()


def test_words_of_the_future_are_unknown_not_guessed(serve, visit):
    page = drawn(visit(serve(worlds.hostile()).url), ".mode", ".lamp")
    block = flavour(page, "EU")
    assert block.get_attribute("data-look") == "stale"
    assert block.locator(".sign svg").get_attribute("data-shape") == "unknown"
    assert "Unknown" in page.locator(".mode").nth(1).inner_text()
    assert page.locator(".lamp").count() == 2


def test_the_page_has_a_script_a_style_sheet_and_its_words(home, visit):
    site = home(worlds.all_up())
    visit(site.url)
    settled(site)
    files = [re.sub("[0-9a-f]{16}", "DIGEST", one) for one in site.requests if not one.startswith("/v1/")]
    assert sorted(files) == ["/", "/assets/en.json", "/assets/favicon.svg", "/assets/index.DIGEST.css", "/assets/index.DIGEST.js"]


def test_no_two_files_of_page_and_app_share_a_name():
    """They are resources of one Swift target, which cannot hold a name twice, also in different folders."""
    names = [one.name for folder in WEB.iterdir() for one in folder.iterdir()]
    assert sorted(names) == sorted(set(names))
