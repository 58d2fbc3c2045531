// For administrators: the page that edits the map schedule, below Maps. Its forms keep what was typed, whatever comes in.

import { el, keyed, list, setText, show } from "/assets/dom.js";
import { refusedText } from "/assets/mode.js";
import { Questions } from "/assets/questions.js";
import { instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { ask, personal, sentence } from "/app/ask.js";
import { makeLineForm } from "/app/editforms.js";
import { makeEditHistory } from "/app/edithistory.js";
import { makeEditMode } from "/app/editmode.js";
import { makeChanger, schedulePath } from "/app/editpreview.js";
import { folded } from "/app/editturns.js";
import { sheet, sheetPart } from "/app/parts.js";
import { trustIn } from "/app/status.js";

/** What is older is asked for again while somebody looks, in milliseconds. */
const young = 60_000;
/** After a slot has ended, and while nothing answers, it is asked at most this often, in milliseconds. */
const hurry = 5000;

/** Builds the page; `app` is what the app is wired with, `maps` is the tab it belongs to. */
export function makeMapEdit(app, maps) {
    const { change } = makeChanger({ taken, reload });
    const page = makePage(change, load);
    const store = { edits: null, body: null, at: null, error: null, asked: 0 };
    const isOwner = () => app.device?.administrator === true;
    const questions = new Questions();

    /** The edits as the appliance has them after a change: what is on is asked for again, here and in the tab. */
    function taken(edits) {
        store.edits = edits;
        questions.outdate();
        load();
        maps.refresh();
    }

    function take([edits, rotations]) {
        const at = rotations.keptAt ?? serverNow();
        Object.assign(store, { edits, body: rotations.body, at, isKept: rotations.keptAt !== null, error: null });
    }

    async function load() {
        if (!isOwner()) return;
        store.asked = serverNow();
        try {
            await questions.ask(() => Promise.all([personal("GET", schedulePath), ask("/v1/rotations")]), take);
        } catch (problem) {
            app.meet(problem);
            store.error = problem;
        }
        app.changed();
    }

    /** Asks again and answers the edits of the newest answer; throws when that fails. */
    async function reload() {
        await load();
        if (store.error) throw store.error;
        return store.edits;
    }

    function trust() {
        if (store.at === null) return store.error ? { kind: "failed", at: null } : { kind: "loading", at: null };
        return trustIn(store, []) ?? { kind: "fresh", at: store.at };
    }

    /** Nobody edits by what was true once. */
    function hurries() {
        const now = serverNow();
        if (!page.isShown() || now - store.asked < hurry) return false;
        const isOver = list(store.body?.modes).some((one) => (instant(one.current?.end) ?? Infinity) <= now);
        return isOver || now - Math.max(store.at ?? 0, store.asked) > young;
    }

    return { root: page.root, enter: load, refresh: load,
        title: t("page.title", { tab: t("edit.title") }),
        get trust() { return isOwner() ? trust() : null; },
        update() {
            page.draw(store, { isOwner: isOwner(), isKnown: app.device !== null, isOld: trust().kind !== "fresh" });
            if (isOwner() && hurries()) load();
        } };
}

/** The page itself; `change(text)` looks at a line, `retry()` asks for everything once more. */
function makePage(change, retry) {
    const needed = el("p", { class: "empty" }, el("span", { text: t("pair.needed") }),
        el("a", { class: "plain", href: "/app#settings/pair", text: t("settings.pair") }));
    const line = el("p", { class: "list-note", role: "status" });
    const again = el("button", { type: "button", class: "quiet", text: t("page.tryAgain") });
    again.addEventListener("click", retry);
    const refusal = el("p", { class: "maps-refused", role: "status", hidden: true });
    const source = el("p", { class: "list-note" });
    const head = sheet(t("edit.title"), el("p", { class: "list-note", text: t("edit.note") }), source, line, again);
    const modes = el("div", { class: "edit-modes" });
    const form = makeLineForm(change);
    const codes = folded(t("edit.codes"), form.codes);
    const words = sheetPart(t("edit.words"), form.root, codes.root);
    const history = makeEditHistory(change);
    const parts = [head, refusal, modes, words, history.root];
    const heading = el("h1", { class: "unseen", text: t("edit.title") });
    const root = el("div", { class: "setting-page map-edit" }, heading, needed, ...parts);
    const views = new Map();
    let maps = [];
    return { root,
        isShown: () => root.isConnected && root.checkVisibility?.() !== false && !document.hidden,
        draw({ edits, body, error }, { isOwner, isKnown, isOld }) {
            show(needed, isKnown && !isOwner);
            show(head, isOwner);
            show(heading, !isOwner);
            const isThere = isOwner && edits !== null && body !== null;
            for (const one of parts.slice(1)) show(one, isThere);
            setText(line, error ? sentence(t("edit.failed", { why: error.message })) : isThere ? "" : t("box.loading"));
            show(line, line.textContent !== "");
            show(again, error !== null);
            if (!isThere) return;
            setText(refusal, refusedText(body.refused));
            show(refusal, Boolean(body.refused));
            setText(source, body.source ? t("mode.source", { source: body.source }) : "");
            // The same ones stay: a list that is open is not drawn again.
            if (JSON.stringify(sorted(edits.maps)) !== JSON.stringify(maps)) maps = sorted(edits.maps);
            const items = modesOf({ edits, body, maps, isOld });
            keyed(modes, views, items, (one) => String(one.mode.mode), (one) => makeEditMode(String(one.mode.mode), change));
            form.offer([...items.filter((one) => one.isEditable).map(({ mode }) => [mode.mode, mode.name ?? ""]),
                ...maps.map((one) => [one.code, one.map])]);
            history.update(list(edits.edits));
        } };
}

/** Every mode: those that are shown, then those of the file of which nothing is known any more. */
function modesOf({ edits, body, maps, isOld }) {
    const keys = Array.isArray(edits.modes) ? edits.modes.map(String) : [];
    const known = list(body.modes);
    const gone = keys.filter((key) => !known.some((one) => one.mode === key)).map((mode) => ({ mode }));
    return [...known, ...gone].map((mode) => ({ mode, maps, isEditable: keys.includes(mode.mode), edits: list(edits.edits),
        upstream: body.upstream, isOld }));
}

/** Maps by their names. */
function sorted(maps) {
    return list(maps).map(({ code, map }) => ({ code: String(code), map: String(map) }))
        .sort((left, right) => left.map.localeCompare(right.map));
}
