"""The page that a notice leads to: always the present, or marked."""

import re

import pytest

import bodies as b
import measures
import worlds
from app_browser import PUSH_SERVICE, permission
from app_hands import HIDE, Late, open_app, settled, until
from measures import two_answers, wait_until
from test_app_errors import kept
from test_layout import fits


def realm(visit, site, slug="eu-realm-0", **options):
    return visit(f"{site.url}/realms/eu/retail/{slug}", **{"expect": ".realm-now", "width": 390, "height": 844, **options})


def past(world, **segments):
    """A world in which Kazzak has a day and a week of its own."""
    week = [("up", 0, 144, 0), ("maintenance", 144, 147, 1), ("up", 147, 161.5, 0), ("down", 161.5, 163.1, 1), ("up", 163.1, 167.5, 0),
            ("down", 167.5, 168, 1)]
    day = [("up", 0, 17.5, 0), ("down", 17.5, 19.1, 1), ("up", 19.1, 23.5, 0), ("down", 23.5, 24, 1)]
    world.days["eu", "retail", "eu-realm-0"] = {24: day, 168: week, **segments}
    return world


def test_it_says_what_the_realm_is_doing_since_when_and_what_was(home, visit):
    page = realm(visit, home(past(worlds.some_down())))
    assert page.locator("h1:visible").inner_text() == "Kazzak"
    assert page.locator(".realm-now svg").get_attribute("data-shape") == "down"
    assert page.locator(".realm-now").inner_text().startswith("Down since ")
    # A minute or more may pass until the page is drawn.
    page.get_by_text(re.compile(r"^5\d min so far$")).wait_for()
    page.locator(".past rect").first.wait_for(state="attached")
    assert re.fullmatch(r"91\.[23] % up · 2 outages, the longest 1 h 36 min", page.locator(".past-words").inner_text())
    assert page.locator(".axis-now").inner_text() == "now"
    assert [one.locator(".outage-long").inner_text() for one in page.locator(".outages li").all()] == [
        "30 min", "1 h 36 min", "maintenance"], "newest first"
    assert page.title().startswith("Kazzak: Down since")


@pytest.mark.parametrize(("width", "text"), [(320, "100%"), (320, "200%"), (390, "100%"), (820, "100%"), (820, "200%")])
def test_clock_times_below_the_bar_never_meet_at_any_time_of_the_day(home, visit, width, text):
    page = realm(visit, home(past(worlds.some_down())), width=width, locale="pl-PL")
    met = page.evaluate("""async (size) => {
        document.documentElement.style.fontSize = size;
        const { makePast } = await import('/app/past.js');
        const card = document.querySelector('.past-card'), met = [];
        let shown = 0;
        for (let minutes = 0; minutes < 1440; minutes += 15) {
            const made = makePast(), to = Date.UTC(2026, 10, 22) + minutes * 60000;
            card.replaceWith(made.nodes[0]);
            made.take({ from: to - 86400000, to, segments: [] }, null);
            const axis = document.querySelector('.past-card .axis'), box = axis.getBoundingClientRect();
            const ticks = [...axis.children].map((one) => one.getBoundingClientRect()).filter((one) => one.width > 0);
            shown = Math.max(shown, ticks.length);
            ticks.forEach((one, index) => {
                const next = ticks[index + 1];
                if (next ? next.left < one.right : one.right > box.right + 0.5) met.push(`${minutes}: ${axis.innerText}`);
            });
            made.nodes[0].replaceWith(card);
        }
        return { met, shown }; }""", text)
    assert met["met"] == [] and met["shown"] >= 3


def test_what_began_this_minute_does_not_last_zero_minutes(home, visit, monkeypatch):
    world, begun = worlds.some_down(), b.now()
    world.realms["eu", "retail"][0].update(since=b.stamp(begun))
    site = home(world)
    # Both clocks stand still, half a minute later: the minute is not over before the page is drawn.
    handler = site.server.RequestHandlerClass
    real = handler.date_time_string
    monkeypatch.setattr(handler, "date_time_string", lambda self, at=None: real(self, begun.timestamp() + 30))
    page = realm(visit, site, scripts=("const still = Date.now(); Date.now = () => still;",))
    page.get_by_text("< 1 min so far", exact=True).wait_for()


def test_the_eye_watches_and_the_first_tap_registers(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site)
    assert site.people.devices == {}, "looking registers nobody"
    page.get_by_role("button", name="Watch", exact=True).click()
    until(lambda: site.people.devices and site.list_of("eu")["realms"] == ["retail/eu-realm-0"])
    page.get_by_role("button", name="Watching").click()
    until(lambda: site.list_of("eu")["realms"] == [])
    page.reload()
    page.get_by_role("button", name="Watch", exact=True).wait_for()


def test_two_taps_of_somebody_who_is_just_registered_are_both_in_their_name(home, visit):
    site = home(worlds.some_down())
    page = realm(visit, site)
    held = []
    page.route(re.compile(r"/v1/devices/[\w-]+$"), lambda route: route.continue_() if held else held.append(route))
    page.get_by_role("button", name="Watch", exact=True).click()
    until(lambda: page.wait_for_timeout(20) or held)
    page.get_by_role("button", name="Notify me once when it is back").click()
    settled(site)
    held[0].continue_()
    until(lambda: site.people.devices and site.list_of("eu")["realms"] == ["retail/eu-realm-0"])
    page.get_by_role("button", name="You will be notified once when it is back").wait_for()
    assert not [one for one in site.answers if one[1] == 401]


def test_connected_realms_are_linked_and_counted(home, visit):
    world = worlds.some_down()
    for number in (1, 2):
        world.realms["eu", "retail"][number].update(connectedRealm=100, state="down", since=b.stamp(b.now()))
    page = realm(visit, home(world))
    page.get_by_text(re.compile(r"^5\d min so far, with 2 other realms$")).wait_for()
    page.get_by_role("link", name="Eu Realm 1").click()
    page.wait_for_selector("h1:has-text('Ревущий фьорд')")
    page.go_back()
    page.wait_for_selector(".realm-title:has-text('Kazzak')")


def test_the_name_comes_in_the_viewers_language(home, visit):
    title = realm(visit, home(worlds.all_up()), locale="ko-KR").locator(".realm-title bdi")
    assert (title.inner_text(), title.get_attribute("lang")) == ("카자크", "ko-KR")


def test_an_unknown_realm_is_a_clear_answer(home, visit):
    page = realm(visit, home(worlds.all_up()), slug="atlantis", expect="#detail h1", noisy=True)
    assert page.locator("#detail h1").inner_text() == "There is no such realm."
    page.locator("#detail").get_by_role("link", name="All realms").click()
    page.wait_for_selector("#panel-realms .row")


def change(site, **facts):
    site.world.realms["eu", "retail"][0].update(facts)


def now_up(site):
    change(site, state="up", since=b.stamp(b.now()), population="full")


def test_becoming_visible_shows_the_present(home, visit):
    """An open page went on saying "Down since" after the realm was up."""
    site = home(worlds.some_down())
    page = realm(visit, site)
    page.wait_for_timeout(1600)  # allowed: for so long after an answer the page asks for nothing new
    page.evaluate(HIDE, True)
    now_up(site)
    two_answers(page, 300)
    assert "Down since" in page.locator(".realm-now").inner_text()
    page.evaluate(HIDE, False)
    page.wait_for_selector(".realm-now:has-text('Up since')")


def test_the_button_and_a_pull_down_show_the_present(home, visit):
    site = home(worlds.some_down())
    page = realm(visit, site, has_touch=True)
    now_up(site)
    page.get_by_role("button", name="Refresh").click()
    page.wait_for_selector(".realm-now:has-text('Up since')")
    change(site, state="down")
    pull(page, 80)
    page.wait_for_selector(".realm-now:has-text('Down since')")


PULL = """async by => {
  const at = y => [new Touch({ identifier: 1, target: document.body, clientX: 180, clientY: y })];
  const fire = (kind, y) => document.body.dispatchEvent(new TouchEvent(kind, { bubbles: true, touches: kind === 'touchend' ? [] : at(y),
      changedTouches: at(y) }));
  fire('touchstart', 100);
  for (let y = 100; y <= 100 + by; y += 8) fire('touchmove', y);
  const open = document.querySelector('.pull .eye.open') !== null;
  const seen = !document.querySelector('.pull').hidden;
  fire('touchend', 100 + by);
  return [seen, open, document.querySelector('.pull').hidden];
}"""


def pull(page, by):
    return page.evaluate(PULL, by)


def test_a_pull_is_an_eye_that_opens_at_64_points(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, has_touch=True)
    page.wait_for_selector("#panel-watched .first:visible")
    page.wait_for_timeout(1600)  # allowed: for so long after an answer the page asks for nothing new
    asked = site.gets("/v1/regions/eu/realms?")
    assert pull(page, 40) == [True, False, True]
    two_answers(page, 300)
    assert site.gets("/v1/regions/eu/realms?") == asked, "too short to mean it"
    assert pull(page, 72) == [True, True, True]
    until(lambda: site.gets("/v1/regions/eu/realms?") == asked + 1)


CLICKED = """async (navigate) => {
    const work = [];
    const event = new Event('notificationclick');
    event.notification = { close() {}, data: { navigate } };
    event.waitUntil = (promise) => work.push(promise);
    self.dispatchEvent(event);
    // Only a real tap may focus a window; what counts here is what the page is told.
    await Promise.allSettled(work);
}"""


def worker(page, scope):
    """The worker of a scope: there is one for the app and one for the pages of realms, and they begin one after the other."""
    wait_until(page, """async scope => (await navigator.serviceWorker.getRegistrations())
        .some(one => one.scope.endsWith(scope) && one.active?.state === 'activated')""", scope)

    def found():
        page.wait_for_timeout(20)
        return next((one for one in page.context.service_workers if one.evaluate("registration.scope").endswith(scope)), None)

    until(found, what=f"no worker of {scope}")
    return found()


@pytest.mark.worker
@pytest.mark.parametrize("path", ["/realms/eu/retail/eu-realm-0"])
def test_a_notice_whose_page_is_open_already_refreshes_it(home, visit, path):
    """The worker's branch for the page that is open only gave it the focus."""
    site = home(worlds.some_down())
    page = realm(visit, site)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.wait_for_timeout(1600)  # allowed: for so long after an answer the page asks for nothing new
    now_up(site)
    worker(page, "/realms/").evaluate(CLICKED, path)
    page.wait_for_selector(".realm-now:has-text('Up since')")


@pytest.mark.parametrize("look, words", [
    ({"state": "stale", "since": None, "reason": "Battle.net eu/retail answered HTTP 503"}, "does not answer (503)"),
    ({"state": "noNetwork", "since": None}, "The box has no network.")])
def test_what_is_not_fresh_never_looks_so(home, visit, look, words):
    site = home(worlds.some_down())
    site.world.freshness["eu", "retail"] = {**look, "since": b.stamp(b.now() - b.timedelta(minutes=31))}
    page = realm(visit, site)
    assert page.locator(".realm-now").inner_text() == "Down when last seen"
    assert page.locator(".realm-view.old").count() == 1
    assert page.locator(".as-of.stale").is_visible()
    assert words in page.locator("main").inner_text() and "Stale since" in page.locator("main").inner_text()


@pytest.mark.worker
def test_without_a_connection_the_last_known_state_is_marked(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    settled(site)
    answered = len(site.answers)
    page.reload()
    kept(page, "/v1/realms/eu/retail/eu-realm-0", after=answered)
    site.break_link()
    page.reload()
    page.wait_for_selector(".realm-view.old")
    assert "cannot be reached. As of" in page.locator("#strip-words").inner_text()
    assert page.locator(".realm-title").inner_text() == "Kazzak"
    assert page.locator(".realm-now").inner_text() == "Up when last seen"


@pytest.mark.worker
def test_an_unreachable_appliance_is_said(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    site.break_link()
    page.goto(f"{site.url}/realms/kr/retail/kr-realm-2")
    page.locator("#detail h1", has_text="This realm cannot be shown right now.").wait_for()
    page.locator("#detail", has_text="the box cannot be reached").wait_for()
    site.mend_link()
    page.locator("#detail").get_by_role("button", name="Try again").click()
    page.wait_for_selector(".realm-now")


def test_tell_me_once_is_there_while_it_is_down_and_is_said_to_stand(home, visit):
    site = home(worlds.some_down())
    page = realm(visit, site, scripts=(permission("default", "granted"), PUSH_SERVICE))
    page.get_by_role("button", name="Notify me once when it is back").click()
    until(lambda: [body for body in site.puts("wishes/eu")] == [{"id": "retail/eu-realm-0", "tellOnce": True}])
    set_ = page.get_by_role("button", name="You will be notified once when it is back")
    set_.wait_for()
    assert set_.get_attribute("aria-pressed") == "true"
    assert "notifications are off" in page.locator("#say-words").inner_text(), "a wish that cannot reach anybody"
    page.reload()
    set_.wait_for()
    set_.click()
    until(lambda: site.puts("wishes/eu")[-1] == {"id": "retail/eu-realm-0", "tellOnce": False})


def test_an_answer_from_before_a_wish_was_made_does_not_take_it_back(home, visit):
    site = home(worlds.some_down())
    # What is drawn from time to time is drawn when the test says so.
    page = realm(visit, site, scripts=("window.ticks = []; window.setInterval = (act) => ticks.push(act);",))
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("button", name="Watching").wait_for()
    settled(site)
    late = Late(page, "/wishes/eu$")
    page.locator("#as-of").click()
    late.asked()
    page.get_by_role("button", name="Notify me once when it is back").click()
    stands = page.get_by_role("button", name="You will be notified once when it is back")
    stands.wait_for()
    late.come()
    settled(site, page=page)
    page.evaluate("ticks.forEach(act => act())")
    assert stands.count() == 1 and stands.get_attribute("aria-pressed") == "true"


def test_of_two_wishes_the_first_ones_answer_does_not_take_the_second_back(home, visit):
    site = home(worlds.some_down())
    page = realm(visit, site)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("button", name="More about this realm").click()
    settled(site)
    late = Late(page, "/wishes/eu$", "PUT")
    page.get_by_role("button", name="Mute for an hour").click()
    late.asked()
    page.get_by_role("button", name="More about this realm").click()
    page.get_by_role("button", name="Urgent").click()
    settled(site, page=page)
    late.come()
    until(lambda: page.wait_for_timeout(20) or len(site.puts("wishes/eu")) == 2)
    settled(site, page=page)
    marks = page.locator(".realm-marks")
    assert "Muted until" in marks.text_content() and page.locator(".menu-line[aria-pressed=true]").count() == 1


def test_a_realm_that_is_up_already_says_so_and_refreshes(home, visit):
    site = home(worlds.some_down())
    site.people.up = lambda region, realm: True
    page = realm(visit, site, noisy=True)
    now_up(site)
    page.get_by_role("button", name="Notify me once when it is back").click()
    page.wait_for_selector("#say-words:has-text('the realm is up already')")
    page.wait_for_selector(".realm-now:has-text('Up since')")


def test_the_menu_mutes_for_an_hour_and_makes_urgent(home, visit):
    site = home(worlds.some_down())
    page = realm(visit, site)
    assert page.get_by_role("button", name="More about this realm").is_hidden(), "for watched realms only"
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("button", name="More about this realm").click()
    page.get_by_role("button", name="Mute for an hour").click()
    until(lambda: site.puts("wishes/eu")[-1:] == [{"id": "retail/eu-realm-0", "muteMinutes": 60}])
    page.get_by_text("Muted until").wait_for()
    page.get_by_role("button", name="More about this realm").click()
    page.get_by_role("button", name="Urgent").click()
    until(lambda: site.puts("wishes/eu")[-1] == {"id": "retail/eu-realm-0", "urgent": True})
    wait_until(page, "() => document.querySelector('.menu-line[aria-pressed]').getAttribute('aria-pressed') === 'true'")
    page.get_by_role("button", name="Unmute").click()
    until(lambda: site.puts("wishes/eu")[-1] == {"id": "retail/eu-realm-0", "muteMinutes": 0})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_size_and_has_contrast(home, visit, scheme):
    page = realm(visit, home(past(worlds.some_down())), color_scheme=scheme)
    page.locator(".past rect").first.wait_for(state="attached")
    fits(page)
    assert page.evaluate(measures.CONTRAST)["poor"] == []
