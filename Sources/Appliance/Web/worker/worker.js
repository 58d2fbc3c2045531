// The service worker: the app without a connection, and notices. Old facts never pass for new ones.

/** Changes with every file of the app; the appliance writes it here. */
const version = "development";
const shellCache = `watchpost-shell-${version}`;
const keptCache = "watchpost-kept";
/** Answers kept at most: five regions with their versions of the game, and some realms. */
const mostKept = 48;
/** A page that takes longer than this comes from the cache, in milliseconds: it is the same document, and who waits sees nothing. */
const patience = 1500;

/** Every file of the app that is worth keeping; the appliance writes the others here as well. */
const shell = ["/app"/*files*/];

/** Public facts that are worth keeping; what is personal never is. */
const keepable = [/^\/v1\/(about|rotations|timeline)$/, /^\/v1\/regions(\/[^/]+\/realms(\/history)?)?$/,
    /^\/v1\/realms(\/[^/]+){3}(\/history)?$/];

function isKeepable(path) {
    return keepable.some((one) => one.test(path));
}

addEventListener("install", (event) => {
    skipWaiting();
    event.waitUntil(caches.open(shellCache).then((cache) =>
        cache.addAll(shell.map((address) => new Request(address, { cache: "no-cache" })))));
});

addEventListener("activate", (event) => event.waitUntil(tidy()));

async function tidy() {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("watchpost-shell-") && name !== shellCache);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
}

addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    const isPublic = request.method === "GET" && !request.headers.has("Authorization");
    if (!isPublic || address.origin !== location.origin) return;
    const isPage = request.mode === "navigate" && address.pathname.startsWith("/realms/");
    if (isPage) event.respondWith(page(request));
    else if (shell.includes(address.pathname)) event.respondWith(fromShell(request, address.pathname));
    else if (isKeepable(address.pathname)) event.respondWith(fact(event));
});

async function fromShell(request, path) {
    const cache = await caches.open(shellCache);
    return await cache.match(path) ?? fetch(request);
}

/** A realm's page from the appliance, which knows whether there is such a realm; else the app, which is the same document. */
async function page(request) {
    try {
        const answer = await fetch(request, { signal: AbortSignal.timeout(patience) });
        if (answer.status < 502) return answer;
    } catch {
        // Nobody answered in time.
    }
    return fromShell(request, "/app");
}

/** From the appliance if it answers, else what it said last, marked with when that was. */
async function fact(event) {
    const { request } = event;
    const cache = await caches.open(keptCache);
    const isReminder = request.headers.get("Watchpost-Kept") === "only";
    // To remember nothing is no failure: as one it would stand in the console whenever an answer is slow.
    if (isReminder) return await kept(cache, request) ?? new Response(null);
    let answer = null;
    try {
        answer = await fetch(request);
    } catch {
        return await kept(cache, request) ?? Response.error();
    }
    // What is no JSON comes from somebody else in between, whatever its status, and must not take the place of what is known.
    const isJSON = /[/+]json/.test(answer.headers.get("Content-Type") ?? "");
    if (answer.ok && isJSON) event.waitUntil(keep(cache, request, answer.clone()));
    const isForeign = !isJSON && answer.status !== 304;
    return isForeign || answer.status >= 502 ? await kept(cache, request) ?? answer : answer;
}

async function kept(cache, request) {
    const answer = await cache.match(request.url);
    if (!answer) return null;
    const headers = new Headers(answer.headers);
    headers.set("Watchpost-Kept", headers.get("Date") ?? new Date(0).toUTCString());
    return new Response(answer.body, { headers });
}

/** A page whose first questions were asked before there was a worker hands over the answers. */
addEventListener("message", (event) => {
    const answers = Array.isArray(event.data?.keep) ? event.data.keep : [];
    event.waitUntil(Promise.all(answers.map(take)));
});

async function take({ address, body, date }) {
    const { origin, pathname } = new URL(address, location.origin);
    if (origin !== location.origin || !isKeepable(pathname)) return;
    const headers = { "Content-Type": "application/json", Date: date };
    const answer = new Response(JSON.stringify(body), { headers });
    await keep(await caches.open(keptCache), new Request(new URL(address, origin)), answer);
}

async function keep(cache, request, answer) {
    await cache.delete(request.url);
    await cache.put(request.url, answer);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - mostKept)).map((one) => cache.delete(one)));
}

importScripts("/app/notices.js");
