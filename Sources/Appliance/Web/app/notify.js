// "Enable notifications" and "Send test", or why that is not possible here.

import { el, setText, show, webAddress } from "/assets/dom.js";
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
    const on = makeAction("Enable notifications", () => alone(enable), { kind: "strong" });
    const off = makeAction("Turn notifications off", () => alone(disable));
    const test = makeAction("Send test", () => alone(sendTest));
    /** What came of an earlier tap is no longer of interest. */
    function alone(act) {
        for (const one of [on, off, test]) one.say("");
        return act(house);
    }
    const root = sheet("Notifications", line, steps, link, ...on.nodes, el("div", { class: "actions" },
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

const words = {
    insecure: "Browsers allow notifications only over HTTPS, and this page came over plain HTTP. So the tunnel comes "
        + "first: it gives your appliance an https address of its own that works from everywhere. ",
    homescreen: "On an iPhone or iPad only an app on the Home Screen may send notifications:",
    unsupported: "This browser has no push notifications.",
    denied: "Notifications are blocked for this site. Only you can allow them again: in the browser’s settings for "
        + "this site, under “Notifications”.",
    nokey: "This appliance has no key for Web Push, so it cannot send.",
    on: "Notifications are on. You are told about the realms you watch, and about maps.",
    off: "This phone is not told anything yet.",
};
const homeScreenSteps = ["Tap the Share button of Safari.", "Choose “Add to Home Screen”.",
    "Open Watchpost from the Home Screen and come back to this page."];

/** What is possible here and now: `kind`, `words`, perhaps `steps` and a `link`. */
export function notifyState({ about, device, deviceTrouble }) {
    const state = (kind, more = {}) => ({ kind, words: words[kind], ...more });
    if (!window.isSecureContext) return insecure(about);
    if (apple && !navigator.standalone) return state("homescreen", { steps: homeScreenSteps });
    if (!canPush()) return state("unsupported");
    if (Notification.permission === "denied") return state("denied");
    if (about && !about.webPush) return state("nokey");
    if (!about || !device) {
        const why = deviceTrouble ? `Not known right now: ${sentence(deviceTrouble)}` : "Looking…";
        return { kind: "waiting", words: why };
    }
    if (device.push?.state === "disabled") {
        const reason = sentence(device.push.reason ?? "no reason was given");
        return { kind: "refused", words: `The push service no longer takes notices for this phone: ${reason} `
            + "Enable them again for a new address." };
    }
    return state(device.push && Notification.permission === "granted" ? "on" : "off");
}

/** The tunnel first; its address when there is one already. */
function insecure(about) {
    const secure = webAddress(about?.publicURL ?? "");
    const link = secure?.startsWith("https:") ? new URL("/app", secure).href : null;
    const next = link ? "Yours has one; open it and enable notifications there:"
        : "docs/tunnel.md shows how, in ten minutes.";
    return { kind: "insecure", words: words.insecure + next, link };
}

/** From a tap only: browsers ask the person at that moment. */
async function enable(house) {
    const permission = await Notification.requestPermission();
    if (permission === "denied") {
        house.changed();
        throw new Error("the browser was told not to allow notifications");
    }
    if (permission !== "granted") throw new Error("the question was not answered, so nothing was changed");
    let subscription;
    try {
        subscription = await subscribe(house.about.webPush.publicKey);
    } catch (problem) {
        throw new Error(`the browser’s push service refused: ${problem.message}`);
    }
    house.device = await tell({ push: subscriptionBody(subscription) });
    house.changed();
    return "Notifications are on. “Send test” shows one";
}

async function disable(house) {
    house.device = await tell({ push: null });
    await unsubscribe();
    house.changed();
    return "This phone is told nothing any more";
}

async function sendTest() {
    const answer = await personal("POST", "/test");
    if (answer?.accepted) return answer.detail ?? "the push service took it";
    const reason = answer?.reason ? ` (${answer.reason})` : "";
    throw new Error(`not delivered: ${answer?.detail ?? "no reason was given"}${reason}`);
}
