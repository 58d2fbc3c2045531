// Why something is not fresh or was refused, in the words of the person: the appliance itself speaks English.

import { hasWords, t } from "./words.js";

/** What the appliance says about a source of realms, as one sentence; its own words where there are no better ones. */
export function reasonOf(reason) {
    const text = String(reason ?? "").trim();
    if (!text) return "";
    const status = /(?:answered|HTTP)\s+(?:HTTP\s+)?(\d{3})/i.exec(text)?.[1];
    if (/no internet|box itself is offline/i.test(text)) return t("why.noNetwork");
    if (/not set up/i.test(text)) return t("why.notSetUp", { reason: text.replace(/^not set up: /i, "") });
    if (/refuses the client id/i.test(text)) return t("why.client");
    if (status) return t("why.status", { status });
    if (/no complete answer|timed? ?out/i.test(text)) return t("why.slow");
    if (/no connection|connect|resolve/i.test(text)) return t("why.connection");
    if (/has finished since|has not been polled/i.test(text)) return t("why.unasked");
    return t("why.other", { reason: text });
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
