// A change of the map schedule is looked at first: a dialog with the next 24 hours and what is different in them.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, Unreachable } from "/app/ask.js";
import { localTimes, refusalText } from "/app/editwords.js";
import { makeAction } from "/app/parts.js";
import { sign } from "/app/signs.js";

export const schedulePath = "/v1/admin/schedule";
/** What was looked at longer ago than this is looked at again before it counts, in milliseconds. */
const fresh = 20_000;
/** The same where the appliance does what was looked at: it remembers that for ten minutes. */
const held = 9 * 60_000;
/** Stretches of a mode that stand there at once. */
const mostShown = 10;

/**
 * Changes the schedule: `change(text)` asks what a line would do, shows it, and answers words once the person wants it;
 * empty ones when not. One at a time. `taken(list)` is given the edits then, `reload()` asks for them.
 */
export function makeChanger({ taken, reload }) {
    let isBusy = false;
    return { async change(text) {
        if (isBusy) return "";
        isBusy = true;
        try {
            return await openPreview(await preview(text), { taken, reload });
        } catch (problem) {
            throw new Error(refusalText(problem));
        } finally {
            isBusy = false;
        }
    } };
}

function preview(text) {
    return personal("POST", `${schedulePath}/preview`, { text });
}

/** Shows a preview; answers words when it was committed, else none. */
function openPreview(first, hooks) {
    const title = el("h2", { id: "preview-title", tabindex: "-1", autofocus: true, text: t("edit.preview") });
    const note = el("p", { class: "preview-note", role: "alert", hidden: true });
    const body = el("div", { class: "preview-body" });
    const action = makeAction(t("edit.commit"), () => committing.run(), { kind: "strong" });
    const no = el("button", { type: "button", class: "quiet", text: t("edit.leave") });
    const dialog = el("dialog", { class: "sheet-up preview", "aria-labelledby": title.id }, title, note, body, action.line,
        el("div", { class: "actions" }, action.button, no));
    let outcome = "";
    const committing = makeCommit(first, hooks, {
        draw(looked) {
            setChildren(body, previewNodes(looked));
            const isGrave = list(looked.modes).some((one) => one.change === "vanished");
            action.button.className = isGrave ? "danger" : "strong";
            setText(action.button, t(isGrave ? "edit.commitGrave" : "edit.commit"));
        },
        warn(words) {
            setText(note, words);
            show(note, words !== "");
            if (words) dialog.scrollTop = 0;
        },
        finish() {
            outcome = t("edit.done");
            dialog.close();
        },
    });
    const isUnderWay = () => action.button.getAttribute("aria-busy") === "true";
    no.addEventListener("click", () => { if (!isUnderWay()) dialog.close(); });
    dialog.addEventListener("cancel", (event) => { if (isUnderWay()) event.preventDefault(); });
    document.body.append(dialog);
    return new Promise((answer) => {
        dialog.addEventListener("close", () => {
            dialog.remove();
            answer(outcome);
        }, { once: true });
        dialog.showModal();
        title.focus();
    });
}

/** The commit of what was looked at, which is looked at again when the schedule or the time went on. */
function makeCommit(first, { taken, reload }, view) {
    let [looked, at, isUncertain] = [first, Date.now(), false];

    function take(next) {
        [looked, at] = [next, Date.now()];
        view.draw(looked);
    }

    /** Whether it still does what was looked at. */
    async function isAsSeen() {
        if (isUncertain || Date.now() - at <= (looked.at ? held : fresh)) return true;
        const [before, again] = [looked, await preview(looked.text)];
        const isOthers = again.basis !== before.basis;
        // What stands behind the look shows their change, too.
        if (isOthers) await reload();
        take(again);
        if (!isOthers && effect(again) === effect(before)) return true;
        view.warn(t("edit.again", { why: t(isOthers ? "edit.conflict" : "edit.moved") }));
        return false;
    }

    /** Somebody else was first; or we were, and the answer was lost. */
    async function meet() {
        const edits = await reload();
        const newest = list(edits?.edits)[0];
        const isOurs = newest && newest.version > Number(looked.basis.split("-")[0])
            && (newest.text === looked.text || (looked.text === "undo" && newest.state === "undo"));
        if (isUncertain && isOurs) return view.finish();
        isUncertain = false;
        view.warn(t("edit.conflict"));
        take(await preview(looked.text));
        return view.warn(t("edit.again", { why: t("edit.conflict") }));
    }

    async function commit() {
        try {
            const { text, basis, at: lookedAt } = looked;
            taken(await personal("POST", `${schedulePath}/edits`, { text, basis, at: lookedAt }));
        } catch (problem) {
            if (problem.code === "changed-meanwhile") return meet();
            if (!(problem instanceof Unreachable)) throw problem;
            isUncertain = true;
            throw new Error(t("edit.uncertain", { why: problem.message }));
        }
        return view.finish();
    }

    view.draw(looked);
    return { async run() {
        view.warn("");
        try {
            if (await isAsSeen()) await commit();
        } catch (problem) {
            throw new Error(refusalText(problem));
        }
        return "";
    } };
}

/** What a preview says, whenever it was asked for. */
function effect(looked) {
    return JSON.stringify(list(looked.modes).map((one) => [one.mode, one.change, list(one.stretches).map((stretch, place) =>
        [place === 0 ? "" : stretch.start, stretch.before, stretch.after])]));
}

function previewNodes(looked) {
    const modes = list(looked.modes);
    const [same, others] = [modes.filter((one) => one.change === "same"), modes.filter((one) => one.change !== "same")];
    const span = { from: clockText(instant(looked.from)), until: clockText(instant(looked.until)) };
    return [
        el("p", { class: "list-note", text: t("edit.span", span) }),
        others.length === 0 ? el("p", { text: t("edit.allSame") }) : null,
        ...others.map(modeNode),
        same.length > 0 && others.length > 0
            ? el("p", { class: "list-note", text: t("edit.asBefore", { modes: same.map((one) => one.name).join(", ") }) }) : null,
        // The line is for those who type such; what it does stands above in words.
        el("p", { class: "list-note edit-line" }, t("edit.asLine"), el("code", { lang: "en", text: localTimes(looked.text) })),
    ];
}

function modeNode(mode) {
    const rows = list(mode.stretches).map(stretchNode);
    const later = rows.slice(mostShown);
    return el("section", { class: "preview-mode", "data-change": mode.change, "aria-label": mode.name },
        el("h3", { text: mode.name }),
        mode.change === "vanished" ? el("p", { class: "vanishes" }, sign("warning"),
            el("span", { text: t("edit.vanishes", { mode: mode.name }) })) : null,
        el("ol", { class: "stretches" }, ...rows.slice(0, mostShown)),
        later.length > 0 ? el("details", { class: "later" },
            el("summary", { text: t("mode.later", { count: later.length }) }), el("ol", { class: "stretches" }, ...later)) : null,
        mode.cut ? el("p", { class: "list-note", text: t("edit.cut") }) : null);
}

/** One stretch: when, what is on, and what it was instead. */
function stretchNode({ start, before, after, change }) {
    const kind = ["changed", "added", "gone"].find((one) => one === change) ?? "same";
    const map = after ? shownText(after) : t(kind === "gone" ? "edit.nothingMore" : "edit.nothing");
    const was = kind === "changed" || kind === "gone" ? t("edit.not", { map: shownText(before) })
        : kind === "added" ? t("edit.new") : "";
    return el("li", { "data-change": kind }, el("time", { datetime: start, text: clockText(instant(start)) }),
        el("span", { class: "stretch-words" }, el("span", { class: "stretch-map", text: map }),
            was ? el("span", { class: "stretch-was", text: was }) : null));
}

function shownText({ code, map, gameMode, takeover, source }) {
    return [map ?? code, gameMode, takeover, source].filter(Boolean).join(" · ");
}
