"""Stand-ins for what a test machine has not: a push service behind the browser, a person who answers its question."""

from app_hands import until
from measures import wait_until

#: The browser's question is answered with a word; `asked` counts the questions, and whether a tap was behind them.
PERMISSION = """(() => {
  window.asked = [];
  let state = %r;
  Object.defineProperty(Notification, 'permission', { get: () => state });
  Notification.requestPermission = async () => {
    window.asked.push(navigator.userActivation.isActive);
    state = %r;
    return state;
  };
})();"""

#: A push service that takes every subscription; `subscribed` are the options it was given. The app gives the browser 15 s for
#: one, in which the worker of a first opening has to fetch the whole app: a busy machine is given longer.
PUSH_SERVICE = """(() => {
  const soon = window.setTimeout;
  window.setTimeout = (act, time, ...more) => soon(act, time === 15000 ? 600000 : time, ...more);
  window.subscribed = [];
  const kept = 'push-service';
  const made = (number, key, host = 'push.example.org') => ({
    options: { userVisibleOnly: true, applicationServerKey: key },
    toJSON: () => ({ endpoint: `https://${host}/${number}`, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => { sessionStorage.removeItem(kept); return true; },
  });
  PushManager.prototype.subscribe = async (options) => {
    if (window.refusal) throw new DOMException(window.refusal, 'AbortError');
    window.subscribed.push(options);
    if (window.isSilent) return null;
    const number = Number(sessionStorage.getItem('numbers') ?? 0) + 1;
    sessionStorage.setItem('numbers', number);
    if (window.deadEnds > 0) {
      window.deadEnds -= 1;
      return made(number, options.applicationServerKey, 'permanently-removed.invalid');
    }
    sessionStorage.setItem(kept, JSON.stringify([number, [...new Uint8Array(options.applicationServerKey)]]));
    return made(number, options.applicationServerKey);
  };
  PushManager.prototype.getSubscription = async () => {
    const known = JSON.parse(sessionStorage.getItem(kept));
    return known && made(known[0], new Uint8Array(known[1]).buffer);
  };
})();"""


def permission(before: str, after: str) -> str:
    return PERMISSION % (before, after)


#: Counts what the worker has shown. The browser's list is asked for only afterwards: asked for meanwhile, it stayed empty
#: in one run of five on a busy machine, though the worker had shown the notice.
COUNTING = """() => {
  if (self.settled !== undefined) return;
  self.settled = 0;
  const real = registration.showNotification.bind(registration);
  registration.showNotification = (...all) => real(...all).finally(() => { settled += 1; });
}"""


def worker_of(page, scope: str = ""):
    """The app's worker, or that of a scope; Playwright hears of it a while after the page does."""
    found = []

    def came():
        page.wait_for_timeout(20)
        found[:] = [one for one in page.context.service_workers if one.url.endswith("/app/worker.js")
                    and (not scope or one.evaluate("registration.scope") == scope)]
        return found

    until(came, what="there is no worker")
    return found[0]


def deliver(page, data: str):
    """Hands a push message to the app's worker, as the browser does after decrypting it, and waits until it is shown."""
    tool = page.context.new_cdp_session(page)
    origin = "/".join(page.url.split("/")[:3])
    wait_until(page, "async () => (await navigator.serviceWorker.getRegistration('/app'))?.active?.state === 'activated'")
    found = []
    tool.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    tool.send("ServiceWorker.enable")
    mine = []

    def is_known():
        page.wait_for_timeout(50)
        mine[:] = [one for one in found if one["scopeURL"] == f"{origin}/app" and not one["isDeleted"]]
        return mine

    until(is_known, what="the browser names no registration")
    worker = worker_of(page, f"{origin}/app")
    worker.evaluate(COUNTING)
    before = worker.evaluate("settled")
    tool.send("ServiceWorker.deliverPushMessage",
              {"origin": origin, "registrationId": mine[-1]["registrationId"], "data": data})
    until(lambda: worker.evaluate("settled") > before, what="the worker showed nothing")
    tool.detach()


SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration('/app');
  return (await registration.getNotifications()).map(one => ({ title: one.title, body: one.body, tag: one.tag,
    lang: one.lang, silent: one.silent, renotify: one.renotify, navigate: one.data.navigate }));
}"""
