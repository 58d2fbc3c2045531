// One mode on the page that edits maps: what is on and who says so, which map is seen, and the forms that change more.

import { el, keyed, list, setChildren, setText, show, titled } from "/assets/dom.js";
import { explanation, headline, untilText } from "/assets/mode.js";
import { clockText, instant } from "/assets/time.js";
import { checkNotes } from "/assets/upstream.js";
import { t } from "/assets/words.js";
import { makeEndForm, makeSetForm, makeTakeoverForm } from "/app/editforms.js";
import { folded, makeUntil, marking } from "/app/editturns.js";
import { gamesOf, isSame } from "/app/editgame.js";
import { originText, playedName, scheduleNow, seenChoices, seenText } from "/app/editwords.js";
import { makeAction, resultLine } from "/app/parts.js";

/** `key` is the mode's; `change(text)` looks at a line and answers words. */
export function makeEditMode(key, change) {
    const present = makePresent();
    const seen = makeSeen(key, change);
    const forms = { set: makeSetForm(key, change), takeover: makeTakeoverForm(key, change), end: makeEndForm(key, change) };
    const parts = { set: folded(t("edit.set"), forms.set.root),
        takeover: folded(t("edit.takeover"), el("p", { class: "list-note", text: t("edit.takeoverNote") }), forms.takeover.root),
        end: folded("", forms.end.root) };
    const body = el("div", { class: "edit-parts" }, seen.root, ...Object.values(parts).map((one) => one.root));
    const notHere = el("p", { class: "list-note", text: t("edit.notHere") });
    const root = el("article", { class: "sheet edit-mode", "data-mode": key }, present.root, notHere, body);

    /** `mode` is that of `/v1/rotations`, `{ mode, name }` where nothing is known of it. */
    function update({ mode, isEditable, maps, edits, upstream, isOld }) {
        present.draw(mode, edits, upstream, isOld);
        show(notHere, !isEditable);
        show(body, isEditable);
        if (!isEditable) return;
        const cycle = list(scheduleNow(mode)?.cycle);
        seen.draw(cycle, mode.current, isOld);
        const on = cycle.findIndex((one) => isSame(one, mode.current));
        const games = gamesOf(mode);
        forms.set.offer(maps, games);
        forms.set.fill(cycle, on);
        forms.takeover.offer(maps, games);
        forms.end.update(mode);
        parts.end.name(mode.takeover ? t("edit.endTakeover", { name: mode.takeover }) : t("edit.endMode"));
        parts.end.shown(list(mode.schedules).length > 0 && mode.state !== "ended");
    }

    return { root, update };
}

/** What is on, until when, and where that comes from. */
function makePresent() {
    const name = el("h2");
    const map = el("p", { class: "edit-map" });
    const when = el("p", { class: "until" });
    const origin = el("p", { class: "list-note edit-origin" });
    const checks = el("div", { class: "checks" });
    return {
        root: el("div", { class: "edit-now" }, name, map, when, origin, checks),
        draw(mode, edits, upstream, isOld) {
            setText(name, [mode.name ?? titled(mode.mode), mode.takeover ? t("mode.takeover", { name: mode.takeover }) : ""]
                .filter(Boolean).join(" · "));
            const { current } = mode;
            const isKnown = mode.state !== undefined;
            setText(map, current ? playedName({ ...current, map: current.map ?? current.code })
                : isKnown ? headline(mode.state) : t("edit.nothing"));
            const end = instant(mode.validUntil);
            const published = end === null ? "" : ` · ${t("mode.published", { time: clockText(end) })}`;
            setText(when, current ? untilText({ end: instant(current.end) }, !isOld) + published
                : isKnown ? explanation(mode, mode.next ? [mode.next] : []) : "");
            setText(origin, originText(mode, edits));
            const notes = checkNotes(mode, upstream).filter(({ words }) => words !== origin.textContent);
            setChildren(checks, notes.map(({ kind, words }) => el("p", { class: `check ${kind}`, text: words })));
        },
    };
}

/**
 * "Which map do you see?": a button for each map of the cycle; the tap looks at what that changes. A button stays the
 * same one while the cycle goes on: a tap that is under way when an answer comes in would be lost with its button.
 */
function makeSeen(key, change) {
    const choices = el("div", { class: "seen-maps" });
    const until = makeUntil(t("edit.seeUntil"));
    const line = resultLine();
    const more = folded(t("edit.seeMore"), until.root);
    const root = el("fieldset", { class: "seen-set" }, el("legend", { text: t("edit.see") }), choices, line, more.root);
    const views = new Map();

    function choice({ one }) {
        const map = playedName(one);
        const words = one.next ? t("edit.seeThen", { map, next: playedName(one.next) }) : map;
        const { button } = makeAction(words, () => marking(root, async () => {
            const done = await change(`see ${key}: ${seenText({ ...one, ...until.read(), next: one.next?.code })}`);
            if (done) until.clear();
            return done;
        }), { line });
        const tag = el("span", { class: "tag", text: t("edit.now") });
        return { root: button, update({ isOn }) {
            if (isOn === button.contains(tag)) return;
            if (isOn) button.append(" ", tag);
            else setText(button, words);
        } };
    }

    return { root, draw(cycle, current, isOld) {
        show(root, cycle.length > 0);
        const items = seenChoices(cycle).map((one) => ({ one, isOn: !isOld && isSame(one, current) }));
        keyed(choices, views, items, ({ one }) => JSON.stringify(one), choice);
    } };
}
