// Invitations of developers: a code for one account, the link that fills it in, and those that wait.

import { el, list, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { clockText, instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { field, makeAction } from "/app/parts.js";

const path = "/v1/admin/invitations";

/** Builds the part of the page; `app` is what the app is wired with. */
export function makeInvitations(app) {
    const made = makeCode(app);
    const note = el("input", { type: "text", maxlength: 100, autocomplete: "off" });
    const make = makeAction(t("invites.make"), async () => {
        const wish = note.value.trim() === "" ? {} : { note: note.value.trim() };
        const answer = await personal("POST", path, wish).catch((problem) => {
            // The same word stands for a player's invitations, with words of its own.
            throw problem.code === "invitations-full" ? new Error(t("invites.full")) : problem;
        });
        note.value = "";
        made.show(String(answer.code));
        questions.outdate();
        await load();
        return t("invites.once", { time: clockText(instant(answer.invitation?.expiresAt)) });
    }, { kind: "strong" });
    make.button.type = "submit";
    make.button.removeEventListener("click", make.go);
    const form = el("form", { class: "invite-form", novalidate: true }, field(t("invites.note"), note), make.button);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        make.go();
    });
    const state = el("p", { class: "list-note", role: "status", tabindex: "-1" });
    const rows = el("ul", { class: "devices" });
    const root = el("section", {}, el("h2", { text: t("invites.title") }), el("p", { class: "list-note", text: t("invites.lead") }), form, make.line,
        ...made.nodes, el("h3", { text: t("invites.open") }), state, rows);

    const questions = new Questions();

    function draw(all, words) {
        const waiting = list(all).filter((one) => !one.usedAt && instant(one.expiresAt) > serverNow());
        setChildren(rows, waiting.map((one) => invitationRow(one, async () => {
            questions.outdate();
            await load(sentence(t("invites.removed")));
            state.focus();
        })));
        setText(state, words || (waiting.length > 0 ? "" : t("invites.none")));
    }

    async function load(words = "") {
        try {
            await questions.ask(() => personal("GET", path), ({ invitations }) => draw(invitations, words));
        } catch (problem) {
            setText(state, sentence(t("invites.failed", { why: problem.message })));
        }
        show(state, state.textContent !== "");
    }

    return { root, load: () => load(), enter() {
        made.show(null);
        make.say("");
    } };
}

/** The code with its link, shown once; null hides them. */
function makeCode(app) {
    const code = el("output", { class: "big-code invite-code" });
    const link = el("a", { class: "link-address" });
    const share = el("button", { type: "button", class: "quiet", text: t("link.share") });
    share.addEventListener("click", () => navigator.share({ url: link.href }).catch(() => {}));
    const copy = makeAction(t("invites.copy"), async () => {
        await navigator.clipboard.writeText(link.href);
        return t("profile.copied");
    });
    const acts = el("div", { class: "actions" }, copy.button, share);
    const nodes = [code, link, acts, copy.line];
    return { nodes, show(text) {
        copy.say("");
        for (const one of [code, link, acts]) show(one, text !== null);
        if (text === null) {
            link.removeAttribute("href");
            for (const one of [code, link]) setText(one, "");
            return;
        }
        // Whoever is invited may be anywhere.
        link.href = new URL(`/developers#register/${encodeURIComponent(text)}`, webAddress(app.about?.publicURL ?? "") ?? location.origin).href;
        setText(code, text);
        setText(link, link.href);
        show(copy.button, Boolean(navigator.clipboard));
        show(share, Boolean(navigator.share));
    } };
}

function invitationRow(invitation, reload) {
    const name = String(invitation.note ?? "") || t("invites.unnamed");
    const back = makeAction(t("invites.remove"), async () => {
        await personal("DELETE", `${path}/${encodeURIComponent(invitation.invitation)}`).catch((problem) => {
            // Taken back by somebody else, or used: the list says it.
            if (problem.status !== 404) throw problem;
        });
        await reload();
        return "";
    }, { sure: t("invites.removeSure", { name }), kind: "danger" });
    const [since, until] = [invitation.since, invitation.expiresAt].map((at) => clockText(instant(at)));
    back.button.setAttribute("aria-label", t("invites.removeThis", { name }));
    const facts = el("div", {}, el("p", {}, el("bdi", { class: "row-name", text: name })),
        el("p", { class: "list-note", text: t("invites.times", { since, until }) }), back.line);
    return el("li", { class: "invitation" }, facts, back.button);
}
