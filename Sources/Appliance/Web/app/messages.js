// What people wrote to the owner: the unread first, read by opening, and deleted after a question.

import { el, keyed, list, setText, show } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { makeAction } from "/app/parts.js";
import { isMissing } from "/app/playask.js";

const path = "/v1/admin/contact";
/** An address as the box takes them; anything else is no link. */
const plainAddress = /^([A-Za-z0-9!#$%&'*+\-/=?^_\x60{|}~.]{1,64})@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)$/;

/** The messages as far as they were asked for, the newest first. */
class Mailbox {
    messages = [];
    /** Of all there are, also of those that were not asked for. */
    unread = 0;
    hasMore = false;
    #questions = new Questions();

    load() {
        return this.#questions.ask(() => this.#all(), (found) => Object.assign(this, found));
    }

    /** As many as there were, and as it takes to have every unread one. */
    async #all() {
        let page = await pageBefore(null);
        let found = page.messages;
        const isEnough = () => found.length >= this.messages.length && found.filter((one) => one.isRead !== true).length >= page.unread;
        while (page.hasMore && page.messages.length > 0 && !isEnough()) {
            page = await pageBefore(found.at(-1).message);
            found = [...found, ...page.messages];
        }
        return { ...page, messages: found };
    }

    async loadOlder() {
        const page = await pageBefore(this.messages.at(-1).message);
        const known = new Set(this.messages.map((one) => one.message));
        this.messages = [...this.messages, ...page.messages.filter((one) => !known.has(one.message))];
        this.hasMore = page.hasMore;
    }

    async read(message) {
        const marked = await personal("PUT", `${path}/${message}`, { isRead: true });
        this.#questions.outdate();
        this.#countRead(message);
        this.messages = this.messages.map((one) => (one.message === message ? marked : one));
    }

    /** One that somebody else deleted is gone as well. */
    async remove(message) {
        await personal("DELETE", `${path}/${message}`).catch((problem) => {
            if (!isMissing(problem)) throw problem;
        });
        this.#questions.outdate();
        this.#countRead(message);
        this.messages = this.messages.filter((one) => one.message !== message);
    }

    #countRead(message) {
        if (this.messages.some((one) => one.message === message && one.isRead !== true)) this.unread = Math.max(0, this.unread - 1);
    }
}

/** A page of the messages: the newest, or those before one. */
async function pageBefore(message) {
    const body = await personal("GET", message === null ? path : `${path}?before=${message}`);
    return { messages: list(body?.messages), unread: Number(body?.unread) || 0, hasMore: body?.hasMore === true };
}

/** Builds the part of the page; `app` is what the app is wired with. */
export function makeMessages(app) {
    const box = new Mailbox();
    const state = el("p", { class: "list-note", role: "status", tabindex: "-1" });
    const rows = el("ul", { class: "devices" });
    const more = makeAction(t("messages.more"), async () => {
        await box.loadOlder();
        draw();
        return "";
    });
    const root = el("section", {}, el("h2", { text: t("messages.title") }), state, rows, ...more.nodes);
    const views = new Map();
    /** Those that stand first: nobody had read them when they came, and what is opened stays where it is. */
    let first = new Set();

    function draw(words = "") {
        const { messages, unread } = box;
        first = new Set(messages.filter((one) => one.isRead !== true || (first.has(one.message) && views.get(one.message)?.isOpen))
            .map((one) => one.message));
        const ordered = [...messages.filter((one) => first.has(one.message)), ...messages.filter((one) => !first.has(one.message))];
        keyed(rows, views, ordered, (one) => one.message, (one) => makeMessage(one, acts));
        show(more.button, box.hasMore);
        const none = messages.length === 0 ? t("messages.none") : t("messages.allRead");
        setText(state, words || (unread > 0 ? t("messages.unread", { count: unread }) : none));
        app.changed();
    }

    const acts = {
        async read(message) {
            try {
                await box.read(message);
            } catch (problem) {
                throw isMissing(problem) ? new Error(t("messages.gone")) : problem;
            }
            draw();
        },
        async remove(message) {
            await box.remove(message);
            draw(sentence(t("messages.deleted")));
            state.focus();
        },
    };

    /** Answers whether there is such a list at all. */
    async function load() {
        try {
            await box.load();
            draw();
        } catch (problem) {
            if (isMissing(problem)) return false;
            setText(state, sentence(t("messages.failed", { why: problem.message })));
        }
        return true;
    }

    show(more.button, false);
    return { root, load, get unread() { return box.unread; } };
}

/** One message: who and when; opened, its address and its text. */
function makeMessage(message, acts) {
    let known = message;
    const mark = el("span", { class: "message-new", text: t("messages.new") });
    const line = el("p", { class: "result bad", role: "status", hidden: true });
    const drop = makeAction(t("messages.delete"), async () => {
        await acts.remove(known.message);
        return "";
    }, { sure: t("messages.deleteSure", { name: String(message.name) }), kind: "danger" });
    const head = el("span", { class: "message-head" }, el("bdi", { class: "row-name", text: message.name }), mark,
        el("time", { class: "list-note", datetime: message.at, text: clockText(instant(message.at)) }));
    const details = el("details", { class: "message" }, el("summary", {}, head), addressLine(String(message.address ?? "")),
        el("p", { class: "message-text", dir: "auto", text: message.text }), line, el("div", { class: "actions" }, drop.button), drop.line);
    details.addEventListener("toggle", async () => {
        if (!details.open || known.isRead === true) return;
        show(line, false);
        try {
            await acts.read(known.message);
        } catch (problem) {
            setText(line, sentence(problem.message));
            show(line, true);
        }
    });
    return { root: el("li", { class: "device" }, details), get isOpen() { return details.open; }, update(current) {
        known = current;
        show(mark, known.isRead !== true);
    } };
}

/** Strangers wrote it: nothing in it may add a field to the letter. */
function addressLine(address) {
    const parts = address.length <= 254 ? plainAddress.exec(address) : null;
    const link = parts ? el("a", { class: "message-address", href: `mailto:${encodeURIComponent(parts[1])}@${parts[2]}`, text: address }) : null;
    return el("p", {}, link ?? el("bdi", { class: "message-address", text: address }));
}
