// Notifications: what is possible here, how to get where more is, turning them on and off, a test, and the line that asks on
// "Watched".

import { el, setText, show, webAddress } from "/assets/dom.js";
import { isNotTaken, pushReason } from "/assets/reasons.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { canPush, endNotices, NoAddress, subscribe, subscriptionBody, tell } from "/app/device.js";
import { makeCodeButton } from "/app/linking.js";
import { makeAction, sheet } from "/app/parts.js";
import { sign } from "/app/signs.js";

const apple = /iPhone|iPad|iPod/.test(navigator.userAgent)
    || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
/** Browsers may keep a question open for ever; a person must not wait that long, in milliseconds. */
const patience = 15_000;
/** What a tap can solve. */
const solvable = ["off", "refused"];

/** Builds the page; `app` is what the app is wired with. */
export function makeNotify(app) {
    const line = el("p");
    const move = makeMove(app);
    const installed = el("p", { text: t("notify.installed") });
    const code = makeCodeButton(t("notify.code"), "notify.codeUntil");
    const steps = el("ol", { class: "steps" });
    const guide = el("a", { class: "guide", href: "/manual/tunnel", target: "_blank", rel: "noopener", text: t("notify.guide") });
    const on = makeAction(t("notify.enable"), () => alone(() => enable(app)), { kind: "strong" });
    const off = makeAction(t("notify.disable"), () => alone(() => disable(app)));
    const test = makeTest(app, () => alone(() => {}));
    /** What came of an earlier tap is no longer of interest. */
    function alone(act) {
        for (const one of [on, off, test]) one.say("");
        return act();
    }
    const root = sheet(t("notify.title"), line, guide, steps, installed, ...code.nodes, ...move.nodes, ...on.nodes, el("div", { class: "actions" },
        test.button, off.button), test.line, off.line);
    return {
        root,
        update() {
            const state = notifyState(app);
            root.dataset.state = state.kind;
            setText(line, state.words);
            steps.replaceChildren(...(state.steps ?? []).map((text) => el("li", { text })));
            show(steps, Boolean(state.steps));
            const isOnTheWay = state.kind === "homescreen" && Boolean(app.device);
            show(installed, isOnTheWay);
            code.show(isOnTheWay);
            move.update(state.address);
            show(guide, state.kind === "insecure" && !state.address && Boolean(app.about));
            show(on.button, solvable.includes(state.kind));
            for (const one of [test, off]) show(one.button, state.kind === "on" || state.kind === "refused");
        },
    };
}

/**
 * The way to the https address, for the same person: a browser keeps what it knows to the address at home, so the link
 * carries a code that joins the two. Where the phone cannot be known there is nobody to bring along.
 */
function makeMove(app) {
    let address = null;
    const plain = el("a", { class: "out" });
    const go = makeAction(t("notify.move"), async () => {
        const { code } = await personal("POST", "/link");
        location.assign(`${address}#link=${code}`);
        return t("notify.moving");
    }, { kind: "strong" });
    return { nodes: [plain, ...go.nodes], update(to) {
        address = to ?? null;
        const isKnown = Boolean(app.device);
        if (address) {
            plain.href = address;
            setText(plain, address);
            setText(go.button, t("notify.move", { host: new URL(address).host }));
        }
        show(plain, Boolean(address) && !isKnown && Boolean(app.deviceError));
        show(go.button, Boolean(address) && isKnown);
    } };
}

/** "Send a test", with the push service's own answer in words; `begin()` clears what others said. */
export function makeTest(app, begin = () => {}) {
    return makeAction(t("notify.test"), async () => {
        begin();
        const answer = await personal("POST", "/test");
        // A test that found the address dead has switched it off.
        if (answer && "push" in answer) app.device = { ...app.device, push: answer.push };
        app.changed();
        if (answer?.accepted) return t("notify.took");
        throw new Error(t("notify.undelivered", { why: pushReason(answer) }));
    });
}

/** What is possible here and now: `kind`, `words`, perhaps `steps` and the `address` where more is possible. */
export function notifyState({ about, device, deviceError }) {
    const state = (kind, more = {}) => ({ kind, words: t(`notify.${kind}`), ...more });
    if (!window.isSecureContext) return insecure(about);
    if (apple && !navigator.standalone) {
        return state("homescreen", { steps: [1, 2, 3].map((step) => t(`notify.step${step}`)) });
    }
    if (!canPush()) return state("unsupported");
    if (Notification.permission === "denied") return state("denied");
    if (about && !about.webPush) return state("nokey");
    if (!about || !device) {
        const isError = Boolean(deviceError);
        const words = isError ? t("notify.unknown", { why: sentence(deviceError) }) : t("notify.looking");
        return { kind: "waiting", words };
    }
    if (device.push?.state === "disabled") {
        const key = isNotTaken(device.push) ? "notify.notTaken" : "notify.refused";
        return { kind: "refused", words: t(key, { why: sentence(pushReason(device.push)) }) };
    }
    return state(device.push && Notification.permission === "granted" ? "on" : "off");
}

/** Whether a notice would reach this phone. */
export function canTell(app) {
    return notifyState(app).kind === "on";
}

/** The tunnel first; its address when there is one already. */
function insecure(about) {
    const secure = webAddress(about?.publicURL ?? "");
    const address = secure?.startsWith("https:") ? new URL("/app", secure).href : null;
    const next = t(address ? "notify.hasTunnel" : "notify.noTunnel");
    return { kind: "insecure", words: t("notify.insecure") + next, address };
}

/** `work` or, when that takes too long, words for it. */
function inTime(work) {
    let timer = null;
    const late = new Promise((_, give) => {
        timer = setTimeout(() => give(new Error(t("notify.noAnswer"))), patience);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** From a tap only: browsers ask the person at that moment. */
export async function enable(app) {
    const permission = await inTime(Notification.requestPermission());
    if (permission === "denied") {
        app.changed();
        throw new Error(t("notify.told"));
    }
    if (permission !== "granted") throw new Error(t("notify.unanswered"));
    const asked = subscribe(app.about.webPush.publicKey).catch((problem) => {
        throw problem instanceof NoAddress ? problem : new Error(t("notify.browserRefused", { why: problem.message }));
    });
    const subscription = await inTime(asked);
    app.device = await tell({ push: subscriptionBody(subscription) });
    app.changed();
    if (app.device?.push?.state === "disabled") throw new Error(pushReason(app.device.push));
    return t("notify.enabled");
}

/** Nothing is told from now on. */
export async function disable(app) {
    const { device, refusal } = await endNotices();
    app.device = device;
    app.changed();
    if (refusal) throw refusal;
    return t("notify.disabled");
}

/** The line below the watched realms: notifications are off, and what can be done about that here. */
export function makeAskLine(app) {
    const words = el("p");
    const act = el("button", { type: "button", class: "plain" });
    const way = el("a", { class: "plain", href: "/app#settings/notifications", text: t("ask.how") });
    const root = el("section", { class: "ask-line", hidden: true, "aria-label": t("notify.title") }, sign("bell"), words, act, way);
    let failed = "";
    act.addEventListener("click", async () => {
        if (act.getAttribute("aria-busy") === "true") return;
        act.setAttribute("aria-busy", "true");
        failed = "";
        try {
            await enable(app);
        } catch (problem) {
            failed = problem.message;
            app.announce(sentence(failed));
        }
        act.removeAttribute("aria-busy");
        app.changed();
    });
    return { root, update(isWanted) {
        const { kind } = notifyState(app);
        const isAsking = isWanted && kind !== "on" && kind !== "waiting";
        show(root, isAsking);
        if (!isAsking) return;
        setText(words, failed ? sentence(failed) : t(["off", "refused"].includes(kind) ? "ask.off" : `ask.${kind}`));
        setText(act, t(failed ? "page.tryAgain" : "ask.enable"));
        show(act, solvable.includes(kind));
        show(way, !solvable.includes(kind));
    } };
}
