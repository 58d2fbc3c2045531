// All that this phone stores: a credential, a region, and a language if one was chosen (language.js). The rest is asked for.

import { storeLanguage } from "/assets/language.js";
import { t } from "/assets/words.js";

const credentialKey = "watchpost.credential";
const regionKey = "watchpost.region";
const form = /^[\w-]{22}\.[\w-]{43}$/;

/** Where a browser refuses storage, this page's life is as long as a phone is remembered. */
const fleeting = new Map();

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
        if (value === null) localStorage.removeItem(key);
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

/** This phone is a new one from now on; region and language stay. */
export function forgetCredential() {
    write(credentialKey, null);
}

/** Leaves nothing on this phone. */
export function forgetIdentity() {
    write(credentialKey, null);
    write(regionKey, null);
    storeLanguage(null);
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
