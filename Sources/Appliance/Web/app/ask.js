// Asking the appliance, with words for everything that can go wrong.

import { codeWords } from "/assets/reasons.js";
import { learnClock, serverNow } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { credential, deviceID, knownCredential } from "/app/identity.js";
import { silence } from "/app/silence.js";

/** An answer that takes longer than this counts as none, in milliseconds. */
const patience = 15_000;
/** When nothing came for this long, the last known answer is shown meanwhile, in milliseconds. */
const hesitation = 700;
const early = new Map();

/** The appliance refused: `status`, `problem` is its whole problem body. */
export class Refusal extends Error {
    constructor(status, problem) {
        super(codeWords(problem?.code) ?? refusalWords(status, problem?.detail));
        this.status = status;
        this.problem = problem;
        /** A stable word for the reason, or null. */
        this.code = problem?.code ?? null;
        /** How long it wants to be left alone, in milliseconds, or null. */
        this.wait = null;
    }
}

/** The appliance speaks English; in other languages a few words of our own stand before its. */
function refusalWords(status, detail) {
    if (!detail) return t("ask.answered", { status: String(status) });
    const known = [400, 401, 403, 404, 409, 429, 503].includes(status);
    return t(`refusal.${known ? status : "other"}`, { detail });
}

/** Nobody answered, or only the tunnel did, or somebody else. */
export class Unreachable extends Error {
    constructor(status = null) {
        const isOffline = navigator.onLine === false;
        super(status === null ? t(isOffline ? "ask.offline" : "ask.unreachable")
            : status < 500 ? t("ask.somebody") : t("ask.tunnel", { status: String(status) }));
        /** Whether something answered in the appliance's place. */
        this.isForeign = status !== null;
        /** As a refusal's. */
        this.wait = null;
    }
}

async function call(address, options) {
    // A deed may take its time, and what is only remembered is asked of nobody.
    const isQuestion = (options.method ?? "GET") === "GET" && !("Watchpost-Kept" in options.headers);
    if (!isQuestion) return exchanged(address, options);
    silence.asked();
    try {
        return await exchanged(address, options);
    } finally {
        silence.over();
    }
}

async function exchanged(address, options) {
    const sentAt = Date.now();
    let answer;
    try {
        const signal = AbortSignal.timeout?.(patience);
        answer = await fetch(address, { cache: "no-store", signal, ...options });
    } catch {
        throw new Unreachable();
    }
    const kept = answer.headers.get("Watchpost-Kept");
    if (!kept && !("Watchpost-Kept" in options.headers)) silence.heard();
    const tag = answer.headers.get("ETag");
    if (!kept) learnClock(answer.headers.get("Date"), sentAt, Date.now());
    if (answer.status === 304) return { body: null, keptAt: null, tag, isSame: true };
    const kind = answer.headers.get("Content-Type") ?? "";
    const body = /[/+]json/.test(kind) ? await answer.json().catch(() => null) : null;
    if (answer.status === 204 || (answer.ok && body !== null)) return { body, keptAt: kept ? Date.parse(kept) : null, tag };
    // The appliance always says why; whatever refuses without its form of words stands in between.
    const isOurs = !answer.ok && kind.startsWith("application/problem+json") && body !== null;
    const problem = isOurs ? new Refusal(answer.status, body) : new Unreachable(answer.status);
    problem.wait = Number(answer.headers.get("Retry-After")) * 1000 || null;
    throw problem;
}

/** Asks for something public. `keptAt` is null, or since when the answer is only what the worker remembers. */
export async function ask(address) {
    const { serviceWorker } = navigator;
    // A worker that takes over while the answer is under way does not see it.
    const isEarly = serviceWorker && !serviceWorker.controller;
    const answer = await call(address, { headers: { Accept: "application/json" } });
    if (isEarly) {
        const kept = { address, body: answer.body, date: new Date(serverNow()).toUTCString() };
        if (serviceWorker.controller) serviceWorker.controller.postMessage({ keep: [kept] });
        else early.set(address, kept);
    }
    return answer;
}

/** What was answered before there was a worker to keep it; given away once. */
export function takeEarlyAnswers() {
    const answers = [...early.values()];
    early.clear();
    return answers;
}

/** What the worker remembers of an address, without asking the appliance; an empty answer says that it is nothing. */
export async function recall(address) {
    if (!navigator.serviceWorker?.controller) throw new Unreachable();
    return call(address, { headers: { Accept: "application/json", "Watchpost-Kept": "only" } }).catch(() => {
        throw new Unreachable();
    });
}

/**
 * Runs `load(ask)`; when that is slow, `meanwhile` is called once with the result of `load(recall)`, so that
 * there is something to look at, marked as old.
 */
export async function patiently(load, meanwhile) {
    let over = false;
    const timer = setTimeout(async () => {
        const remembered = await load(recall).catch(() => null);
        if (remembered && !over) meanwhile(remembered);
    }, hesitation);
    try {
        return await load(ask);
    } finally {
        over = true;
        clearTimeout(timer);
    }
}

/** The registration that is under way. */
let registration = Promise.resolve();

/** `work` registers this phone: whatever else is asked in its name meanwhile waits, or it would be a stranger's. */
export function whileRegistering(work) {
    registration = work.catch(() => {});
    return work;
}

/** Asks or tells something personal; `path` stands below this phone's address unless it begins with `/v1/`. */
export async function personal(method, path, body, more = {}) {
    const isRegistration = method === "PUT" && path === "";
    if (!isRegistration) await registration;
    const headers = { ...more };
    const isFile = body instanceof Blob;
    const sent = body === undefined || isFile ? body : JSON.stringify(body);
    if (sent !== undefined) headers["Content-Type"] = isFile ? body.type : "application/json";
    const address = path.startsWith("/v1/") ? path : `/v1/devices/${deviceID()}${path}`;
    // A tap just before the app is closed still arrives; the limit is the Fetch Standard's.
    const keepalive = method !== "GET" && (sent?.length ?? sent?.size ?? 0) < 60_000;
    return (await named(address, { method, headers, body: sent, keepalive })).body;
}

/** Asks for something personal again: `{ body, tag, isSame }`, where `isSame` says that it is still what had the ETag `tag`. */
export async function exchange(path, tag) {
    // The app that is being opened says that it registers in the same turn.
    await null;
    await registration;
    return named(path, { headers: tag ? { "If-None-Match": tag } : {} });
}

/** Asks in the name of this phone: what comes after the phone was forgotten is nobody's any more, and is kept nowhere. */
async function named(address, { headers, ...options }) {
    const asker = credential();
    const answer = call(address, { ...options, headers: { Authorization: `Bearer ${asker}`, Accept: "application/json", ...headers } });
    await answer.catch(() => {});
    if (knownCredential() !== asker) throw new Unreachable();
    return answer;
}

/** A sentence: first letter large, a full stop. */
export function sentence(words) {
    const text = String(words ?? "").trim();
    if (!text) return "";
    return text[0].toLocaleUpperCase(language()) + text.slice(1) + (/[.!?…]$/.test(text) ? "" : ".");
}
