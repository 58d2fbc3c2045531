// One player in several places: a code that is said elsewhere, a code from elsewhere, and codes for when everything is lost.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { confirmed, field, makeAction, sheet } from "/app/parts.js";
import { qrPicture } from "/app/qrcode.js";

/** Shows a code for ten minutes: in letters, as a picture and as a link. */
export function makeCode(play) {
    const code = el("output", { class: "big-code", hidden: true });
    const picture = el("div", { class: "qr-box", hidden: true });
    const link = el("a", { class: "link-address", hidden: true });
    const share = el("button", { type: "button", class: "quiet", text: t("link.share"), hidden: true });
    const give = makeAction(t("profile.showCode"), async () => {
        const answer = await play.tell("POST", "/v1/me/codes");
        const address = String(answer.link ?? "").startsWith("http") ? answer.link : `${location.origin}/app#join=${answer.code}`;
        setText(code, answer.code);
        link.href = address;
        setText(link, address);
        setChildren(picture, [qrPicture(address, t("profile.qr"))]);
        for (const node of [code, picture, link]) show(node, true);
        show(share, Boolean(navigator.share));
        return t("profile.codeUntil", { time: clockText(instant(answer.expiresAt)) });
    }, { kind: "strong" });
    share.addEventListener("click", () => navigator.share({ url: link.href }).catch(() => {}));
    const root = sheet(t("profile.code"), el("p", { class: "list-note", text: t("profile.codeNote") }), give.button, code, picture, give.line, link, share);
    return { root, enter() {
        for (const node of [code, picture, link, share]) show(node, false);
        give.say("");
    } };
}

/** Takes a code from elsewhere; what becomes of names, results, friends and duels is said before it is done. */
export function makeJoin(app, play) {
    const input = el("input", { type: "text", autocomplete: "one-time-code", autocapitalize: "characters", spellcheck: "false", maxlength: 40,
        required: true, id: "join-code" });
    const action = makeAction(t("profile.joinLook"), async () => {
        const code = input.value.replace(/\s/g, "").toUpperCase();
        if (!/^[0-9A-Z-]{6,39}$/.test(code)) throw new Error(t("profile.codeForm"));
        const join = (preview) => play.tell("POST", "/v1/me/join", { code, ...preview }).catch((problem) => { throw codeProblem(problem); });
        const preview = await join({ preview: true });
        if (!await confirmed(joinWords(preview, code.replaceAll("-", "").length <= 8), t("profile.join.yes"))) return "";
        const done = await join({});
        input.value = "";
        await play.startAgain();
        return t("profile.joined", { name: done.player?.name ?? "" });
    }, { kind: "strong" });
    action.button.type = "submit";
    action.button.removeEventListener("click", action.go);
    const form = el("form", { class: "code-form", novalidate: true }, field(t("profile.joinCode"), input), ...action.nodes);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        action.go();
    });
    const root = sheet(t("profile.join"), el("p", { class: "list-note", text: t("profile.joinNote") }), form, makeLetter(play));
    return { root, fill(code) {
        input.value = code;
        input.focus();
    } };
}

/** Why a code was not taken; after too many tries, in what time there is another one. */
function codeProblem(problem) {
    if (problem.status !== 429 || !problem.wait) return problem;
    return new Error(t("profile.codeWait", { time: t("lasting.minutes", { minutes: Math.ceil(problem.wait / 60_000) }) }));
}

/** Has a code sent to the address of a player; who has the address is not said. */
function makeLetter(play) {
    const address = el("input", { type: "email", autocomplete: "email", maxlength: 254, required: true, id: "lost-address" });
    const action = makeAction(t("profile.sendCode"), async () => {
        if (!address.checkValidity()) throw new Error(t("profile.addressForm"));
        try {
            const { expiresAt } = await play.tell("POST", "/v1/players/recovery", { email: address.value.trim(), language: language() });
            return t("profile.codeSent", { time: clockText(instant(expiresAt)) });
        } catch (problem) {
            throw problem.code === "mail-off" ? new Error(t("profile.mailOff")) : problem;
        }
    });
    action.button.type = "submit";
    action.button.removeEventListener("click", action.go);
    const form = el("form", { class: "code-form", novalidate: true }, field(t("profile.lostAddress"), address), ...action.nodes);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        action.go();
    });
    return form;
}

/** Sentence by sentence, what a join would do; `isGuest`: a game's guest made the code, and its own ways back end when a phone takes it over. */
function joinWords({ player, keeps, loses, installs = 0, friends = 0, friendsLeft = 0, voidedDuels = 0, endedDuels = 0 }, isGuest) {
    const name = keeps ?? player?.name ?? "";
    return [t("join.becomes", { name }), loses && loses !== name ? t("join.loses", { name: loses }) : "",
        isGuest ? t("join.codes", { name }) : "",
        installs > 0 ? t("join.installs", { count: installs }) : "", friends > 0 ? t("join.friends", { count: friends }) : "",
        friendsLeft > 0 ? t("join.left", { count: friendsLeft }) : "",
        voidedDuels > 0 ? t("join.duels", { count: voidedDuels }) : "", endedDuels > 0 ? t("join.ended", { count: endedDuels }) : "",
        t("join.back")].filter(Boolean).join(" ");
}

/** Eight codes that bring the player back; shown once. */
export function makeRecovery(app, play) {
    const state = el("p", { class: "list-note" });
    const codes = el("ol", { class: "recovery-codes", hidden: true });
    const copy = makeAction(t("profile.copyCodes"), async () => {
        await navigator.clipboard.writeText([...codes.children].map((one) => one.textContent).join("\n"));
        return t("profile.copied");
    });
    const make = makeAction(t("profile.makeCodes"), async () => {
        if (play.me.body?.recoveryCodes > 0 && !await confirmed(t("profile.replaceCodes"), t("profile.makeCodes"))) return "";
        const answer = await play.tell("POST", "/v1/me/recovery", undefined, [play.me]);
        const made = Array.isArray(answer?.codes) ? answer.codes : list(answer?.codes);
        setChildren(codes, made.map((one) => el("li", { text: String(one) })));
        show(codes, true);
        show(copy.button, Boolean(navigator.clipboard));
        return t("profile.codesOnce");
    }, { kind: "strong" });
    const root = sheet(t("profile.recovery"), el("p", { class: "list-note", text: t("profile.recoveryNote") }), state, make.button, make.line, codes,
        ...copy.nodes);
    show(copy.button, false);
    return { root, enter() {
        // Whoever comes back later sees that they are not shown again.
        setChildren(codes, []);
        for (const node of [codes, copy.button]) show(node, false);
        make.say("");
    }, update() {
        const count = play.me.body?.recoveryCodes ?? 0;
        setText(state, count > 0 ? t("profile.codesLeft", { count }) : t("profile.noCodesYet"));
    } };
}
