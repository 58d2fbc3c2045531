// For administrators: notices that could not be delivered, why, and what to do about them.

import { el, keyed, list, setText, show } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { channelWords } from "/app/devices.js";
import { makeAction, sheet } from "/app/parts.js";

/** Which words stand for which of the push services' reasons; docs/notifications.md has them at length. */
const causes = {
    gone: ["Unregistered", "ExpiredToken", "HTTP 404", "HTTP 410"],
    token: ["BadDeviceToken"],
    topic: ["DeviceTokenNotForTopic", "BadTopic", "MissingTopic", "TopicDisallowed", "Forbidden"],
    key: ["InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken", "BadCertificate",
        "BadCertificateEnvironment", "BadEnvironmentKeyInToken", "BadEnvironmentKeyIdInToken"],
    clock: ["ExpiredProviderToken", "the clock is not set yet"],
    busy: ["TooManyRequests", "HTTP 429", "HTTP 406", "TooManyProviderTokenUpdates"],
    service: ["InternalServerError", "ServiceUnavailable", "Shutdown", "IdleTimeout"],
    // Before the status, which is also that of a token that is wrong.
    otherKey: ["VapidPkHashMismatch", "while other phones of this service work"],
    jwt: ["BadJwtToken", "HTTP 401", "HTTP 403"],
    ownKey: ["the box's key cannot be used"],
    contact: ["NoContact"],
    private: ["the host is inside a private network"],
    late: ["expired before it was sent"],
    ours: ["PayloadTooLarge", "BadCollapseId", "BadExpirationDate", "BadMessageId", "BadPriority",
        "InvalidPushType", "DuplicateHeaders", "PayloadEmpty", "MissingDeviceToken", "BadPath",
        "MethodNotAllowed", "redirect not followed",
        "HTTP 400", "HTTP 405", "HTTP 411", "HTTP 413", "HTTP 414", "HTTP 415", "HTTP 431", "HTTP 451"],
};
/** Others that a push service answers mean trouble or "later", and were tried until there was no use in it. */
const passing = /\bHTTP [45]\d\d\b/;
const network = /connect|resolve|certificate|SSL|TLS|HTTP\/2|timed? ?out/i;

/** A reason in words, with the service's own behind them; a new one has only general words. */
function reasonWords(reason) {
    const whole = String(reason ?? "");
    // "HTTP 503, after 8 attempts"; "NewWord (HTTP 413)"; "redirect not followed (HTTP 302)".
    const parts = whole.split(/, (?:after )?| \(|\)/);
    const cause = Object.keys(causes).find((one) => parts.some((part) => causes[one].includes(part)))
        ?? (passing.test(whole) ? "service" : network.test(whole) ? "network" : "other");
    const words = t(`reason.${cause}`);
    return whole ? t("dead.reason", { words, reason: whole }) : words;
}

/** Builds the sheet; `nameOf(id)` as in devices.js. */
export function makeDeadNotices(app, nameOf) {
    const note = el("p", { class: "list-note", role: "status" });
    const rows = el("ul", { class: "devices" });
    const root = sheet(t("dead.title"), note, rows);

    const views = new Map();
    let notices = [];
    let count = null;
    const questions = new Questions();

    /** Names may come later than the notices. */
    function draw() {
        const keyOf = (notice) => JSON.stringify([notice, String(nameOf(notice.device))]);
        keyed(rows, views, notices, keyOf, (one) => ({ root: noticeRow(one, nameOf(one.device), changed), update() {} }));
    }

    function take(found, words) {
        notices = found;
        draw();
        count = notices.length;
        setText(note, words ?? (count > 0 ? "" : t("dead.none")));
        app.changed();
    }

    function changed(words) {
        questions.outdate();
        return load(words);
    }

    async function load(words) {
        if (app.device?.administrator !== true) return;
        try {
            await questions.ask(() => personal("GET", "/v1/admin/notices/dead"), (body) => take(list(body.notices), words));
        } catch (problem) {
            setText(note, sentence(t("dead.failed", { why: problem.message })));
        }
        show(note, note.textContent !== "");
    }

    return { root, load: () => load(), enter: () => load(), get count() { return count; }, update() {
        show(root, app.device?.administrator === true);
        draw();
    } };
}

/** `name` is what its phone is called, undefined for one that is no more, null while nobody knows; `changed(words)`: it is dealt with. */
function noticeRow(notice, name, changed) {
    const path = `/v1/admin/notices/dead/${encodeURIComponent(notice.id)}`;
    const title = String(notice.title ?? "");
    const replay = makeAction(t("dead.replay"), async () => {
        await personal("POST", `${path}/replay`);
        await changed(sentence(t("dead.replayed")));
        return "";
    });
    const drop = makeAction(t("dead.delete"), async () => {
        await personal("DELETE", path);
        await changed();
        return "";
    }, { sure: t("dead.deleteSure"), kind: "danger" });
    replay.button.setAttribute("aria-label", t("dead.replayThis", { title }));
    const kind = channelWords(notice.channel);
    const phone = name === undefined ? t("dead.gonePhone") : name || t("devices.noName");
    return el("li", { class: "device" },
        el("p", {}, el("bdi", { class: "row-name", text: title })),
        el("p", { class: "list-note" },
            el("time", { datetime: notice.at, text: clockText(instant(notice.at)) }),
            ` · ${name === null ? kind : t("dead.to", { phone, kind })}`),
        el("p", { text: reasonWords(notice.reason) }),
        el("div", { class: "actions" }, replay.button, drop.button), replay.line, drop.line);
}
