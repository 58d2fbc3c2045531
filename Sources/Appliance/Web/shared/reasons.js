// Why something is not fresh or was refused, in the words of the person: the appliance itself speaks English.

import { hasWords, t } from "./words.js";

/** What the appliance says of a source of realms, by what its sentences have in common; the first that fits counts. */
const ofRealms = [
    [/no internet|box itself is offline/i, "noNetwork"], [/not set up: without a/i, "page"], [/not set up/i, "notSetUp"],
    [/refuses the client id/i, "client"], [/too often|HTTP 429/i, "tooOften"], [/(?:answered|HTTP)\s+(?:HTTP\s+)?5\d\d/i, "status"],
    [/(?:answered|HTTP)\s+(?:HTTP\s+)?\d{3}/i, "refused"], [/no complete answer|timed? ?out/i, "slow"],
    [/no connection|connect|resolve|cannot be sent/i, "connection"],
    [/finished since|not been polled|was not (?:polled|asked)/i, "unasked"],
    [/answered (?:something|an|with|pages|more)|is longer than|valid JSON|no token/i, "nonsense"],
];
/** The same for the upstream of the maps. */
const ofMaps = [
    [/Discord/i, "discord"], [/refuses the key/i, "key"], [/nothing at its address/i, "address"], [/too often|HTTP 429/i, "tooOften"],
    [/HTTP\s+\d{3}/i, "status"], [/no complete answer|timed? ?out/i, "slow"], [/no connection|connect|resolve/i, "connection"],
];

/** One sentence about why a source of realms is not fresh; of what nobody foresaw, that there is no usable answer. */
export function reasonOf(reason) {
    return said(reason, ofRealms, (kind, status) => t(`why.${kind}`, { status }));
}

/** Why the upstream of the maps cannot be asked, to stand behind a colon. */
export function mapsReasonOf(reason) {
    return said(reason, ofMaps, (kind, status) => t(`why.maps.${kind}`, { status }));
}

function said(reason, kinds, words) {
    const text = String(reason ?? "").trim();
    if (!text) return "";
    const status = /(?:answered|HTTP)\s+(?:HTTP\s+)?(\d{3})/i.exec(text)?.[1];
    return words(kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "other", status);
}

/** The words of a refusal's code, or null where it has none: the appliance's own sentence is said then. */
export function codeWords(code) {
    return hasWords(`code.${code}`) ? t(`code.${code}`) : null;
}

/** The codes of addresses that the appliance did not take with a registration. */
const notTaken = new Set(["unknown-service", "dead-end", "push-address", "push-broken"]);
/** The codes of tests and of push states. */
const pushCodes = new Set(["gone", "other-key", "refused-address", "off", "busy", "held", "no-answer", "refused",
    "no-contact", "clock", "disk", "not-set-up", ...notTaken]);

/** Whether a push state is that of an address that the appliance did not take. */
export function isNotTaken({ code } = {}) {
    return notTaken.has(code);
}

/** Why a push did not arrive: by its code, else what the service said. */
export function pushReason({ code, service, detail, reason } = {}) {
    if (pushCodes.has(code)) return t(`push.${code}`, { service: service ?? "" });
    const said = reason && detail ? `${detail} (${reason})` : detail ?? reason;
    return said ?? t("notify.noReason");
}

/** Why a notice was not sent, by its code, else by the appliance's own words. */
export function noticeReason({ code, reason }) {
    return hasWords(`fate.${code}`) ? t(`fate.${code}`) : String(reason ?? "");
}
