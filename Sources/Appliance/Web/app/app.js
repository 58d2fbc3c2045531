// The installable app: wires tabs, pages and header to the appliance. Nothing is streamed; asked is on opening, on coming
// back, after a push, and when the person wants it.

import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { arriving } from "/app/arrive.js";
import { ask, whileRegistering } from "/app/ask.js";
import { keepDevice, startWorker } from "/app/device.js";
import { makeDetail } from "/app/detail.js";
import { knownCredential, likelyRegion, storedRegion, storeRegion } from "/app/identity.js";
import { withinTheApp } from "/app/inside.js";
import { tellNews } from "/app/news.js";
import { canTell } from "/app/notify.js";
import { Places } from "/app/keptplaces.js";
import { makePull } from "/app/pull.js";
import { makeRegionSheet } from "/app/regionsheet.js";
import { showRevoked } from "/app/revoked.js";
import { loadRooms, makeRoomSwitch, Presence } from "/app/rooms.js";
import { realmPage, routeOf } from "/app/route.js";
import { announce, arrange, makeShell } from "/app/shell.js";
import { silence } from "/app/silence.js";
import { regionName, Status } from "/app/status.js";
import { makeTabs } from "/app/tabs.js";
import { markRead } from "/app/unread.js";
import { Watching } from "/app/watching.js";
import { makeWhereabouts } from "/app/whereabouts.js";
import { whenBack } from "/app/whenback.js";
import { Whole } from "/app/whole.js";
import { Wishes } from "/app/wishes.js";

/** How often the age of what is shown is looked at, in milliseconds. */
const ageing = 30_000;
/** Two wishes to refresh within this time are one, in milliseconds. */
const together = 1500;

const byID = (id) => document.getElementById(id);
const isWide = matchMedia("(min-width: 64rem)");
const hooks = { changed: () => draw(), say: (words) => shell.say(words) };
const watching = new Watching(hooks);

const rooms = await loadRooms();
const places = new Places();
const presence = new Presence(rooms, places);
const where = makeWhereabouts(places, presence, isWide, () => ({ tabs, views, detail }));
const go = withinTheApp(() => where.keep(), (isReturn) => route(isReturn));

/** What the tabs are built on: facts, and the few things that they may do. */
const app = {
    status: new Status(() => draw()), alerts: new Whole("/alerts", hooks), likes: new Whole("/maps", hooks), wishes: new Wishes(hooks),
    about: null, deviceError: null, listError: null, region: storedRegion(), isWide, places,
    /** Whether what is being shown was left and is come back to. */
    isReturning: false,
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
    /** The room that is shown, by its name. */
    get room() { return tabs.current?.room.name ?? null; },
    /** The tab that is shown, by its name. */
    get tab() { return tabs.current?.name ?? null; },
    /** A part of a tab takes the place of another one: `change()` says which, and its own place is come back to. */
    turn(change) {
        where.keep();
        change();
        draw();
        where.arrive(true);
    },
    choose, go, refresh: () => refresh(true), reload: () => fetchPersonal(), meet, openRegions: () => regions.open(),
};
const askDevice = keepDevice(app);

const shell = makeShell({ refresh: () => refresh(true), openRegions: () => regions.open() });
const regions = makeRegionSheet(app);
const tabs = makeTabs(byID("tabs"), document.querySelector(".list-pane"), rooms, places, (name) => openTab(name));
/** What stands in the panels, by the names of their tabs. */
const views = {};
for (const tab of rooms.flatMap((room) => room.tabs)) views[tab.name] = tab.make(tabs.panel(tab.name), app);
const detail = makeDetail(byID("detail"), app, rooms, views);
const roomSwitch = makeRoomSwitch(byID("rooms"), presence, (room) => go(tabs.addressOf(tabs.firstOf(room)), true));

/** A tab comes back as it was left; a tap on the one that is shown leads from its page to its list. */
function openTab(name) {
    const isShown = name === tabs.current?.name;
    go(isShown ? `/app#${name}` : tabs.addressOf(name), !isShown);
}

/** Shows what the address says; `isBack`: it was left, and is as it was then. */
function route(isBack) {
    app.isReturning = isBack;
    where.leave();
    const { tab, detail: wanted } = routeOf(location, presence.possible);
    const before = tabs.current?.name;
    const name = tab ?? before ?? tabs.firstOf(rooms[0]);
    const isOther = name !== before;
    const wasDetail = detail.isOpen;
    if (isOther) views[before]?.leave?.();
    tabs.show(name);
    roomSwitch.show(tabs.current.room);
    if (app.room === realmsRoom) askForRealms();
    if (wanted?.page.isKept) places.setPage(name, wanted.key);
    else if (!wanted && !isWide.matches) places.setPage(name, null);
    if (wanted) detail.open(wanted);
    else detail.close();
    if (isOther) views[name].enter?.();
    fetchAlerts();
    draw();
    const isList = !wanted || isWide.matches;
    if (isList ? isOther || (wasDetail && !isWide.matches) : true) where.arrive(isList || isBack);
    document.title = detail.title ?? t("page.title", { tab: t(`tab.${name}`) });
    if (!isOpen && isStarted && !(wanted?.kind === "realm" && knownCredential() === null)) opened();
}

function draw() {
    const tab = tabs.current;
    if (!tab || leavesGone(tab.name)) return;
    const { status } = app;
    const view = views[tab.name];
    view.update();
    const kept = places.pageOf(tab.name);
    detail.fill(tab.name, kept ? `/app#${kept}` : view.chosenFirst ?? null);
    const isPage = detail.isOpen && !isWide.matches;
    const isBeside = isWide.matches && (tab.isBeside === true || (tab.hasPages === true && detail.isOpen));
    arrange({ isPage, isBeside, isNarrow: tab.isNarrow === true, isFilled: detail.isFilled });
    const isAboutRegion = tab.isAboutRegion === true;
    const words = t(`tab.${tab.name}`);
    shell.drawPlace({
        region: !isPage && isAboutRegion && app.region ? app.regionName(app.region) : null,
        title: !isPage && !isAboutRegion ? words : null,
        back: isPage ? { words, address: `/app#${tab.name}` } : null,
    });
    shell.drawCounts(!isPage && isAboutRegion ? view.counts : []);
    const isLoading = (isPage ? detail.isLoading : null) ?? view.isLoading ?? status.loading;
    const seen = (isPage ? detail.trust : null) ?? view.trust ?? status.trust;
    // The schedule is right without a network; that there is none is said beside it all the same.
    const isCutOff = tab.name === "maps" && !isPage && seen?.kind === "fresh" && status.trust?.kind === "noNetwork";
    shell.drawTrust(isCutOff ? status.trust : seen, isLoading);
    // A page learns what it is about after it was opened.
    if (detail.title && detail.title !== document.title) document.title = detail.title;
    tabs.mark(app);
    where.retry(isLoading);
}

/** A page that is gone is not come back to: its tab shows the list then, unless the page itself was asked for. Answers whether it did. */
function leavesGone(name) {
    if (!detail.isGoneIn(name) || places.pageOf(name) === null) return false;
    places.setPage(name, null);
    if (history.state?.isReturn !== true) return false;
    history.replaceState(null, "", `/app#${name}`);
    route(false);
    return true;
}

/** The room about which most of what the app asks for is. */
const realmsRoom = "realms";
/** Ends the wait of what that room is about. */
let askForRealms = () => {};

/** Whether the first questions were asked; before that a choice only says what they are about. */
let [isOpen, isStarted] = [false, false];

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
        await askDevice();
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
    hasAlerts = false;
    await Promise.all([fetchList(), fetchAlerts(), tabs.current?.name === "settings" ? views.settings.enter() : views.settings.loadNotices()]);
    markRead();
    draw();
}

/** The tabs that show this phone's alerts and the maps that it likes; whether they were asked for since the app was opened. */
const tabsWithAlerts = ["maps", "settings"];
let hasAlerts = false;

/** They are asked for when one of their tabs is first seen; before this phone is registered they wait for that. */
async function fetchAlerts() {
    if (hasAlerts || !app.device || !tabsWithAlerts.includes(tabs.current?.name)) return;
    hasAlerts = true;
    await Promise.all([app.alerts.load(), app.likes.load()]).catch(() => { hasAlerts = false; });
}

async function fetchAbout() {
    app.about = (await ask("/v1/about").catch(() => null))?.body ?? app.about;
    draw();
}

/** What waits to be sent is sent at once. */
function hurry() {
    for (const one of [watching, app.alerts, app.likes]) one.hurry();
}

/** The app is opened: everything that is shown is asked for once. */
async function opened() {
    isOpen = true;
    const isNew = knownCredential() === null;
    hurry();
    const shown = [...refreshViews(), detail.refresh(), lookForRooms()];
    // What a new phone is called, and where it looks, comes before all else.
    if (!isNew && app.region !== null && app.room !== realmsRoom) await answered(shown);
    const pulled = app.status.pull(app.region, likelyRegion);
    const registered = introduce(pulled);
    await (isNew ? whileRegistering(registered) : registered);
    await fetchOwn();
    // The maps are there without a connection, too, though their tab was never opened: where there is a worker that keeps them.
    if (navigator.serviceWorker) app.loadModes();
}

/** What is on the screen was answered, or is left for the realms, which are asked for after it. */
function answered(shown) {
    return Promise.race([Promise.allSettled(shown), new Promise((done) => { askForRealms = done; })]);
}

/** A room may have come or gone since the app was opened last. */
async function lookForRooms() {
    if (!await presence.ask(app)) return;
    if (presence.possible.includes(tabs.current.room)) {
        roomSwitch.show(tabs.current.room);
        return;
    }
    history.replaceState(null, "", `/app#${tabs.firstOf(rooms[0])}`);
    route(false);
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
    hurry();
    const asked = [app.status.pull(app.region, likelyRegion), ...refreshViews(), detail.refresh()];
    if (!app.device || !app.list.isKnown) asked.push(fetchAbout().then(fetchPersonal));
    else asked.push(fetchList(), fetchAlerts());
    await Promise.all(asked);
    const trust = views[tabs.current.name].trust ?? app.status.trust;
    tellNews(app, before, isWanted && trust.kind === "fresh" ? trust.at : null);
    return undefined;
}

whenBack({
    away: () => where.keep(),
    /** Away for long counts as opening the app. */
    seen: (isLong) => isOpen && isLong ? opened() : refresh(false),
    looked: (isAgain) => markRead(isAgain),
    connected() {
        hurry();
        const trust = views[tabs.current?.name]?.trust;
        if (app.status.isOld || !app.list.isKnown || (trust && trust.kind !== "fresh")) refresh(true);
    },
});
addEventListener("popstate", () => {
    where.keep();
    route(true);
});
isWide.addEventListener("change", draw);
setInterval(() => { if (!document.hidden) draw(); }, ageing);
silence.watch(draw);

makePull(() => refresh(true));
startWorker();
const isAsLeft = where.openLast();
arriving({ choose, fill(kind, code) {
    const address = { pair: "settings/pair", link: "settings/linked", join: "profile/join" }[kind];
    history.replaceState(null, "", `/app#${address}`);
    route(false);
    views[tabs.current.name].fill?.(kind, code);
} });
isStarted = true;
if (!tabs.current || !isOpen) route(isAsLeft);
// A realm's page can be looked at without being known; whatever else is opened registers this phone.
if (!isOpen) detail.refresh();
