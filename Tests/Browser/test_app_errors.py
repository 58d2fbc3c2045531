"""The app with a bad connection, a closed door or somebody else's change: it says so, and nothing is lost."""

import re
from datetime import timedelta

import pytest

import bodies as b
import worlds
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, caught_up, choose_region, go, is_gold, names, open_app, ready, row, settled, until, watching
from measures import two_answers, wait_until

#: Whether the worker controls the page and has kept answers that came after so many others. It keeps each on its own, after the
#: page has it, and forgets the one before first.
KEPT = """async ([paths, after]) => {
  if (navigator.serviceWorker.controller === null || !await caches.has('watchpost-kept')) return false;
  const cache = await caches.open('watchpost-kept');
  const found = await Promise.all(paths.map(path => cache.match(path, { ignoreSearch: true })));
  return found.every(one => one && Number(one.headers.get('Answer-Number') ?? 0) > after);
}"""
LISTS = ("/v1/regions", "/v1/regions/eu/realms")


def kept(page, *paths, after: int = -1):
    """Waits until the worker keeps what was asked for last."""
    wait_until(page, KEPT, [list(paths), after])


def visited_once(visit, site, **options):
    """An app that was opened before, with a worker that has seen the lists."""
    page = open_app(visit, site, noisy=True, **options)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    settled(site)
    answered = len(site.answers)
    page.reload()
    kept(page, "/v1/about", *LISTS, "/v1/regions/eu/realms/history", after=answered)
    page.wait_for_selector(".as-of:not(.stale)[aria-busy=false]")
    settled(site)
    return page


@pytest.mark.worker
def test_without_a_connection_the_app_opens_with_the_last_known_lists_marked_as_old(home, visit):
    site = home(worlds.some_down())
    page = visited_once(visit, site)
    site.break_link()
    page.reload()
    # What was kept stands there before it is known that nobody answers.
    page.wait_for_selector(".as-of.stale[aria-busy=false]")
    assert re.fullmatch(r"The box cannot be reached\. As of (\w+ )?\d\d:\d\d\.", page.locator("#strip-words").inner_text())
    go(page, REALMS)
    assert len(names(page, REALMS)) == 340
    sign = page.locator("#panel-realms .row", has=page.get_by_text("Die Silberne Hand", exact=True))
    assert "old" in sign.get_attribute("class")
    colours = sign.locator(".row-sign").evaluate("n => getComputedStyle(n).color.match(/\\d+/g).map(Number)")
    assert max(colours) - min(colours) < 60, "what is old has no colour"
    go(page, WATCHED)
    assert "could not be loaded" in page.locator("#panel-watched .empty:visible").inner_text()
    site.mend_link()
    page.locator("#again").click()
    page.wait_for_selector(".as-of:not(.stale)")


@pytest.mark.worker
def test_one_visit_is_enough_to_have_the_lists_without_a_connection(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    kept(page, *LISTS)
    site.break_link()
    page.reload()
    page.wait_for_selector(".as-of.stale")
    assert len(names(page, REALMS)) == 340


@pytest.mark.worker
def test_lists_that_were_under_way_when_the_worker_took_over_are_kept_too(home, visit):
    site = home(worlds.all_up())
    worker, answer = site.hold("/app/worker.js"), site.hold("/v1/regions/eu/realms")
    asked = "window.asked = []; const real = window.fetch; window.fetch = (...all) => { asked.push(String(all[0])); return real(...all); };"
    page = open_app(visit, site, noisy=True, scripts=[asked])
    wait_until(page, "() => asked.some(one => one.startsWith('/v1/regions/eu/realms?'))")
    worker.set()
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    answer.set()
    page = ready(page)
    kept(page, *LISTS)


@pytest.mark.worker
def test_everything_the_app_loads_is_in_the_offline_shell(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    site.break_link()
    page.reload()
    for tab in (REALMS, MAPS, SETTINGS, WATCHED):
        go(page, tab)
        if tab == SETTINGS:
            until(lambda: "About1.2.3" in page.locator("#panel-settings").text_content())
    shell = page.evaluate("""async () => { const name = (await caches.keys()).find(one => one.startsWith('watchpost-shell'));
        return (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname); }""")
    loaded = page.evaluate("performance.getEntriesByType('resource').map(one => new URL(one.name).pathname)")
    assert {one for one in loaded if one.startswith(("/app", "/assets"))} - {"/app/worker.js"} <= set(shell)


@pytest.mark.worker
def test_a_new_version_of_the_app_replaces_the_kept_one(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    site.version = "next"
    page.reload()
    wait_until(page, "async () => (await caches.keys()).join().includes('watchpost-shell-next')")
    wait_until(page, "async () => !(await caches.keys()).includes('watchpost-shell-development')")


@pytest.mark.worker
def test_a_slow_network_shows_the_last_known_lists_meanwhile(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    regions = site.hold("/v1/regions")
    site.world.realms["eu", "retail"][0].update(state="down", since=b.stamp(b.now()))
    page.reload()
    page.wait_for_selector(".as-of.stale[aria-busy=true]")
    go(page, REALMS)
    assert "Up when last seen" in row(page, "Kazzak").text_content()
    regions.set()
    page.wait_for_selector(".as-of:not(.stale)[aria-busy=false]")
    assert "Down since" in row(page, "Kazzak").text_content()


#: Questions by their numbers, of which `answer` and `fail` let answers come; `heard` has what came of each, `taken` what was taken.
ASKED = """async ([steps]) => {
  const { Questions } = await import('/assets/questions.js');
  const [questions, asked, taken, heard] = [new Questions(), [], [], []];
  const acts = {
    ask: number => { questions.ask(() => new Promise((answer, fail) => asked.push({ answer, fail })), one => taken.push(one))
      .then(() => heard.push(`${number} is over`), problem => heard.push(`${number}: ${problem.message}`)); },
    answer: number => asked[number].answer(number), fail: number => asked[number].fail(new Error(`failure of ${number}`)),
    deed: () => questions.outdate(),
  };
  for (const [act, number] of steps) {
    acts[act](number);
    await new Promise(done => setTimeout(done));
  }
  return [taken, heard];
}"""


#: What is done one after the other; which answers were taken, and what each question came to.
ORDERS = [
    ("ask 0, ask 1, answer 0, answer 1", [0, 1], ["0 is over", "1 is over"]),
    ("ask 0, ask 1, answer 1, answer 0", [1], ["1 is over", "0 is over"]),
    ("ask 0, ask 1, answer 1, fail 0", [1], ["1 is over", "0 is over"]),
    ("ask 0, ask 1, fail 1, answer 0", [0], ["1: failure of 1", "0 is over"]),
    ("ask 0, deed, answer 0, answer 1", [1], ["0 is over"]),
    ("ask 0, deed, fail 0, answer 1", [1], ["0 is over"]),
    ("ask 0, deed, ask 1, answer 0, answer 1", [1], ["1 is over", "0 is over"]),
    ("ask 0, ask 1, ask 2, answer 1, answer 0, fail 2", [1], ["1 is over", "2: failure of 2", "0: failure of 2"]),
    ("ask 0, answer 0, deed, ask 1, answer 1", [0, 1], ["0 is over", "1 is over"])]


def test_of_several_questions_no_older_answer_counts(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    for steps, taken, heard in ORDERS:
        made = [(act, int(number or 0)) for act, _, number in (one.partition(" ") for one in steps.split(", "))]
        assert page.evaluate(ASKED, [made]) == [taken, heard], steps


#: Counts what the page has heard of what the worker remembers.
RECALLED = """window.recalled = 0;
const real = window.fetch;
window.fetch = async (address, options) => {
  const answer = await real(address, options);
  if (options?.headers?.['Watchpost-Kept']) recalled += 1;
  return answer;
};"""


@pytest.mark.worker
@pytest.mark.parametrize("tab, path", [(REALMS, "/v1/regions"), (MAPS, "/v1/rotations")])
def test_what_is_only_remembered_takes_the_place_of_nothing_newer(home, visit, tab, path):
    site = home(worlds.all_up())
    page = visited_once(visit, site, scripts=[RECALLED])
    go(page, tab)
    page.wait_for_selector(".as-of:not(.stale)[aria-busy=false]")
    settled(site)
    kept(page, path)
    answer, before = site.hold(path), page.evaluate("recalled")
    page.locator("#as-of").click()
    wait_until(page, "before => recalled > before + 1", before)
    caught_up(page)
    assert page.locator("#as-of.stale").count() == 0 and page.locator("#strip").is_hidden()
    answer.set()
    settled(site)
    assert page.locator("#as-of.stale").count() == 0


def test_nothing_shifts_when_the_answers_come_late(home, visit):
    site = watching(home, "eu-realm-0")
    site.delays["/v1/"] = 0.4
    page = open_app(visit, site, scripts=["""window.shifts = [];
        new PerformanceObserver(all => { for (const one of all.getEntries()) window.shifts.push(one.value); })
            .observe({ type: 'layout-shift', buffered: true });"""])
    page.wait_for_selector("#panel-watched .row")
    settled(site)
    two_answers(page)
    assert page.evaluate("shifts.reduce((sum, one) => sum + one, 0)") < 0.1


def test_a_list_changed_elsewhere_is_merged_with_the_last_tap_and_said_quietly(home, visit):
    site = watching(home, "eu-realm-0")
    page = ready(open_app(visit, site, noisy=True))
    key = (site.device["id"], "watchlist/eu")
    site.people.documents[key] = {"region": "eu", "version": 9, "realms": ["retail/eu-realm-5"],
                                  "kinds": {"status": True, "queue": True}}
    row(page, "Burning Legion").click()
    until(lambda: site.list_of("eu")["version"] == 10)
    assert site.list_of("eu")["realms"] == ["retail/eu-realm-5", "retail/eu-realm-4"]
    assert site.list_of("eu")["kinds"]["queue"] is True, "the newer list's switches count"
    assert "changed elsewhere" in page.locator("#say").inner_text()
    assert page.locator("[role=status]:has-text('changed elsewhere')").count() == 1, "polite, not an alarm"
    wait_until(page, "() => [...document.querySelectorAll('#panel-realms .row-button[aria-pressed=true] .row-name')].length === 2")
    assert not is_gold(row(page, "Kazzak"))


def test_a_tap_without_a_connection_is_kept_and_sent_when_it_is_back(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.break_link()
    row(page, "Kazzak").click()
    assert is_gold(row(page, "Kazzak"))
    page.wait_for_selector("#say:has-text('Not saved yet')")
    site.mend_link()
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-0"])
    page.wait_for_selector("#say", state="hidden")


def test_a_refused_list_is_taken_back_with_the_reason(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.statuses[f"/v1/devices/{site.device['id']}/watchlist/eu"] = 400
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:has-text('refused with 400 for a test')")
    assert not is_gold(row(page, "Kazzak")), "the eye shows what the appliance has"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_appliance_is_tried_again(home, visit, status):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    address = f"/v1/devices/{site.device['id']}/watchlist/eu"
    site.statuses[address] = status
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:has-text('Trying again')")
    del site.statuses[address]
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-0"])


@pytest.mark.worker
def test_a_tunnel_without_an_appliance_behind_it_is_told_apart(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    page.route("**/v1/devices/**", lambda route: route.fulfill(status=530, content_type="text/html", body="<h1>1033</h1>"))
    page.reload()
    page.wait_for_selector("#panel-watched .empty:visible:has-text('the tunnel answers')")


def test_a_page_of_somebody_in_between_is_no_answer_and_no_tap_is_lost_to_it(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.foreign = ("/v1/devices/",)
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:has-text('something else answers')")
    assert is_gold(row(page, "Kazzak"))
    site.foreign = ()
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-0"])


@pytest.mark.parametrize("status", [401, 403, 404, 408, 409, 425, 429, 500])
def test_a_refusal_without_the_words_of_the_box_undoes_nothing(home, visit, status):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.foreign, site.foreign_status = ("/v1/devices/",), status
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:has-text('Not saved yet')")
    assert is_gold(row(page, "Kazzak"))
    site.foreign = ()
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-0"])


@pytest.mark.parametrize("status", [408, 425])
def test_a_refusal_that_means_later_is_tried_again(home, visit, status):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    address = f"/v1/devices/{site.device['id']}/watchlist/eu"
    site.statuses[address] = status
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:has-text('Not saved yet')")
    assert is_gold(row(page, "Kazzak"))
    del site.statuses[address]
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-0"])


def test_not_found_without_the_words_of_the_box_says_nothing_of_a_realm(home, visit):
    site = home(worlds.all_up())
    site.foreign, site.foreign_status = ("/v1/realms/",), 404
    page = visit(f"{site.url}/realms/eu/retail/nowhere", width=390, height=844, expect="#detail .page-error", noisy=True)
    assert "something else answers instead of the box" in page.locator("#detail").inner_text()
    assert "There is no such realm" not in page.locator("#detail").inner_text()
    assert page.locator("#detail").get_by_role("button", name="Try again").is_visible()


@pytest.mark.worker
@pytest.mark.parametrize("status", [403, 404])
def test_a_refusal_of_somebody_in_between_does_not_take_the_place_of_what_was_known(home, visit, status):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    site.foreign, site.foreign_status = ("/v1/",), status
    page.reload()
    page.wait_for_selector(".as-of.stale")
    go(page, REALMS)
    assert len(names(page, REALMS)) == 340


@pytest.mark.worker
def test_a_page_of_somebody_in_between_does_not_take_the_place_of_what_was_known(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    site.foreign = ("/v1/",)
    for _ in range(2):
        page.reload()
        page.wait_for_selector(".as-of.stale")
        go(page, REALMS)
        assert len(names(page, REALMS)) == 340
    site.foreign = ()
    page.locator("#again").click()
    page.wait_for_selector(".as-of:not(.stale)")


def test_eyes_wait_for_the_list(home, visit):
    site = watching(home, "eu-realm-0")
    lists = site.hold("/v1/devices")
    page = open_app(visit, site)
    go(page, REALMS)
    page.wait_for_selector("#panel-realms .row")
    assert row(page, "Kazzak").is_disabled(), "nobody can overwrite a list that was not seen yet"
    lists.set()
    page.wait_for_selector("#panel-realms .row-button:not([disabled])")
    assert is_gold(row(page, "Kazzak"))


def test_a_watched_realm_that_is_not_listed_keeps_its_row(home, visit):
    page = open_app(visit, watching(home, "gone-away", "eu-realm-0"))
    page.wait_for_selector("#panel-watched .row")
    missing = row(page, "Gone Away", WATCHED)
    assert "Not listed at the moment" in missing.text_content()
    assert is_gold(missing)


def test_a_realm_that_left_the_list_says_since_when(home, visit):
    world = worlds.all_up()
    world.realms["eu", "retail"][0].update(state="unknown", gone=True, since=b.stamp(b.now() - timedelta(minutes=42)))
    world.realms["eu", "retail"][1].update(state="unknown", gone=True)
    page = ready(open_app(visit, home(world)))
    go(page, REALMS)
    left, gone = (one["name"] for one in world.realms["eu", "retail"][:2])
    assert re.search(r"Not listed since \d\d:\d\d", row(page, left).text_content())
    assert "Not listed any more" in row(page, gone).text_content()


def test_stale_sources_are_marked(home, visit):
    page = ready(open_app(visit, home(worlds.some_down())))
    choose_region(page, "Korea")
    go(page, REALMS)
    row(page, "하이잘").wait_for()
    group = page.locator("#panel-realms .group[data-kind=stale]")
    assert re.fullmatch(r"Stale since (\w+ )?\d\d:\d\d\. Blizzard’s service does not answer \(503\)\. Shown as last seen\.",
                        group.locator(".group-strip p").inner_text())
    assert "old" in page.locator("#panel-realms .row").first.get_attribute("class")
    assert page.locator(".as-of.stale").is_visible(), "nothing of this region is fresh"


def test_hostile_names_stay_text(home, visit):
    page = ready(open_app(visit, home(worlds.hostile())))
    assert page.evaluate("window.broken") is None
    assert page.locator("main img, main script").count() == 0
