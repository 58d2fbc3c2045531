"""Notifications: asked for by a tap only, explained where they are not possible, and shown whatever arrives."""

import contextlib
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Error

import worlds
from app_browser import PUSH_SERVICE, SHOWN, deliver, permission, worker_of
from app_hands import HIDE, SETTINGS, Late, go, open_app, ready, settled, until
from app_people import CODE, PUBLIC, PUBLIC_KEY
from conftest import WHOLE_CHROMIUM, browsing
from measures import PATIENCE, PATIENT, wait_until

pytestmark = pytest.mark.worker

IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 "
          "Mobile/15E148 Safari/604.1")


@pytest.fixture(scope="module")
def browser(playwright):
    """The whole Chromium: the one without windows has nowhere to show a notice."""
    yield from browsing(playwright, WHOLE_CHROMIUM)


def settings(visit, site, *scripts, **options):
    page = open_app(visit, site, scripts=scripts, **options)
    page.evaluate("location.hash = 'settings/notifications'")
    page.wait_for_selector(".sheet[data-state]:not([data-state=waiting])")
    return page


def sheet(page):
    return page.locator(".sheet[data-state]")


def enabled(visit, site, **options):
    page = settings(visit, site, permission("default", "granted"), PUSH_SERVICE, **options)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    return page


def test_permission_is_asked_for_by_a_tap_only(home, visit):
    page = settings(visit, home(worlds.all_up()), permission("default", "granted"), PUSH_SERVICE)
    assert page.evaluate("asked") == []
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    assert page.evaluate("asked") == [True]


def test_a_tap_that_is_quicker_than_the_worker_waits_for_it(home, visit):
    held = """(() => {
      const original = ServiceWorkerContainer.prototype.register;
      ServiceWorkerContainer.prototype.register = async function (...all) {
        await new Promise((done) => { (window.waiting ??= []).push(done); });
        return original.apply(this, all);
      };
    })();"""
    page = settings(visit, home(worlds.all_up()), held, permission("default", "granted"), PUSH_SERVICE)
    page.get_by_role("button", name="Enable notifications").click()
    until(lambda: page.evaluate("asked") == [True])
    assert page.get_by_role("button", name="Enable notifications").get_attribute("aria-busy") == "true"
    page.evaluate("waiting.forEach((done) => done())")
    page.wait_for_selector(".sheet[data-state=on]")


def test_the_subscription_belongs_to_the_appliances_key_and_is_registered(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    options = page.evaluate("[subscribed[0].userVisibleOnly, btoa(String.fromCharCode(...subscribed[0].applicationServerKey))]")
    assert options == [True, PUBLIC_KEY.replace("-", "+").replace("_", "/") + "="]
    assert site.puts(f"/v1/devices/{site.device['id']}")[-1]["push"] == {
        "kind": "webpush", "endpoint": "https://push.example.org/1", "keys": {"p256dh": "P", "auth": "A"}}


def test_the_subscription_is_posted_again_on_each_opening(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    before = len([one for one in site.told if one[0] == "PUT" and (one[2] or {}).get("push")])
    page.add_init_script(permission("granted", "granted"))
    page.reload()
    until(lambda: len([one for one in site.told if one[0] == "PUT" and (one[2] or {}).get("push")]) == before + 1)


def test_a_subscription_that_the_browser_lost_is_made_anew(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    page.add_init_script(permission("granted", "granted"))
    page.evaluate("sessionStorage.removeItem('push-service')")
    page.reload()
    until(lambda: "https://push.example.org/2" in json.dumps(site.told))


def test_a_permission_that_was_taken_back_is_told_to_the_appliance(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    page.add_init_script(permission("denied", "denied"))
    page.reload()
    until(lambda: site.device["push"] is None)


def test_a_denied_permission_is_explained(home, visit):
    page = settings(visit, home(worlds.all_up()), permission("default", "denied"), PUSH_SERVICE)
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=denied]")
    assert "blocked for this site" in sheet(page).inner_text()
    assert page.get_by_role("button", name="Enable notifications").count() == 0, "asking again would change nothing"


def test_a_push_service_that_refuses_is_quoted(home, visit):
    page = settings(visit, home(worlds.all_up()), permission("default", "granted"), PUSH_SERVICE,
                    "window.refusal = 'Registration failed - push service error';")
    page.get_by_role("button", name="Enable notifications").click()
    sheet(page).get_by_text("push service refused: Registration failed - push service error").wait_for()


@pytest.mark.parametrize("address", ["https://watch.example.org", None])
def test_on_plain_http_the_reason_is_given_and_the_https_address_if_there_is_one(home, visit, address):
    from conftest import PLAIN

    site = home(worlds.all_up())
    site.people.about["publicURL"] = address
    page = visit(f"{site.url.replace('127.0.0.1', PLAIN)}/app#settings/notifications", expect=".sheet[data-state=insecure]")
    words = sheet(page).inner_text()
    assert "only over HTTPS" in words and "tunnel" in words
    way = sheet(page).get_by_role("button", name="Continue at watch.example.org with your lists")
    # The plain address would lead to somebody new.
    if address:
        way.wait_for()
        assert sheet(page).get_by_role("link").count() == 0
    else:
        guide = sheet(page).get_by_role("link", name="Open the guide")
        guide.wait_for()
        assert way.count() == 0 and guide.get_attribute("href") == "/manual/tunnel"
    assert page.get_by_role("button", name="Enable notifications").count() == 0


@pytest.fixture
def outside(browser):
    """A browser for which a fixture server has an https address as well, as a tunnel gives it one."""
    contexts = []

    def through(route, site):
        asked = route.request
        away = {"host", "connection", "content-length", "accept-encoding"}
        request = Request(asked.url.replace(PUBLIC, site.url), asked.post_data_buffer, method=asked.method,
                          headers={name: value for name, value in asked.headers.items() if name not in away})
        try:
            answer = urlopen(request, timeout=PATIENCE) if "/v1/events" not in asked.url else None
        except HTTPError as refused:
            answer = refused
        # A page that went on no longer waits for it.
        with contextlib.suppress(Error):
            if answer is None:
                route.abort()
            else:
                route.fulfill(status=answer.status, headers=dict(answer.headers), body=answer.read())

    def go(site, address):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", service_workers="block")
        contexts.append(context)
        context.route(f"{PUBLIC}/**", lambda route: through(route, site))
        context.add_init_script(PATIENT)
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        return page

    yield go
    for context in contexts:
        context.close()


def test_the_way_to_the_https_address_brings_the_person_along(home, outside):
    from conftest import PLAIN

    site = home(worlds.all_up())
    site.people.about["publicURL"] = PUBLIC
    page = outside(site, f"{site.url.replace('127.0.0.1', PLAIN)}/app#settings/notifications")
    page.get_by_role("button", name="Continue at watch.example.org").click()
    page.wait_for_url(f"{PUBLIC}/app#**")
    field = page.get_by_label("Code from the other device")
    field.wait_for()
    assert page.evaluate("isSecureContext") and field.input_value() == CODE
    # Waiting in the page lets its requests through.
    until(lambda: page.wait_for_timeout(20) or len(site.people.devices) == 2, what="the browser is somebody new there")
    page.get_by_role("button", name="Link", exact=True).click()
    page.get_by_text("2 devices share your watch lists").wait_for()
    assert site.people.persons == [set(site.people.devices)], "one person with both phones"


def test_a_browser_without_a_phone_gets_the_address_alone(home, visit):
    from conftest import PLAIN

    site = home(worlds.all_up())
    site.people.about["publicURL"] = PUBLIC
    page = visit(f"{site.url.replace('127.0.0.1', PLAIN)}/app#settings/notifications", expect=".sheet[data-state=insecure]", noisy=True,
                 scripts=["const ask = window.fetch; window.fetch = (address, ...more) => String(address).includes('/v1/devices')"
                          " ? Promise.reject(new TypeError('away')) : ask(address, ...more);"])
    assert sheet(page).get_by_role("link").get_attribute("href") == f"{PUBLIC}/app"
    assert page.get_by_role("button", name="Continue at").count() == 0


def test_the_way_to_the_home_screen_offers_the_code_to_type_there(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site, user_agent=IPHONE)
    page.get_by_role("button", name="Show a code for the new app").click()
    sheet(page).locator(f"output:has-text('{CODE}')").wait_for()
    assert "Linked devices" in sheet(page).inner_text() and "Enter it in the app on the Home Screen by" in sheet(page).inner_text()
    [device] = site.people.devices
    assert site.people.maker == device


def test_an_iphone_is_shown_the_way_to_the_home_screen_first(home, visit):
    page = settings(visit, home(worlds.all_up()), user_agent=IPHONE)
    assert sheet(page).get_attribute("data-state") == "homescreen"
    assert "Add to Home Screen" in sheet(page).locator("ol").inner_text()


def test_an_appliance_without_a_key_says_so(home, visit):
    site = home(worlds.all_up())
    site.people.about["webPush"] = None
    page = settings(visit, site, permission("default", "default"))
    assert "no key for Web Push" in sheet(page).inner_text()


def test_a_test_that_was_taken_says_what_the_push_service_said(home, visit):
    page = enabled(visit, home(worlds.all_up()))
    page.get_by_role("button", name="Send a test").click()
    sheet(page).get_by_text("The push service accepted it.").wait_for()


def test_a_test_that_failed_says_the_real_reason(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    site.people.test = {"accepted": False, "detail": "the push service says that this phone is gone", "reason": "Unregistered"}
    page.get_by_role("button", name="Send a test").click()
    sheet(page).get_by_text("this phone is gone (Unregistered)").wait_for()
    assert "bad" in sheet(page).locator(".result:visible").get_attribute("class")


def refused(site, reason="HTTP 410"):
    """What the appliance knows after the push service has called the phone gone."""
    site.device["push"] = {"kind": "webpush", "state": "disabled", "reason": reason}


def test_an_address_that_the_push_service_dropped_is_replaced_and_not_named_again(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    refused(site)
    before = len(site.told)
    page.add_init_script(permission("granted", "granted"))
    page.reload()
    page.wait_for_selector(".sheet[data-state=on]")
    until(lambda: "https://push.example.org/2" in json.dumps(site.told[before:]))
    assert "https://push.example.org/1" not in json.dumps(site.told[before:])
    assert site.device["push"]["state"] == "active"


def test_an_address_that_cannot_be_replaced_says_why_and_can_be_renewed_by_hand(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    refused(site)
    page.add_init_script(permission("granted", "granted") + "window.refusal = 'no connection';")
    page.reload()
    page.wait_for_selector(".sheet[data-state=refused]")
    assert "HTTP 410" in sheet(page).inner_text()
    page.evaluate("window.refusal = null")
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")


def test_a_push_service_that_is_not_known_undoes_nothing_and_is_named(home, visit):
    site = home(worlds.all_up())
    site.people.unknown = {"push.example.org"}
    page = settings(visit, site, permission("default", "granted"), PUSH_SERVICE)
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=refused]")
    words = "this browser’s push service, push.example.org, is not known to the box; its owner can allow it"
    assert words in sheet(page).inner_text().lower()
    # The phone stays what it was, also when the app is opened again.
    page.add_init_script(permission("granted", "granted"))
    page.reload()
    page.wait_for_selector(".sheet[data-state]:not([data-state=waiting])")
    assert "Not known right now" not in sheet(page).inner_text()
    assert site.device["id"] and site.device["push"] is None
    site.people.unknown = set()
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")


def test_an_address_that_is_refused_at_an_opening_leaves_the_phone_registered(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    site.people.unknown = {"push.example.org"}
    page.add_init_script(permission("granted", "granted"))
    page.reload()
    page.wait_for_selector(".sheet[data-state=refused]")
    assert "push.example.org" in sheet(page).inner_text()
    assert site.device["push"]["state"] == "active", "the address before it is the box's to drop"


#: The app's pauses are counted instead of waited for.
PAUSES = """(() => {
  const real = window.setTimeout;
  window.paused = [];
  window.setTimeout = (act, time, ...more) => {
    if (![800, 1600, 3200].includes(time)) return real(act, time, ...more);
    window.paused.push(time);
    return real(act, 0, ...more);
  };
})();"""


@pytest.mark.parametrize("dead_ends, pauses", [(0, []), (2, [800, 1600]), (3, [800, 1600, 3200])])
def test_an_address_that_leads_nowhere_is_asked_for_again_with_pauses(home, visit, dead_ends, pauses):
    site = home(worlds.all_up())
    page = settings(visit, site, permission("default", "granted"), PUSH_SERVICE, PAUSES, f"window.deadEnds = {dead_ends};")
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    assert page.evaluate("paused") == pauses
    assert page.evaluate("subscribed.length") == dead_ends + 1
    assert ".invalid" not in json.dumps(site.told)


@pytest.mark.parametrize("script, words", [
    ("window.deadEnds = 99;", "The browser gave an address that leads nowhere; try again in a minute, or use Chrome, Firefox or Safari."),
    ("window.isSilent = true;", "The browser gave no address and no reason; try again in a minute, or use another browser.")])
def test_a_browser_without_an_address_says_so_and_the_phone_stays_registered(home, visit, script, words):
    site = home(worlds.all_up())
    page = settings(visit, site, permission("default", "granted"), PUSH_SERVICE, PAUSES, script)
    page.get_by_role("button", name="Enable notifications").click()
    sheet(page).get_by_text(words).wait_for()
    assert sheet(page).get_attribute("data-state") == "off"
    assert site.device["push"] is None and ".invalid" not in json.dumps(site.told)


def test_a_lost_subscription_that_cannot_be_replaced_now_is_not_given_up(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    page.evaluate("sessionStorage.removeItem('push-service')")
    page.add_init_script(permission("granted", "granted") + "window.refusal = 'no connection';")
    page.reload()
    page.wait_for_selector(".sheet[data-state=refused]")
    assert "lost its push address" in sheet(page).inner_text()
    assert site.device["push"] is not None, "the person did not turn notifications off"
    page.add_init_script("window.refusal = null;")
    page.reload()
    page.wait_for_selector(".sheet[data-state=on]")
    until(lambda: "https://push.example.org/2" in json.dumps(site.told))


def test_notifications_can_be_turned_off(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    page.get_by_role("button", name="Turn notifications off").click()
    page.wait_for_selector(".sheet[data-state=off]")
    assert site.device["push"] is None
    # The appliance is told first: the page may be drawn before the browser has ended it, too.
    wait_until(page, "() => sessionStorage.getItem('push-service') === null")


def test_what_the_app_says_of_itself_does_not_turn_notifications_on_again(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    settled(site)
    late = Late(page, r"/v1/devices/[\w-]+$", "PUT")
    # Away for more than a minute: the app says anew who this phone is, and by which address it is told.
    page.evaluate(HIDE, True)
    page.evaluate("(() => { const real = Date.now; Date.now = () => real() + 90000; })()")
    page.evaluate(HIDE, False)
    late.asked()
    page.get_by_role("button", name="Turn notifications off").click()
    settled(site, page=page)
    late.come()
    page.wait_for_selector(".sheet[data-state=off]")
    settled(site, page=page)
    assert site.device["push"] is None and page.locator(".sheet[data-state=off]").count() == 1


def test_an_app_that_is_seen_while_notifications_end_does_not_turn_them_on_again(home, visit):
    site = home(worlds.all_up())
    page = enabled(visit, site)
    settled(site)
    page.evaluate("""(() => {
      const known = PushManager.prototype.getSubscription;
      const released = new Promise((resolve) => { window.release = resolve; });
      PushManager.prototype.getSubscription = async function () {
        const one = await known.call(this);
        return one && { ...one, unsubscribe: () => { window.isEnding = true; return released.then(one.unsubscribe); } };
      };
    })()""")
    page.get_by_role("button", name="Turn notifications off").click()
    wait_until(page, "() => window.isEnding")
    assert site.device["push"] is None
    # Away for more than a minute: the app says anew who this phone is, while the browser still has its subscription.
    told = len(site.puts("/v1/devices/"))
    page.evaluate(HIDE, True)
    page.evaluate("(() => { const real = Date.now; Date.now = () => real() + 90000; })()")
    page.evaluate(HIDE, False)
    until(lambda: len(site.puts("/v1/devices/")) > told)
    settled(site, page=page)
    page.evaluate("window.release()")
    page.wait_for_selector(".sheet[data-state=off]")
    settled(site, page=page)
    assert site.device["push"] is None and page.locator(".sheet[data-state=off]").count() == 1


def test_a_second_tap_on_the_switch_comes_too_early(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, scripts=(permission("default", "granted"), PUSH_SERVICE))
    go(page, SETTINGS)
    toggle = page.get_by_role("switch", name="Notifications")
    page.locator(".tell-line .line-note:has-text('Off'):visible").wait_for()
    settled(site)
    late = Late(page, r"/v1/devices/[\w-]+$", "PUT")
    toggle.check()
    late.asked()
    toggle.click()
    settled(site, page=page)
    assert toggle.is_checked(), "it stays where the first tap put it"
    late.come()
    page.locator(".tell-line.is-on").wait_for()
    settled(site, page=page)
    assert site.device["push"] is not None and all(one.get("push", "") is not None for one in site.puts("/v1/devices/"))


def installed(visit, site):
    """An app with its worker, allowed to show notices."""
    page = open_app(visit, site, permissions=["notifications"])
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    return page


NOTICE = {"title": "Kazzak is down", "body": "Europe, since 12:31", "navigate": "/realms/eu/retail/eu-realm-0", "lang": "en",
          "tag": "eu/retail/kazzak", "silent": False}


def shown(page, count=1):
    found = []

    def arrived():
        found[:] = page.evaluate(SHOWN)
        return len(found) == count

    until(arrived, what="no notice was shown")
    return found


def test_a_declarative_message_is_shown(home, visit):
    page = installed(visit, home(worlds.all_up()))
    deliver(page, json.dumps({"web_push": 8030, "notification": NOTICE}))
    assert shown(page) == [{**NOTICE, "renotify": True}]


def test_a_newer_notice_with_the_same_tag_replaces_the_older(home, visit):
    page = installed(visit, home(worlds.all_up()))
    deliver(page, json.dumps({"web_push": 8030, "notification": NOTICE}))
    shown(page)
    deliver(page, json.dumps({"web_push": 8030, "notification": {**NOTICE, "title": "Kazzak is up", "silent": True}}))
    until(lambda: [one["title"] for one in page.evaluate(SHOWN)] == ["Kazzak is up"])


@pytest.mark.parametrize("data", ["", "not json", '{"web_push": 8030}', '{"web_push": 1, "notification": {"title": "x"}}',
                                  '{"web_push": 8030, "notification": {"title": 5}}', "[]"])
def test_no_push_is_ever_silent(home, visit, data):
    page = installed(visit, home(worlds.all_up()))
    deliver(page, data)
    assert shown(page)[0]["title"] == "Watchpost"


@pytest.mark.parametrize("browser_speaks, chosen, language, words", [
    ("en-GB", None, "en", "Something changed. Open the app to see what."), ("pl-PL", None, "pl", "Coś się zmieniło."),
    ("en-GB", "pl", "pl", "Coś się zmieniło."), ("pl-PL", "en", "en", "Something changed."), ("de-DE", None, "en", "Something changed.")])
def test_the_workers_own_words_are_in_the_persons_language(home, visit, browser_speaks, chosen, language, words):
    site = home(worlds.all_up())
    script = f"localStorage.setItem('watchpost.language', {json.dumps(chosen)})" if chosen else ""
    page = open_app(visit, site, permissions=["notifications"], locale=browser_speaks, scripts=[script])
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    until(lambda: site.people.devices)
    page.reload()
    wait_until(page, "async () => (await caches.keys()).includes('watchpost-identity')")
    # What it says comes from the files that it keeps.
    wait_until(page, "async (tag) => (await caches.match(`/assets/${tag}.json`)) !== undefined", language)
    deliver(page, "not json")
    notice = shown(page)[0]
    assert notice["body"].startswith(words) and notice["lang"] == language


CLICK = """async () => {
  const worker = (await navigator.serviceWorker.getRegistration('/app')).active;
  const [notice] = await (await navigator.serviceWorker.getRegistration('/app')).getNotifications();
  return [worker.state, notice.data.navigate];
}"""


@pytest.mark.parametrize("navigate, expected", [
    ("/realms/eu/retail/eu-realm-0", "/realms/eu/retail/eu-realm-0"), ("javascript:alert(1)", "/app"), ("http://[", "/app")])
def test_a_tap_on_a_notice_opens_what_it_is_about(home, visit, navigate, expected):
    site = home(worlds.all_up())
    page = installed(visit, site)
    worker = worker_of(page)
    opened = worker.evaluate("""async (navigate) => {
        let went = null;
        const real = Clients.prototype.matchAll;
        Clients.prototype.matchAll = async () => [];
        Clients.prototype.openWindow = async (address) => { went = address; };
        const work = [];
        const event = new Event('notificationclick');
        event.notification = { close() {}, data: { navigate } };
        event.waitUntil = (promise) => work.push(promise);
        self.dispatchEvent(event);
        await Promise.all(work);
        Clients.prototype.matchAll = real;
        return went;
    }""", navigate)
    assert opened == site.url + expected


def test_what_the_worker_does_not_remember_is_no_error_in_the_console(home, visit):
    site = home(worlds.all_up())
    page = ready(installed(visit, site))
    reminders = []
    for event in ("requestfinished", "requestfailed"):
        page.on(event, lambda one: reminders.append(one.url) if one.headers.get("watchpost-kept") == "only" else None)
    realm = site.hold("/v1/realms/")
    page.get_by_role("link", name="Kazzak, details").click()
    # An answer that is slow lets the page ask the worker for what it remembers; the end of the test looks at the console.
    until(lambda: page.wait_for_timeout(20) or [one for one in reminders if "/v1/realms/" in one])
    realm.set()
    page.wait_for_selector(".realm-title:has-text('Kazzak')")


def test_a_changed_subscription_is_told_while_the_app_is_closed(home, visit):
    site = home(worlds.all_up())
    page = installed(visit, site)
    until(lambda: site.people.devices)
    page.evaluate("localStorage.setItem('watchpost.language', 'pl')")
    page.reload()
    wait_until(page, """async () => {
        const known = await (await caches.open('watchpost-identity')).match('/app/identity');
        return known?.headers.get('Content-Language') === 'pl';
    }""")
    worker = worker_of(page)
    worker.evaluate("""async () => {
        const event = new Event('pushsubscriptionchange');
        event.newSubscription = { toJSON: () => ({ endpoint: 'https://push.example.org/new', keys: { p256dh: 'P', auth: 'A' } }) };
        const work = [];
        event.waitUntil = (promise) => work.push(promise);
        self.dispatchEvent(event);
        await Promise.all(work);
    }""")
    told = site.puts(site.device["id"])[-1]
    assert (told["push"]["endpoint"], told["locale"]) == ("https://push.example.org/new", "pl"), "in the chosen language"


def test_a_subscription_that_the_worker_cannot_replace_is_not_given_up(home, visit):
    site = home(worlds.all_up())
    page = installed(visit, site)
    until(lambda: site.people.devices)
    page.reload()
    wait_until(page, "async () => (await caches.keys()).includes('watchpost-identity')")
    before = len(site.told)
    worker = worker_of(page)
    worker.evaluate("""async () => {
        PushManager.prototype.subscribe = async () => { throw new DOMException('no connection', 'AbortError'); };
        const event = new Event('pushsubscriptionchange');
        event.oldSubscription = { options: { userVisibleOnly: true } };
        const work = [];
        event.waitUntil = (promise) => work.push(promise);
        self.dispatchEvent(event);
        await Promise.all(work);
    }""")
    assert [body for _, _, body in site.told[before:] if "push" in (body or {})] == []


def test_a_changed_subscription_that_leads_nowhere_is_not_told(home, visit):
    site = home(worlds.all_up())
    page = installed(visit, site)
    until(lambda: site.people.devices)
    page.reload()
    wait_until(page, "async () => (await caches.keys()).includes('watchpost-identity')")
    before = len(site.told)
    worker_of(page).evaluate("""async () => {
        const event = new Event('pushsubscriptionchange');
        const keys = { p256dh: 'P', auth: 'A' };
        event.newSubscription = { toJSON: () => ({ endpoint: 'https://permanently-removed.invalid/x', keys }) };
        const work = [];
        event.waitUntil = (promise) => work.push(promise);
        self.dispatchEvent(event);
        await Promise.all(work);
    }""")
    assert ".invalid" not in json.dumps(site.told[before:])


def test_a_notice_about_many_realms_opens_their_region(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    page.wait_for_selector("#place:has-text('Europe')")
    go(page, SETTINGS)
    page.evaluate("location.hash = 'watched/kr'")
    page.wait_for_selector("#place:has-text('Korea')")
    page.wait_for_selector("#panel-watched:not([hidden])")
    until(lambda: site.gets("/v1/regions/kr/realms?") == 1)
    fresh = visit(f"{site.url}/app#watched/tw", expect="#place:has-text('Taiwan')")
    until(lambda: site.gets("/v1/regions/tw/realms?") == 1)
    fresh.wait_for_selector("#panel-watched")
