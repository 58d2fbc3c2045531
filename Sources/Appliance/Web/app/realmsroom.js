// The room of the realms: what is watched, all there is, maps, settings. Everything about a room is declared in its module.

import { t } from "/assets/words.js";
import { makeAllRealms } from "/app/allrealms.js";
import { knownCredential } from "/app/identity.js";
import { makeMapEdit } from "/app/mapedit.js";
import { makeMaps } from "/app/maps.js";
import { makeRealmView } from "/app/realmview.js";
import { decoded } from "/app/route.js";
import { makeSettings } from "/app/settings.js";
import { tabSign } from "/app/signs.js";
import { makeWatched } from "/app/watched.js";

const settingForm = /^#settings\/([a-z]+)$/;

/** See rooms.js. */
export const room = {
    name: "realms", place: 1, sign: () => tabSign("watched"),
    first: () => (knownCredential() === null ? "realms" : "watched"),
    tabs: [
        { name: "watched", title: "tab.watchedTitle", sign: () => tabSign("watched"), make: makeWatched, isAboutRegion: true,
            isBeside: true, badge: downCount },
        { name: "realms", title: "tab.realmsTitle", sign: () => tabSign("realms"), make: makeAllRealms, isAboutRegion: true,
            isBeside: true },
        { name: "maps", sign: () => tabSign("maps"), make: makeMaps, hasPages: true },
        { name: "settings", sign: () => tabSign("settings"), make: makeSettings, isBeside: true, isNarrow: true },
    ],
    pages: [
        { kind: "realm", besides: ["watched", "realms"], of: realmOf, make: (app, { place }) => makeRealmView(app, place) },
        { kind: "setting", tab: "settings", besides: ["settings"], of: settingOf,
            make: (_, { key }, views) => views.settings.page(key) },
        { kind: "mapedit", tab: "maps", besides: ["maps"], of: mapEditOf, make: (app, _, views) => makeMapEdit(app, views.maps) },
    ],
};

/** So many watched realms are down. */
function downCount(app) {
    const count = app.status.down(app.list.realms).length;
    return { count, words: t("group.down", { count }) };
}

function realmOf({ pathname }) {
    const [, kind, region, flavour, slug] = pathname.split("/");
    if (kind !== "realms" || !slug) return null;
    const place = [region, flavour, slug].map(decoded);
    return { key: place.join("/"), place };
}

function settingOf({ pathname, hash }) {
    const key = pathname === "/app" ? settingForm.exec(hash)?.[1] : null;
    return key ? { key } : null;
}

function mapEditOf({ pathname, hash }) {
    return pathname === "/app" && hash === "#maps/edit" ? { key: "edit" } : null;
}
