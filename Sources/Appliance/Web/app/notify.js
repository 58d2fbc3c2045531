// "Enable notifications" and "Send test", or why that is not possible here.

import { el, setText, show, webAddress } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { canPush, subscribe, subscriptionBody, tell, unsubscribe } from "/app/device.js";
import { makeAction, sheet } from "/app/parts.js";

const apple = /iPhone|iPad|iPod/.test(navigator.userAgent)
    || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);

/** Builds the sheet; `house` is what the app is wired with. */
export function makeNotify(house) {
    const line = el("p", { role: "status" });
    const link = el("a", { class: "out" });
    const steps = el("ol", { class: "steps" });
    const on = makeAction(t("notify.enable"), () => alone(enable), { kind: "strong" });
    const off = makeAction(t("notify.disable"), () => alone(disable));
    const test = makeAction(t("notify.test"), () => alone(sendTest));
    /** What came of an earlier tap is no longer of interest. */
    function alone(act) {
        for (const one of [on, off, test]) one.say("");
        return act(house);
    }
    const root = sheet(t("notify.title"), line, steps, link, ...on.nodes, el("div", { class: "actions" },
        test.button, off.button), test.line, off.line);
    return {
        root,
        update() {
            const state = notifyState(house);
            root.dataset.state = state.kind;
            setText(line, state.words);
            steps.replaceChildren(...(state.steps ?? []).map((text) => el("li", { text })));
            show(steps, Boolean(state.steps));
            setText(link, state.link ?? "");
            if (state.link) link.href = state.link;
            show(link, Boolean(state.link));
            show(on.button, ["off", "refused"].includes(state.kind));
            for (const one of [test, off]) show(one.button, state.kind === "on" || state.kind === "refused");
        },
    };
}

/** What is possible here and now: `kind`, `words`, perhaps `steps` and a `link`. */
export function notifyState({ about, device, deviceTrouble }) {
    const state = (kind, more = {}) => ({ kind, words: t(`notify.${kind}`), ...more });
    if (!window.isSecureContext) return insecure(about);
    if (apple && !navigator.standalone) {
        return state("homescreen", { steps: [1, 2, 3].map((step) => t(`notify.step${step}`)) });
    }
    if (!canPush()) return state("unsupported");
    if (Notification.permission === "denied") return state("denied");
    if (about && !about.webPush) return state("nokey");
    if (!about || !device) {
        const isTrouble = Boolean(deviceTrouble);
        const words = isTrouble ? t("notify.unknown", { why: sentence(deviceTrouble) }) : t("notify.looking");
        return { kind: "waiting", words };
    }
    if (device.push?.state === "disabled") {
        const reason = sentence(device.push.reason ?? t("notify.noReason"));
        return { kind: "refused", words: t("notify.refused", { why: reason }) };
    }
    return state(device.push && Notification.permission === "granted" ? "on" : "off");
}

/** The tunnel first; its address when there is one already. */
function insecure(about) {
    const secure = webAddress(about?.publicURL ?? "");
    const link = secure?.startsWith("https:") ? new URL("/app", secure).href : null;
    const next = t(link ? "notify.hasTunnel" : "notify.noTunnel");
    return { kind: "insecure", words: t("notify.insecure") + next, link };
}

/** From a tap only: browsers ask the person at that moment. */
async function enable(house) {
    const permission = await Notification.requestPermission();
    if (permission === "denied") {
        house.changed();
        throw new Error(t("notify.told"));
    }
    if (permission !== "granted") throw new Error(t("notify.unanswered"));
    let subscription;
    try {
        subscription = await subscribe(house.about.webPush.publicKey);
    } catch (problem) {
        throw new Error(t("notify.browserRefused", { why: problem.message }));
    }
    house.device = await tell({ push: subscriptionBody(subscription) });
    house.changed();
    return t("notify.enabled");
}

async function disable(house) {
    house.device = await tell({ push: null });
    await unsubscribe();
    house.changed();
    return t("notify.disabled");
}

async function sendTest() {
    const answer = await personal("POST", "/test");
    if (answer?.accepted) return answer.detail ?? t("notify.took");
    const reason = answer?.reason ? ` (${answer.reason})` : "";
    throw new Error(t("notify.undelivered", { why: `${answer?.detail ?? t("notify.noReason")}${reason}` }));
}
