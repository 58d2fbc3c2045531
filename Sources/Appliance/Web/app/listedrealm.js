// What the list of a region knew of one realm: shown on the realm's page where that itself cannot be had.

import { list } from "/assets/dom.js";
import { recall } from "/app/ask.js";
import { daysOf } from "/app/daybar.js";
import { listPath } from "/app/status.js";

/** As the page takes it, with when it was known; from the list that is on the screen, else from that which was kept; or null. */
export async function listedRealm(app, place) {
    const shown = onScreen(app.status, place);
    if (!shown) return kept(place).catch(() => null);
    return { ...shown, day: shown.day ?? await keptDay(place) };
}

async function keptDay([region, flavour, slug]) {
    const past = await recall(listPath(region, flavour, "/history")).catch(() => null);
    return past ? daysOf(past.body)(slug) : null;
}

function onScreen(status, [region, flavour, slug]) {
    const one = status.region === region ? status.flavours.find((each) => each.name === flavour) : null;
    const { at } = status.trust;
    return one && at ? found(one.realms, slug, { flavour, at, source: one.source, day: one.days?.(slug) ?? null }) : null;
}

async function kept([region, flavour, slug]) {
    const { body, keptAt } = await recall(listPath(region, flavour));
    const day = await keptDay([region, flavour, slug]);
    return found(list(body?.realms), slug, { flavour, at: keptAt, source: body?.source, day });
}

function found(realms, slug, { flavour, at, source, day }) {
    const realm = realms.find((one) => one.slug === slug);
    if (!realm) return null;
    const others = realms.filter((one) => one !== realm && one.connectedRealm === realm.connectedRealm);
    return { body: { realm, flavour, source, connectedWith: others.map((one) => one.slug) }, keptAt: at, day, week: null };
}
