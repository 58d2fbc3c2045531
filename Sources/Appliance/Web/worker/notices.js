// The worker's part for notices: one format for every browser, and never a push that shows nothing.

/** Where the worker keeps the credential for the one thing it does alone: telling of a changed subscription. */
const identityCache = "watchpost-identity";
const identityKey = "/app/identity";

addEventListener("push", (event) => event.waitUntil(Promise.all([
    noticeOf(event.data).then(display), count(event.data), tellPages()])));

/** What is open must not contradict what was just told. */
async function tellPages() {
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    for (const one of windows) one.postMessage({ refresh: true });
}

/** The number on the app's icon: how many notices were not seen yet. */
async function count(data) {
    let unread = null;
    try {
        unread = data.json().app_badge;
    } catch {
        // Not ours: the badge stays.
    }
    if (Number.isInteger(unread) && unread >= 0) await navigator.setAppBadge?.(unread).catch(() => {});
}

/** Reads a declarative message (WebKit's `web_push` 8030); anything else still becomes a visible notice. */
async function noticeOf(data) {
    try {
        const { web_push: format, notification, urgent } = data.json();
        if (format === 8030 && typeof notification.title === "string") {
            return { ...notification, urgent: urgent === true };
        }
    } catch {
        // Not ours, or damaged: the person is told that there is something.
    }
    const { language, words } = await ownWords();
    return { title: "Watchpost", body: words["notice.unknown"], lang: language.tag, navigate: "/app" };
}

/** The words of the person's language, which the shell has: as chosen in the app, else the browser's. */
async function ownWords() {
    const known = await caches.match(identityKey, { cacheName: identityCache });
    const tag = known?.headers.get("Content-Language") || navigator.language || "en";
    const wanted = `/assets/${tag.toLowerCase().split(/[-_.@]/)[0]}.json`;
    const address = shell.includes(wanted) ? wanted : "/assets/en.json";
    try {
        return await (await fromShell(address, address)).json();
    } catch {
        // Without its words it still says that there is something.
        return { language: { tag: "" }, words: {} };
    }
}

function display({ title, body, lang, dir, tag, silent, navigate, urgent }) {
    const isQuiet = silent === true;
    return registration.showNotification(title, {
        body: String(body ?? ""), lang: lang ?? "", dir: dir ?? "auto", silent: isQuiet,
        requireInteraction: urgent === true && !isQuiet,
        data: { navigate: String(navigate ?? "/app") },
        icon: "/app/icon-192.png", badge: "/app/badge-96.png",
        // A newer notice about the same thing takes the place of the older one, and is heard again.
        ...(tag ? { tag: String(tag), renotify: !isQuiet } : {}),
    });
}

addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data?.navigate));
});

/** Opens what the notice is about, in a window that is already there if possible. */
async function open(navigate) {
    let address = new URL("/app", location.origin);
    try {
        const wanted = new URL(String(navigate ?? "/app"), location.origin);
        if (/^https?:$/.test(wanted.protocol)) address = wanted;
    } catch {
        // A damaged address opens the app.
    }
    const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
    const same = windows.find((one) => one.url === address.href);
    if (same) {
        // It may have been open for hours: it asks again before it is looked at.
        same.postMessage({ refresh: true });
        return same.focus();
    }
    const ours = windows.find((one) => /^\/(app$|realms\/)/.test(new URL(one.url).pathname));
    if (ours && address.origin === location.origin) {
        const moved = await ours.navigate(address.href).catch(() => null);
        if (moved) return moved.focus();
    }
    return clients.openWindow(address.href);
}

/** The page says who this phone is, or that it is forgotten. */
addEventListener("message", (event) => event.waitUntil(remember(event.data ?? {})));

async function remember({ credential, locale }) {
    if (credential === null) {
        const names = await caches.keys();
        const ours = names.filter((name) => /^watchpost-(kept|identity)$/.test(name));
        await Promise.all(ours.map((name) => caches.delete(name)));
    } else if (typeof credential === "string") {
        const headers = { "Content-Language": typeof locale === "string" ? locale : "" };
        await (await caches.open(identityCache)).put(identityKey, new Response(credential, { headers }));
    }
}

addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event)));

/** The browser has changed the address while the app is closed: the appliance is told at once. */
async function resubscribe(event) {
    const options = event.oldSubscription?.options ?? event.newSubscription?.options;
    const given = event.newSubscription
        ?? (options ? await registration.pushManager.subscribe(options).catch(() => null) : null);
    // Browsers give an address that leads nowhere while they have none.
    const made = given && !new URL(given.toJSON().endpoint).hostname.endsWith(".invalid") ? given : null;
    const known = await caches.match(identityKey, { cacheName: identityCache });
    const credential = await known?.text();
    const locale = known?.headers.get("Content-Language") || navigator.language || "en";
    // An address that cannot be had now is made when the app is opened; only the person ends notices.
    if (!credential || (!made && Notification.permission === "granted")) return;
    const { endpoint, keys } = made?.toJSON() ?? {};
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    await fetch(`/v1/devices/${credential.split(".")[0]}`, {
        method: "PUT", headers: { Authorization: `Bearer ${credential}`, "Content-Type": "application/json" },
        body: JSON.stringify({ locale, timeZone: timeZone || "UTC",
            push: made && { kind: "webpush", endpoint, keys } }),
    });
}
