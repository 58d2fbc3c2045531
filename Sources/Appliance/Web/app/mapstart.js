// What can be done about a mode whose schedule has ended: somebody at home says which map is on, or the box is given a key.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { clockText, instant } from "/assets/time.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { resultLine } from "/app/parts.js";

/** Where the manual says how the box is given a key. */
const guide = "/manual/rotations#is-the-schedule-right";

/** The ways on below a mode's card; `open(mode)` asks which map is on. */
export function makeMapStart(app, open) {
    const start = el("button", { type: "button", class: "strong", "aria-haspopup": "dialog", text: t("start.which") });
    const key = el("a", { class: "quiet", href: guide, target: "_blank", rel: "noopener", text: t("start.key") });
    const note = el("p", { class: "list-note", text: t("start.away") });
    const root = el("div", { class: "mode-start", hidden: true }, el("div", { class: "actions" }, start, key), note);
    let shown = null;
    start.addEventListener("click", () => open(shown));
    return { root, draw(mode, isOld) {
        shown = mode;
        const isEnded = mode.state === "ended" && !isOld;
        show(root, isEnded);
        const isPossible = mapsOf(mode).length > 0;
        const isAllowed = app.about?.access === "local" || app.device?.administrator === true;
        show(start, isPossible && isAllowed);
        show(note, isPossible && !isAllowed && app.about !== null);
    } };
}

/** The sheet with every map that the mode ever had, each a button; `started()` is called once one is on. */
export function makeMapSheet(app, started) {
    const title = el("h2");
    const maps = el("div", { class: "start-maps" });
    const line = resultLine();
    const away = el("button", { type: "button", class: "quiet", text: t("page.cancel") });
    const root = el("dialog", { class: "sheet-up start-sheet", "aria-labelledby": "start-title" }, title,
        el("p", { class: "list-note", text: t("start.note") }), maps, line, el("div", { class: "actions" }, away));
    title.id = "start-title";
    document.body.append(root);
    away.addEventListener("click", () => { if (!isBusy) root.close(); });
    root.addEventListener("cancel", (event) => { if (isBusy) event.preventDefault(); });
    root.addEventListener("click", (event) => {
        if (event.target === root && !isBusy) root.close();
    });
    let isBusy = false;

    function say(words, isBad = false) {
        setText(line, words);
        line.classList.toggle("bad", isBad);
        show(line, words !== "");
    }

    async function begin(mode, code) {
        if (isBusy) return;
        isBusy = true;
        root.setAttribute("aria-busy", "true");
        say(t("start.starting"));
        try {
            const body = await personal("POST", "/v1/schedule/start", { mode: String(mode.mode), map: code });
            root.close();
            const until = instant(body?.current?.end);
            app.toast(t("start.done", { map: String(body?.current?.map ?? code), time: clockText(until) }), ways(app));
        } catch (problem) {
            say(problem.code === "not-paired" ? t("start.known") : sentence(problem.message), true);
        }
        isBusy = false;
        root.removeAttribute("aria-busy");
        // What was refused may have been begun by somebody else.
        started();
    }

    return { open(mode) {
        setText(title, t("start.title", { mode: mode.name ?? mode.mode }));
        say("");
        setChildren(maps, mapsOf(mode).map(([code, name]) => {
            const button = el("button", { type: "button", class: "start-map", text: name });
            button.addEventListener("click", () => begin(mode, code));
            return button;
        }));
        root.showModal();
        maps.querySelector("button")?.focus();
    } };
}

/** How it can be put right when the guess is wrong. */
function ways(app) {
    const isOwner = app.device?.administrator === true;
    return [isOwner ? [t("edit.title"), () => app.go("/app#maps/edit")] : [t("settings.pair"), () => app.go("/app#settings/pair")]];
}

/** `[code, name]` of each map in the mode's schedules, by name. */
function mapsOf(mode) {
    const entries = list(mode.schedules).filter((one) => !one.takeover).flatMap((one) => list(one.cycle));
    const maps = new Map(entries.filter((one) => one.code).map((one) => [String(one.code), String(one.map ?? one.code)]));
    return [...maps].sort((left, right) => left[1].localeCompare(right[1]));
}
