// The installable app: wires tabs, pages and header to the appliance. Nothing is streamed; asked is on opening, on coming
// back, after a push, and when the person wants it.

import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { arriving } from "/app/arrive.js";
import { ask, whileRegistering } from "/app/ask.js";
import { enrol, markRead, startWorker } from "/app/device.js";
import { makeDetail } from "/app/detail.js";
import { knownCredential, likelyRegion, storedRegion, storeRegion } from "/app/identity.js";
import { canTell } from "/app/notify.js";
import { makePull } from "/app/pull.js";
import { makeRegionSheet } from "/app/regionsheet.js";
import { showRevoked } from "/app/revoked.js";
import { loadRooms, makeRoomSwitch } from "/app/rooms.js";
import { realmPage, routeOf } from "/app/route.js";
import { announce, makeShell } from "/app/shell.js";
import { regionName, Status } from "/app/status.js";
import { makeTabs } from "/app/tabs.js";
import { Watching } from "/app/watching.js";
import { Whole } from "/app/whole.js";
import { Wishes } from "/app/wishes.js";

/** Away for longer than this and back counts as opening the app, in milliseconds. */
const away = 60_000;
/** How often the age of what is shown is looked at, in milliseconds. */
const ageing = 30_000;
/** Two wishes to refresh within this time are one, in milliseconds. */
const together = 1500;

const byID = (id) => document.getElementById(id);
const isWide = matchMedia("(min-width: 64rem)");
const hooks = { changed: () => draw(), say: (words) => shell.say(words) };
const watching = new Watching(hooks);

const rooms = await loadRooms();

/** What the tabs are built on: facts, and the few things that they may do. */
const app = {
    status: new Status(() => draw()), alerts: new Whole("/alerts", hooks), likes: new Whole("/maps", hooks), wishes: new Wishes(hooks),
    about: null, device: null, deviceError: null, listError: null, region: storedRegion(), isWide,
    get list() { return watching.of(this.region ?? ""); },
    listOf: (region) => watching.of(region),
    regionName(region) {
        return regionName(region, app.status.regions.find((one) => one.region === region)?.name);
    },
    realmAddress: (id) => realmPage(app.region, id),
    lookOf: (realm) => ({ isWatched: app.list.watches(realm.id), isKnown: app.list.isKnown,
        isUnsaved: app.list.isUnsaved(realm.id), isChosen: detail.isShown(app.region, realm.id),
        past: app.status.flavours.find((one) => one.name === realm.flavour)?.days(realm.slug) ?? null }),
    changed: () => draw(), say: (words) => shell.say(words), toast: (words, acts) => shell.toast(words, acts), announce,
    clock: clockText, canTell: () => canTell(app), notices: null, offerModes: (modes) => views.settings.offer(modes),
    loadModes: () => views.maps.load(),
    choose, go, refresh: () => refresh(true), reload: () => fetchPersonal(), meet, openRegions: () => regions.open(),
};

const shell = makeShell({ refresh: () => refresh(true), openRegions: () => regions.open() });
const regions = makeRegionSheet(app);
const tabs = makeTabs(byID("tabs"), document.querySelector(".list-pane"), rooms, (name) => go(`/app#${name}`));
/** What stands in the panels, by the names of their tabs. */
const views = {};
for (const tab of rooms.flatMap((room) => room.tabs)) views[tab.name] = tab.make(tabs.panel(tab.name), app);
const detail = makeDetail(byID("detail"), app, rooms, views);
const roomSwitch = makeRoomSwitch(byID("rooms"), rooms, (room) => go(`/app#${tabs.firstOf(room)}`));
/** Whether an address of this app lies behind the one that is shown. */
let hasBehind = false;

/** Goes to an address of the app without loading the page again. */
function go(address) {
    tabs.keepPlace();
    history.pushState({ isOurs: true }, "", address);
    hasBehind = true;
    route(false);
}

/** Shows what the address says. */
function route(isBack) {
    const { tab, detail: wanted } = routeOf(location, rooms);
    const before = tabs.current?.name;
    const name = tab ?? before ?? tabs.firstOf(rooms[0]);
    const isOther = name !== before;
    const wasDetail = detail.isOpen;
    if (isOther) views[before]?.leave?.();
    tabs.show(name);
    roomSwitch.show(tabs.current.room);
    if (wanted) detail.open(wanted);
    else detail.close();
    if (isOther) views[name].enter?.();
    draw();
    if (!wanted || isWide.matches) {
        if (isOther || (wasDetail && !isWide.matches)) scrollTo(0, isBack || wasDetail ? tabs.place(name) : 0);
    } else scrollTo(0, 0);
    document.title = detail.title ?? t("page.title", { tab: t(`tab.${name}`) });
    if (!isOpen && isStarted && !(wanted?.kind === "realm" && knownCredential() === null)) opened();
}

function draw() {
    const tab = tabs.current;
    if (!tab) return;
    const { status } = app;
    const view = views[tab.name];
    view.update();
    detail.fill(tab.name, view.chosenFirst ?? null);
    const isPage = detail.isOpen && !isWide.matches;
    arrange(tab, isPage);
    const isAboutRegion = tab.isAboutRegion === true;
    const words = t(`tab.${tab.name}`);
    shell.drawPlace({
        region: !isPage && isAboutRegion && app.region ? app.regionName(app.region) : null,
        title: !isPage && !isAboutRegion ? words : null,
        back: isPage ? { words, address: `/app#${tab.name}` } : null,
    });
    shell.drawCounts(!isPage && isAboutRegion ? view.counts : []);
    shell.drawTrust((isPage ? detail.trust : null) ?? view.trust ?? status.trust, status.loading);
    tabs.mark(app);
}

/** List and page: one of them on a phone, both on a desk where the tab has room for that. */
function arrange(tab, isPage) {
    const isBeside = isWide.matches && (tab.isBeside === true || (tab.hasPages === true && detail.isOpen));
    const pane = document.querySelector(".list-pane");
    document.documentElement.classList.toggle("has-detail", isPage);
    pane.hidden = isPage;
    pane.classList.toggle("one", isBeside || tab.isNarrow === true);
    document.querySelector(".panes").classList.toggle("beside", isBeside);
    byID("detail").hidden = !(isPage || (isBeside && detail.isFilled));
}

/** Whether the first questions were asked; before that a choice only says what they are about. */
let isOpen = false;
let isStarted = false;

/** Another region: its list and its status are fetched, and remembered is only its name. */
function choose(region) {
    if (region === app.region) return;
    app.region = region;
    storeRegion(region);
    if (isOpen) {
        app.status.pull(region);
        fetchList();
    }
    draw();
}

/** What the appliance says of this phone's credential; a removed phone is told so on a page of its own. */
function meet(problem) {
    if (["device-removed", "wrong-secret"].includes(problem?.code)) showRevoked(app, problem.code);
    return problem?.message;
}

async function fetchList() {
    const { list } = app;
    const asker = knownCredential();
    app.listError = null;
    try {
        await list.load();
    } catch (problem) {
        // A phone that was removed may have begun again while its last question was under way.
        const isOurs = asker === null || asker === knownCredential();
        if (app.list === list && isOurs) app.listError = meet(problem);
    }
    draw();
}

async function register() {
    app.deviceError = null;
    try {
        app.device = await enrol(app.about);
    } catch (problem) {
        app.deviceError = meet(problem);
    }
}

/** Registers this phone, then fetches what is its own. */
async function fetchPersonal() {
    await register();
    await fetchOwn();
}

async function fetchOwn() {
    await Promise.all([fetchList(), app.alerts.load().catch(() => {}), app.likes.load().catch(() => {}), app.wishes.load(app.region),
        tabs.current?.name === "settings" ? views.settings.enter() : views.settings.loadNotices()]);
    markRead();
    draw();
}

async function fetchAbout() {
    app.about = (await ask("/v1/about").catch(() => null))?.body ?? app.about;
    draw();
}

/** The app is opened: everything that is shown is asked for once. */
async function opened() {
    isOpen = true;
    const isNew = knownCredential() === null;
    watching.hurry();
    app.alerts.hurry();
    app.likes.hurry();
    refreshViews();
    detail.refresh();
    const pulled = app.status.pull(app.region, likelyRegion);
    const registered = introduce(pulled);
    await (isNew ? whileRegistering(registered) : registered);
    await fetchOwn();
}

/** Tells the appliance of this phone, once it is known which region it looks at. */
async function introduce(pulled) {
    await fetchAbout();
    if (app.region === null) {
        await pulled;
        app.region = app.status.region;
        if (app.region) storeRegion(app.region);
    }
    await register();
}

/** Tabs that ask for facts of their own do so again. */
function refreshViews() {
    return Object.values(views).map((one) => one.refresh?.());
}

let refreshedAt = 0;

/** What is on the screen is asked for again; `isWanted` by the person, who then hears that it was. */
async function refresh(isWanted) {
    if (!isOpen) return detail.refresh();
    // Nothing came yet, not even which regions there are.
    if (app.region === null) return opened();
    if (!isWanted && Date.now() - refreshedAt < together) return undefined;
    refreshedAt = Date.now();
    const before = new Map(app.status.flavours.flatMap((one) => one.realms).map((one) => [one.id, one.state]));
    watching.hurry();
    app.alerts.hurry();
    app.likes.hurry();
    const asked = [app.status.pull(app.region, likelyRegion), ...refreshViews(), detail.refresh()];
    if (!app.device || !app.list.isKnown) asked.push(fetchAbout().then(fetchPersonal));
    else fetchList();
    await Promise.all(asked);
    tellNews(before, isWanted);
    return undefined;
}

/** Readers hear what changed about watched realms; that nothing did, only when they asked. */
function tellNews(before, isWanted) {
    const isDown = (state) => state === "down" || state === "recovering";
    const watched = app.status.flavours.flatMap((one) => one.realms).filter((one) => app.list.watches(one.id));
    const news = watched.filter((one) => before.has(one.id) && isDown(before.get(one.id)) !== isDown(one.state))
        .map((one) => t(isDown(one.state) ? "news.down" : "news.up", { name: one.name }));
    const { trust } = app.status;
    if (isWanted && trust.kind === "fresh") news.push(t("news.updated", { time: clockText(trust.at) }));
    if (news.length > 0) announce(news.join(" "));
}

let hiddenAt = null;
document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
        hiddenAt = Date.now();
        return;
    }
    if (isOpen && hiddenAt !== null && Date.now() - hiddenAt > away) opened();
    else refresh(false);
    markRead();
});
addEventListener("pageshow", (event) => {
    // From the back-forward cache: as old as when it was left.
    if (event.persisted) refresh(false);
});
addEventListener("online", () => {
    watching.hurry();
    app.alerts.hurry();
    app.likes.hurry();
    if (app.status.isOld || !app.list.isKnown) refresh(true);
});
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data?.refresh === true) {
        refresh(false);
        if (!document.hidden) markRead(true);
    }
});
addEventListener("popstate", () => route(true));
isWide.addEventListener("change", draw);
setInterval(() => { if (!document.hidden) draw(); }, ageing);

/** Links within the app do not load it again. */
document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target) return;
    const address = new URL(link.href, location.href);
    const isOurs = address.origin === location.origin
        && (address.pathname.startsWith("/realms/") || (address.pathname === "/app" && address.hash !== ""));
    if (!isOurs) return;
    event.preventDefault();
    if (link.id === "back" && hasBehind) history.back();
    else go(address.pathname + address.hash);
});

makePull(() => refresh(true));
startWorker();
arriving({ choose, fill(kind, code) {
    history.replaceState(null, "", `/app#settings/${kind === "pair" ? "pair" : "linked"}`);
    route(false);
    views.settings.fill(kind, code);
} });
isStarted = true;
if (!tabs.current || !isOpen) route(false);
// A realm's page can be looked at without being known; whatever else is opened registers this phone.
if (!isOpen) detail.refresh();
