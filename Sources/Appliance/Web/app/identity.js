// All that this phone stores: a credential, a region, a language if one was chosen (language.js), which first steps are done
// (steps.js); and where there are games, the last lists of them (playask.js) and where one was (keptplaces.js). The rest is asked for.

import { storeLanguage } from "/assets/language.js";
import { t } from "/assets/words.js";
import { forgetPlaces } from "/app/keptplaces.js";

const credentialKey = "watchpost.credential";
const regionKey = "watchpost.region";
const form = /^[\w-]{22}\.[\w-]{43}$/;

/** Where a browser refuses storage, this page's life is as long as a phone is remembered. */
const fleeting = new Map();
/** Whether this phone was forgotten: the page that still stands is left, and must write nothing then. */
let isForgotten = false;

function read(key) {
    try {
        return localStorage.getItem(key);
    } catch {
        return fleeting.get(key) ?? null;
    }
}

function write(key, value) {
    fleeting.set(key, value);
    try {
        if (value === null || isForgotten) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
    } catch {
        // Storage is switched off or full: the phone is a new one at the next visit.
    }
}

/** The credential `ID.SECRET`, or null before the first registration. */
export function knownCredential() {
    const known = read(credentialKey);
    return known && form.test(known) ? known : null;
}

/** The credential; made of 48 random bytes when there is none. */
export function credential() {
    const known = knownCredential();
    if (known) return known;
    const made = `${random(16)}.${random(32)}`;
    write(credentialKey, made);
    return made;
}

/** The public half of the credential, as it stands in addresses. */
export function deviceID() {
    return credential().split(".")[0];
}

/** The region that this phone looks at, or null. */
export function storedRegion() {
    return read(regionKey);
}

/** Remembers the region. */
export function storeRegion(region) {
    write(regionKey, region);
}

/** What the first steps remember (steps.js). */
export const stepsKey = "watchpost.steps";

/** What was last heard of games stands behind this, by its address. */
export const playPrefix = "watchpost.play:";

/** Whether this phone has a player: it asked for it, or told it something, since the last one was forgotten. */
export function playsHere() {
    try {
        return Object.keys(localStorage).some((key) => key.startsWith(`${playPrefix}/v1/me`));
    } catch {
        return false;
    }
}

/** What was heard in the name of this phone's player is gone. */
export function forgetPlay() {
    try {
        for (const key of Object.keys(localStorage)) if (key.startsWith(playPrefix)) localStorage.removeItem(key);
    } catch {
        // Storage is switched off: there is nothing.
    }
}

/** This phone is a new one from now on; region and language stay. */
export function forgetCredential() {
    write(credentialKey, null);
    forgetPlay();
}

/** Leaves nothing on this phone. */
export function forgetIdentity() {
    isForgotten = true;
    write(credentialKey, null);
    write(regionKey, null);
    write(stepsKey, null);
    forgetPlaces();
    storeLanguage(null);
    forgetPlay();
}

/** Random bytes as base64url without padding (RFC 4648 §5). */
function random(count) {
    const bytes = crypto.getRandomValues(new Uint8Array(count));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What the owner would call this phone until they say otherwise. */
export function guessedName() {
    const agent = navigator.userAgent;
    const kinds = [[/iPhone/, "iPhone"], [/iPad/, "iPad"], [/Android.*Mobile/, "androidPhone"],
        [/Android/, "androidTablet"], [/Mac OS X/, "mac"], [/Windows/, "windows"], [/CrOS/, "chromebook"],
        [/Linux/, "linux"]];
    return t(`phone.${kinds.find(([pattern]) => pattern.test(agent))?.[1] ?? "any"}`);
}

/** The region whose players live in this time zone, of those that the appliance knows. */
export function likelyRegion(regions, zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "") {
    const near = [[/^(Europe|Africa)\//, "eu"], [/^(America|Australia|Pacific)\//, "us"],
        [/^Asia\/Seoul/, "kr"], [/^Asia\/(Taipei|Hong_Kong|Macau)/, "tw"],
        [/^Asia\/(Shanghai|Chongqing|Urumqi)/, "cn"]];
    const guess = near.find(([pattern]) => pattern.test(zone))?.[1];
    return regions.includes(guess) ? guess : regions[0] ?? null;
}
