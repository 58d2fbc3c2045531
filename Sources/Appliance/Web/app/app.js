// The installable app: wires the tabs to the appliance. Nothing is streamed; the seed's rules say when to ask.

// Before every other module: some ask for words while they are loaded.
import "/app/language.js";
import { setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { makeAllRealms } from "/app/allrealms.js";
import { arriving } from "/app/arrive.js";
import { ask } from "/app/ask.js";
import { enrol, startWorker } from "/app/device.js";
import { likelyRegion, storedRegion, storeRegion } from "/app/identity.js";
import { makeMaps } from "/app/maps.js";
import { makeSettings } from "/app/settings.js";
import { regionName, Status } from "/app/status.js";
import { makeTabs } from "/app/tabs.js";
import { makeWatched } from "/app/watched.js";
import { Watching } from "/app/watching.js";
import { Whole } from "/app/whole.js";

/** Away for longer than this and back counts as opening the app, in milliseconds. */
const away = 60_000;
/** How often the age of what is shown is looked at, in milliseconds. */
const ageing = 30_000;

const byID = (id) => document.getElementById(id);
const hooks = { changed: () => draw(), say };
const watching = new Watching(hooks);

/** What the tabs are built on: facts, and the few things that they may do. */
const house = {
    status: new Status(() => draw()), alerts: new Whole("/alerts", hooks),
    about: null, device: null, deviceTrouble: null, listTrouble: null, region: storedRegion(),
    get list() { return watching.of(this.region ?? ""); },
    regionName(region) {
        return regionName(region, house.status.regions.find((one) => one.region === region)?.name);
    },
    changed: () => draw(),
    choose, reload: () => fetchPersonal(),
};

const views = {
    watched: makeWatched(byID("panel-watched"), house), realms: makeAllRealms(byID("panel-realms"), house),
    maps: makeMaps(byID("panel-maps"), house), settings: makeSettings(byID("panel-settings"), house),
};
const tabs = makeTabs(byID("tabs"), views, (name) => {
    document.title = t("page.title", { tab: t(`tab.${name}`) });
    draw();
});

/** Trouble with what was tapped, in words; null when it is over. */
function say(words) {
    setText(byID("say-words"), words ?? "");
    show(byID("say"), Boolean(words));
}

function draw() {
    if (!tabs?.current) return;
    const { status } = house;
    const isAboutRealms = tabs.current === "watched" || tabs.current === "realms";
    setText(byID("place"), house.region ? house.regionName(house.region) : "");
    setText(byID("as-of-words"), status.words);
    byID("as-of").classList.toggle("stale", !status.loading && status.isOld);
    show(byID("as-of"), isAboutRealms);
    show(byID("again"), status.canRetry);
    views[tabs.current].update();
}

/** Whether the first questions were asked; before that a choice only says what they are about. */
let isOpen = false;

/** Another region: its list and its status are fetched, and remembered is only its name. */
function choose(region) {
    if (region === house.region) return;
    house.region = region;
    storeRegion(region);
    if (isOpen) {
        house.status.pull(region);
        fetchList();
    }
    draw();
}

async function fetchList() {
    const { list } = house;
    house.listTrouble = null;
    try {
        await list.load();
    } catch (problem) {
        if (house.list === list) house.listTrouble = problem.message;
    }
    draw();
}

/** Registers this phone, then fetches what is its own. */
async function fetchPersonal() {
    house.deviceTrouble = null;
    try {
        house.device = await enrol(house.about);
    } catch (problem) {
        house.deviceTrouble = problem.message;
    }
    await Promise.all([fetchList(), house.alerts.load().catch(() => {})]);
    if (tabs.current === "settings") views.settings.enter();
    draw();
}

async function fetchAbout() {
    house.about = (await ask("/v1/about").catch(() => null))?.body ?? house.about;
    draw();
}

/** The app is opened: everything that is shown is asked for once. */
async function opened() {
    isOpen = true;
    watching.hurry();
    house.alerts.hurry();
    views.maps.refresh();
    const pulled = house.status.pull(house.region, likelyRegion);
    await fetchAbout();
    if (house.region === null) {
        await pulled;
        house.region = house.status.region;
        if (house.region) storeRegion(house.region);
    }
    await fetchPersonal();
}

let hiddenAt = null;
document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > away) opened();
});
addEventListener("online", () => {
    watching.hurry();
    house.alerts.hurry();
    if (house.status.canRetry || !house.list.isKnown) opened();
});
byID("again").addEventListener("click", opened);
byID("say-away").addEventListener("click", () => say(null));
setInterval(() => { if (!document.hidden) draw(); }, ageing);

startWorker();
tabs.start();
arriving({ choose, fill(kind, code) {
    tabs.open("settings");
    views.settings.fill(kind, code);
} });
opened();
