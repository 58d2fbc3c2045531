// This phone as the appliance knows it: registered on each opening, with its push subscription as it is then.

import { storedLanguage } from "/assets/language.js";
import { oneByOne, Questions } from "/assets/questions.js";
import { t } from "/assets/words.js";
import { personal, takeEarlyAnswers } from "/app/ask.js";
import { forgetIdentity, guessedName, knownCredential } from "/app/identity.js";

/** A browser that gave an address which leads nowhere is asked again after these pauses, in milliseconds. */
const pauses = [800, 1600, 3200];
/** Refusals that are about the phone itself. */
const ends = ["device-removed", "wrong-secret"];

/** The worker's scopes: the app, and the pages that notices link to. */
const scopes = ["/app", "/realms/"];

/** The registration of the worker that was started, or null where it could not be; null before it was tried. */
let starting = null;

/** Starts the worker where the browser allows one. */
export async function startWorker() {
    if (!navigator.serviceWorker) return null;
    if (!navigator.serviceWorker.controller) {
        navigator.serviceWorker.addEventListener("controllerchange", handOver, { once: true });
    }
    const started = scopes.map((scope) => navigator.serviceWorker.register("/app/worker.js", { scope }));
    starting = Promise.all(started).then(([ofTheApp]) => ofTheApp, () => null);
    return starting;
}

/** Gives a worker that has just begun what this page knows, so that it is there without a connection. */
function handOver() {
    const credential = knownCredential() ?? undefined;
    const message = { keep: takeEarlyAnswers(), credential, locale: noticeLocale() };
    navigator.serviceWorker.controller?.postMessage(message);
}

/**
 * Keeps what the appliance knows of this phone in `app.device`: whoever sets it did something, and no older answer takes that back.
 * Answers what asks for it.
 */
export function keepDevice(app) {
    const questions = new Questions();
    let known = null;
    Object.defineProperty(app, "device", { get: () => known, set(device) {
        questions.outdate();
        known = device;
    } });
    return () => questions.ask(() => enrol(app.about), (device) => { known = device; });
}

/** Registers this phone or brings it up to date; answers what the appliance knows of it. */
export async function enrol(about) {
    const isNew = knownCredential() === null;
    const before = wishes;
    const device = await send(isNew ? { name: guessedName() } : {});
    // The worker tells the appliance when the browser changes the subscription while the app is closed.
    navigator.serviceWorker?.controller?.postMessage({ credential: knownCredential(), locale: noticeLocale() });
    return isNew || !canPush() ? device : refreshed(device, about, () => isEnding || before !== wishes);
}

/**
 * Brings the address of a known phone up to date; the answer without one said whether it still works. What the person wants
 * meanwhile (`isWished()`) counts more.
 */
async function refreshed(device, about, isWished) {
    const keep = (subscription) => (isWished() ? device : withAddress(device, subscription));
    const wasOn = device?.push?.kind === "webpush";
    // Only the person ends notices: whatever else is missing now may be there at the next opening.
    if (Notification.permission !== "granted") return wasOn && !isWished() ? send({ push: null }) : device;
    const isDead = wasOn && device.push.state === "disabled";
    const known = isDead ? null : await knownSubscription(about);
    if (known) return keep(known);
    if (!wasOn || isWished()) return device;
    const made = about?.webPush ? await subscribe(about.webPush.publicKey, []).catch(() => null) : null;
    if (made) return keep(made);
    const reason = t("notify.lost");
    return isDead ? device : { ...device, push: { ...device.push, state: "disabled", reason } };
}

/** Tells of an address; whatever comes of it, the phone is registered already, and `device` is what is known of it. */
async function withAddress(device, subscription) {
    try {
        return await send({ push: subscriptionBody(subscription) });
    } catch (problem) {
        if (ends.includes(problem.code)) throw problem;
        return device;
    }
}

/** The language of notices: the one that was chosen for the app, else the browser's. */
function noticeLocale() {
    const browser = navigator.language || "en";
    const chosen = storedLanguage();
    return !chosen || browser.toLowerCase().startsWith(chosen) ? browser : chosen;
}

/** How often the person wanted something of this phone. */
let wishes = 0;
/** Whether the person is turning notices off: nothing is sent or made of a subscription meanwhile. */
let isEnding = false;
/** What comes last at the appliance is what stays. */
const inTurn = oneByOne();

/** Sends what the person wants together with what is known of this phone; what is left out stays as it was. */
export function tell(more) {
    wishes += 1;
    return send(more);
}

/** Ends notices, at the appliance and in the browser; answers what is known of this phone then, also where the browser refuses. */
export async function endNotices() {
    isEnding = true;
    try {
        const device = await tell({ push: null });
        const refusal = await unsubscribe().then(() => null, (problem) => problem);
        return { device, refusal };
    } finally {
        isEnding = false;
        // Who asked meanwhile knows no better.
        wishes += 1;
    }
}

function send(more) {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const body = { locale: noticeLocale(), timeZone: timeZone || "UTC", ...more };
    return inTurn(() => personal("PUT", "", body)).then((device) => afterRefusal(device, more));
}

/** Where the new address was refused, the one before it is not this browser's any more: no notice comes. */
function afterRefusal(device, more) {
    const refused = device?.pushRefused;
    if (!refused) return device;
    return { ...device, push: { kind: more.push.kind, state: "disabled", code: refused.code, service: refused.service, reason: refused.detail } };
}

/** Whether this browser can be sent notices at all, here. */
export function canPush() {
    return Boolean(navigator.serviceWorker && "PushManager" in window && "Notification" in window);
}

/** The browser's subscription, or null; one that belongs to another appliance's key is made again. */
async function knownSubscription(about) {
    const registration = await navigator.serviceWorker.getRegistration("/app");
    const known = await registration?.pushManager.getSubscription();
    if (known && isDeadEnd(known)) return null;
    if (!known || !about?.webPush || isFor(known, about.webPush.publicKey)) return known ?? null;
    return subscribe(about.webPush.publicKey, []).catch(() => null);
}

/** The browser gave no address that leads anywhere; its words are for the person. */
export class NoAddress extends Error {}

/** Whether an address is in the domain of those that never exist: browsers give one for a while after an unsubscription. */
function isDeadEnd(subscription) {
    const { hostname } = new URL(subscription.toJSON().endpoint);
    return hostname.endsWith(".invalid");
}

/** Asks the browser for a subscription, again where its address leads nowhere; throws its own words when it refuses. */
export async function subscribe(publicKey, waits = pauses) {
    // A tap may be quicker than the worker of a first opening. Without a registration it would never be ready.
    await starting;
    if (!await navigator.serviceWorker.getRegistration("/app")) throw new Error(t("notify.noWorker"));
    const { pushManager } = await navigator.serviceWorker.ready;
    await (await pushManager.getSubscription())?.unsubscribe();
    for (const wait of [...waits, null]) {
        const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(publicKey) });
        // Firefox on Android was seen to give none, and no reason.
        if (!made) throw new NoAddress(t("notify.noAddress"));
        if (!isDeadEnd(made)) return made;
        await made.unsubscribe().catch(() => {});
        if (wait !== null) await new Promise((over) => { setTimeout(over, wait); });
    }
    throw new NoAddress(t("notify.deadEnd"));
}

/** Ends the subscription in the browser. */
export async function unsubscribe() {
    const registration = await navigator.serviceWorker?.getRegistration("/app");
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** As it is sent to the appliance. */
export function subscriptionBody(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    return { kind: "webpush", endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}

function isFor(subscription, publicKey) {
    const key = subscription.options?.applicationServerKey;
    if (!key) return true;
    const wanted = bytes(publicKey);
    return new Uint8Array(key).every((byte, place) => byte === wanted[place]);
}

/** base64url to bytes. */
function bytes(text) {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** Leaves nothing on this phone and begins again. */
export async function startOver() {
    forgetIdentity();
    navigator.serviceWorker?.controller?.postMessage({ credential: null });
    // Also where no worker listens, as after a hard reload: it would register the forgotten phone again.
    for (const name of ["watchpost-kept", "watchpost-identity"]) await window.caches?.delete(name);
    history.replaceState(null, "", "/app");
    location.reload();
}
