"""Stand-ins for what a test machine has not: a push service behind the browser, a person who answers its question."""

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

#: A push service that takes every subscription; `subscribed` are the options it was given.
PUSH_SERVICE = """(() => {
  window.subscribed = [];
  const kept = 'push-service';
  const made = (number, key) => ({
    options: { userVisibleOnly: true, applicationServerKey: key },
    toJSON: () => ({ endpoint: `https://push.example.org/${number}`, keys: { p256dh: 'P', auth: 'A' } }),
    unsubscribe: async () => { sessionStorage.removeItem(kept); return true; },
  });
  PushManager.prototype.subscribe = async (options) => {
    if (window.refusal) throw new DOMException(window.refusal, 'AbortError');
    window.subscribed.push(options);
    const number = Number(sessionStorage.getItem('numbers') ?? 0) + 1;
    sessionStorage.setItem('numbers', number);
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


def deliver(page, data: str):
    """Hands a push message to the app's worker, as the browser does after decrypting it."""
    tool = page.context.new_cdp_session(page)
    found = []
    tool.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    tool.send("ServiceWorker.enable")
    for _ in range(100):
        mine = [one for one in found if one["scopeURL"].endswith("/app") and not one["isDeleted"]]
        if mine:
            break
        page.wait_for_timeout(50)
    origin = "/".join(page.url.split("/")[:3])
    tool.send("ServiceWorker.deliverPushMessage",
              {"origin": origin, "registrationId": mine[-1]["registrationId"], "data": data})
    tool.detach()


SHOWN = """async () => {
  const registration = await navigator.serviceWorker.getRegistration('/app');
  return (await registration.getNotifications()).map(one => ({ title: one.title, body: one.body, tag: one.tag,
    lang: one.lang, silent: one.silent, renotify: one.renotify, navigate: one.data.navigate }));
}"""
