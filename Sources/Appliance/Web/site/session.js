// The developer's session: kept for this tab alone and sent as a bearer, so that there is no cookie; and asking in its name.

import { codeWords } from "./reasons.js";
import { t } from "./words.js";

const key = "watchpost.developer";
/** An answer that takes longer than this counts as none, in milliseconds. */
const patience = 20_000;
/** A file of any length may take as long as the appliance sends one, in milliseconds. */
const longestFile = 3_600_000;
/** Where a browser refuses storage, the session lasts as long as the page. */
let fleeting = null;

/** The credential of who is signed in, or null. */
export function credential() {
    try {
        return sessionStorage.getItem(key) ?? fleeting;
    } catch {
        return fleeting;
    }
}

/** Remembers it; null forgets it. */
export function keep(text) {
    fleeting = text;
    try {
        if (text === null) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, text);
    } catch {
        // Storage is switched off or full: see `fleeting`.
    }
}

/** The session's name in paths. */
export function ownSession() {
    return credential()?.split(".")[1] ?? "";
}

/** The appliance refused, or nobody answered: then the status is 0. */
export class Refusal extends Error {
    constructor(status, problem, seconds) {
        super(refusalWords(status, problem, seconds));
        this.status = status;
        this.problem = problem;
        this.code = problem?.code ?? null;
    }
}

function refusalWords(status, problem, seconds) {
    if (status === 0) return t("dev.unreachable");
    if (problem?.code === "sign-in-locked") return t("dev.locked", { seconds });
    const words = codeWords(problem?.code);
    if (words !== null) return words;
    if (!problem?.detail) return t("ask.answered", { status: String(status) });
    const known = [400, 401, 403, 404, 409, 429, 503].includes(status);
    return t(`refusal.${known ? status : "other"}`, { detail: problem.detail });
}

/** Asks; `body` goes as JSON, bytes (a Blob) as they are, with their type. Answers the body, or null. */
export async function ask(method, path, body) {
    const answer = await answered(method, path, body, patience);
    return isJSON(answer) ? await answer.json().catch(() => null) : null;
}

/** Asks for a file of any length; one that was cut on its way is none. */
export async function askFile(path) {
    const answer = await answered("GET", path, undefined, longestFile);
    try {
        return await answer.blob();
    } catch {
        throw new Refusal(0, null, 0);
    }
}

function isJSON(answer) {
    return /[/+]json/.test(answer.headers.get("Content-Type") ?? "");
}

async function answered(method, path, body, wait) {
    const headers = { Accept: "application/json" };
    if (credential()) headers.Authorization = `Bearer ${credential()}`;
    const isBytes = body instanceof Blob;
    if (body !== undefined) headers["Content-Type"] = isBytes ? body.type : "application/json";
    const sent = body === undefined || isBytes ? body : JSON.stringify(body);
    let answer;
    try {
        const signal = AbortSignal.timeout?.(wait);
        answer = await fetch(`/v1/developers${path}`, { method, headers, body: sent, signal, cache: "no-store", credentials: "omit" });
    } catch {
        throw new Refusal(0, null, 0);
    }
    if (answer.ok) return answer;
    const said = isJSON(answer) ? await answer.json().catch(() => null) : null;
    // A page of something in between: what it says of "not found" or "forbidden" is not about what was asked.
    if (said === null) throw new Refusal(0, null, 0);
    const refusal = new Refusal(answer.status, said, Number(answer.headers.get("Retry-After")) || 1);
    if (refusal.code === "session-over") {
        keep(null);
        dispatchEvent(new CustomEvent("session-over"));
    }
    throw refusal;
}
