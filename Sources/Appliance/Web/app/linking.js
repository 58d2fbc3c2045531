// Devices of one person: one list for all. A code, a picture of it to scan, who is linked, and the way out.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { playsHere } from "/app/identity.js";
import { confirmed, makeAction, makeCodeForm, sheet } from "/app/parts.js";

/** Builds the page; `app` is what the app is wired with. */
export function makeLinking(app) {
    const code = el("output", { class: "big-code", hidden: true });
    const address = el("a", { class: "link-address", hidden: true });
    const picture = el("img", { class: "link-picture", width: 200, height: 200, hidden: true });
    const share = el("button", { type: "button", class: "quiet", text: t("link.share"), hidden: true });
    const give = makeAction(t("link.show"), async () => {
        const answer = await personal("POST", "/link");
        setText(code, answer.code);
        const link = answer.link ?? `${location.origin}/app#link=${answer.code}`;
        address.href = link;
        setText(address, link);
        for (const node of [code, address]) show(node, true);
        draw(picture, answer);
        show(share, Boolean(navigator.share));
        return t("link.type", { time: clockText(instant(answer.expiresAt)) });
    });
    share.addEventListener("click", () => navigator.share({ url: address.href }).catch(() => {}));
    const join = makeCodeForm({ label: t("link.code"), button: t("link.join"),
        pattern: /^[0-9A-Z]{6,12}$/, send: async (text) => {
            if (!await isAgreed(app)) return "";
            const played = playsHere();
            app.device = await personal("POST", "/join", { code: text });
            await app.reload();
            if (played) await app.play?.startAgain();
            await linked.loadAnew();
            return t("link.linked");
        } });
    const state = el("p", { class: "list-note" });
    const linked = makeLinkedDevices(app);
    const leave = makeAction(t("link.leave"), async () => {
        const played = playsHere();
        app.device = await personal("DELETE", "/link");
        await app.reload();
        if (played) await app.play?.startAgain();
        await linked.loadAnew();
        return t("link.left");
    }, { sure: () => withPlay(t("link.leaveSure"), "link.leavePlay"), kind: "danger" });
    const root = sheet(t("link.title"), state, linked.root, ...leave.nodes, ...give.nodes, code, picture, address, share, join.form);

    return { root, fill: join.fill, enter: linked.load, update() {
        const count = countOf(app);
        setText(state, count > 1 ? t("link.count", { count }) : t("link.note"));
        show(leave.button, count > 1);
        if (count !== linked.asked && root.isConnected) linked.load();
    } };
}

/** How many devices share their lists with this one, itself among them. */
function countOf(app) {
    return app.device?.linkedDevices ?? 1;
}

/** Their list: `load()`, `loadAnew()` after something was done about them, `asked` is how many there were at the last question. */
function makeLinkedDevices(app) {
    const root = el("ul", { class: "devices" });
    const questions = new Questions();
    let asked = 1;
    /** Of a phone that is alone there is nothing to be asked. */
    const question = async () => (countOf(app) > 1 ? list((await personal("GET", "/link"))?.devices) : []);

    async function load() {
        asked = countOf(app);
        try {
            await questions.ask(question, (devices) => setChildren(root, devices.map((one) => deviceRow(one, app, loadAnew))));
        } catch {
            // The number above says enough.
            setChildren(root, []);
        }
    }

    function loadAnew() {
        questions.outdate();
        return load();
    }

    return { root, load, loadAnew, get asked() { return asked; } };
}

/** Whether whoever loses something by joining said yes to it. */
async function isAgreed(app) {
    const words = mergeWords(app);
    return !words || confirmed(words, t("link.join"));
}

/** Shows the QR code that the appliance made of the link; an image, so that nothing in it can run. */
function draw(picture, answer) {
    const isThere = typeof answer.picture === "string" && answer.picture !== "";
    if (isThere) picture.src = `data:image/svg+xml,${encodeURIComponent(answer.picture)}`;
    picture.alt = t("link.picture", { code: answer.code });
    show(picture, isThere);
}

/** A button that shows a code to type elsewhere; `until` is the key of the words that say where, and how long it lives. */
export function makeCodeButton(label, until) {
    const code = el("output", { class: "big-code", hidden: true });
    const give = makeAction(label, async () => {
        const answer = await personal("POST", "/link");
        setText(code, answer.code);
        show(code, true);
        return t(until, { time: clockText(instant(answer.expiresAt)) });
    });
    return { ...give, nodes: [give.button, code, give.line], show(isShown) {
        show(give.button, isShown);
        if (isShown) return;
        show(code, false);
        give.say("");
    } };
}

/** Sentence by sentence, what linking would do to what this phone has; empty where it has nothing. */
function mergeWords(app) {
    const words = [hasOwn(app) ? t("link.merge") : "", playsHere() ? t("link.play") : ""].filter(Boolean);
    return words.length > 0 ? [...words, t("link.sure")].join(" ") : "";
}

/** What unlinking does, with what it does to the player that the devices share; `key`: the row that says so. */
function withPlay(words, key) {
    return [words, playsHere() ? t(key) : ""].filter(Boolean).join(" ");
}

/** Whether this phone brings lists of its own, which joining would share. */
function hasOwn(app) {
    return (app.device?.regions ?? []).length > 0 || app.device?.linkedDevices > 1 || app.list.realms.length > 0;
}

/** `changed()` is called when the device is linked no more. */
function deviceRow(device, app, changed) {
    const away = makeAction(t("link.remove"), async () => {
        app.device = await personal("DELETE", `/link/${encodeURIComponent(device.id)}`);
        app.changed();
        await changed();
        return "";
    }, { sure: () => withPlay(t("link.removeSure", { name: device.name || t("devices.noName") }), "link.removePlay"), kind: "danger" });
    const seen = device.seenAt ? t("devices.seen", { time: clockText(instant(device.seenAt)) }) : null;
    const facts = [device.this ? t("devices.ours") : null, seen].filter(Boolean).join(" · ");
    return el("li", { class: "device" }, el("p", {}, el("bdi", { class: "row-name", text: device.name || t("devices.noName") })),
        el("p", { class: "list-note", text: sentence(facts).replace(/\.$/, "") }),
        device.this ? null : el("div", { class: "actions" }, away.button), away.line);
}
