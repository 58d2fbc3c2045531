// The maps of a mode in their order with the minutes of each, and which of them is on until when.

import { el, keyed, setChildren, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { timeField } from "/app/alertform.js";
import { clean, isSame, makeGame } from "/app/editgame.js";
import { nextInstant, playedName, seenText } from "/app/editwords.js";
import { field } from "/app/parts.js";

const usualMinutes = 90;
let numbering = 0;

/** Something is missing or cannot be meant: words, and the field that is to be looked at. */
export class Missing extends Error {
    constructor(words, input) {
        super(words);
        this.input = input;
    }
}

/** Rows of map and minutes; `changed()` is called when a person changes them, `read()` answers `[{ code, gameMode, minutes }]`. */
export function makeTurns(changed) {
    const rows = el("ol", { class: "turns" });
    const add = el("button", { type: "button", class: "quiet", text: t("edit.turnAdd") });
    const views = new Map();
    let [maps, games, turns] = [[], [], []];

    function draw() {
        keyed(rows, views, turns, (turn) => turn.id, (turn) => makeTurn(turn, { move, drop, touched: changed }));
        turns.forEach((turn, place) => views.get(turn.id).number(place + 1, turns.length, maps, games));
    }

    /** Draws what a person changed, and leaves focus where the hand is. */
    function replace(next, focused) {
        turns = next;
        draw();
        changed();
        focused?.focus();
    }

    function move(turn) {
        const place = turns.indexOf(turn);
        const [before, rest] = [turns.slice(0, place - 1), turns.slice(place + 1)];
        replace([...before, turn, turns[place - 1], ...rest]);
        const view = views.get(turn.id);
        (place > 1 ? view.up : view.select).focus();
    }

    function drop(turn) {
        replace(turns.filter((one) => one !== turn), add);
    }

    add.addEventListener("click", () => {
        const last = turns.at(-1);
        const turn = made(maps[0]?.code ?? "", last?.minutes ?? usualMinutes, last?.gameMode ?? "");
        replace([...turns, turn]);
        views.get(turn.id).select.focus();
    });
    return {
        root: el("fieldset", { class: "turns-set" }, el("legend", { text: t("edit.turns") }), rows, add),
        /** The maps that can be chosen: `[{ code, map }]`; the names of the game modes, where they take turns. */
        offer(known, played) {
            [maps, games] = [known, played];
            draw();
        },
        /** Fills in a cycle. */
        fill(cycle) {
            turns = cycle.map((one) => made(String(one.code), Number(one.minutes), String(one.gameMode ?? "")));
            draw();
        },
        names: () => turns.map((turn) => playedName({ ...turn, map: maps.find((one) => one.code === turn.code)?.map ?? turn.code })),
        read() {
            if (turns.length === 0) throw new Missing(t("edit.noMap"), add);
            const wrong = turns.find((one) => !Number.isInteger(one.minutes) || one.minutes < 1);
            if (wrong) throw new Missing(t("edit.badMinutes"), views.get(wrong.id).minutes);
            const unnamed = turns.map((one) => views.get(one.id).wrongGame()).find(Boolean);
            if (unnamed) throw new Missing(t("edit.badGame"), unnamed);
            return turns.map(({ code, minutes, gameMode }) => ({ code, minutes, gameMode: clean(gameMode) }));
        },
    };
}

function made(code, minutes, gameMode) {
    numbering += 1;
    return { id: numbering, code, minutes, gameMode };
}

function makeTurn(turn, { move, drop, touched }) {
    const select = el("select");
    const minutes = el("input", { type: "number", min: 1, step: 1, inputmode: "numeric" });
    const up = el("button", { type: "button", class: "quiet turn-button", text: "↑" });
    const away = el("button", { type: "button", class: "quiet turn-button", text: "×" });
    const game = makeGame(turn, touched);
    minutes.value = String(turn.minutes);
    select.addEventListener("input", () => {
        turn.code = select.value;
        touched();
    });
    minutes.addEventListener("input", () => {
        turn.minutes = minutes.value === "" ? NaN : Number(minutes.value);
        touched();
    });
    up.addEventListener("click", () => move(turn));
    away.addEventListener("click", () => drop(turn));
    const root = el("li", { class: "turn" }, el("div", { class: "field turn-map" }, select), ...game.nodes,
        el("div", { class: "field turn-minutes" }, minutes), el("div", { class: "turn-buttons" }, up, away));
    let drawn = null;
    return { root, select, minutes, up, wrongGame: game.wrong, update() {},
        /** Its place in the order, of how many, and what there is to choose from. */
        number(number, count, maps, games) {
            if (drawn !== maps) setChildren(select, optionsOf(maps, turn.code));
            drawn = maps;
            select.value = turn.code;
            root.classList.toggle("plays", games.length > 0);
            game.draw(number, games);
            select.setAttribute("aria-label", t("edit.turnMap", { number }));
            minutes.setAttribute("aria-label", t("edit.turnMinutes", { number }));
            up.setAttribute("aria-label", t("edit.turnUp", { number }));
            away.setAttribute("aria-label", t("edit.turnDrop", { number }));
            up.disabled = number === 1;
            away.disabled = count === 1;
        } };
}

/** Maps by name; where two have one name their codes tell them apart. One that is not listed any more stays. */
function optionsOf(maps, chosen) {
    const all = maps.some((one) => one.code === chosen) ? maps : [...maps, { code: chosen, map: chosen }];
    const isTwice = (one) => all.filter((other) => other.map === one.map).length > 1;
    return all.map((one) => el("option", { value: one.code, text: isTwice(one) ? `${one.map} (${one.code})` : one.map }));
}

/** Until when a map is on: by the clock, or as minutes that are left; `read()` answers `{ until, left }`, both may be missing. */
export function makeUntil(label) {
    const until = timeField("");
    const left = el("input", { type: "number", min: 1, step: 1, inputmode: "numeric" });
    until.addEventListener("input", () => { left.value = ""; });
    left.addEventListener("input", () => { until.value = ""; });
    return {
        root: el("div", { class: "pair" }, field(label, until), field(t("edit.left"), left)), until,
        read() {
            const minutes = left.value === "" ? null : Number(left.value);
            if (left.validity.badInput || (minutes !== null && (!Number.isInteger(minutes) || minutes < 1))) {
                throw new Missing(t("edit.badMinutes"), left);
            }
            return { until: until.value ? nextInstant(until.value) : null, left: minutes };
        },
        clear() { [until.value, left.value] = ["", ""]; },
    };
}

/** Which of some turns is on until when; `offer(names)` are the turns, `read(turns)` answers the words of a line. */
export function makeOnNow() {
    const select = el("select");
    const until = makeUntil(t("edit.until"));
    let drawn = "";
    return {
        root: el("div", { class: "on-now" }, field(t("edit.isOn"), select), until.root),
        clear: until.clear,
        offer(names) {
            if (names.join("\n") === drawn) return;
            drawn = names.join("\n");
            const chosen = Math.max(0, select.selectedIndex);
            setChildren(select, names.map((map, place) => el("option", { value: place, text: t("edit.turnName", { number: place + 1, map }) })));
            select.selectedIndex = Math.min(chosen, names.length - 1);
        },
        choose(place) { select.selectedIndex = place; },
        read(turns) {
            const time = until.read();
            if (!time.until && !time.left) throw new Missing(t("edit.noUntil"), until.until);
            const place = Math.max(0, select.selectedIndex);
            const { code, gameMode } = turns[place];
            const isTwice = turns.filter((one) => isSame(one, turns[place])).length > 1;
            return seenText({ code, gameMode, ...time, next: isTwice ? turns[(place + 1) % turns.length].code : null });
        },
    };
}

/** A form whose button looks first; what is missing is said beside it, and its field takes the focus. */
export function makeLookForm(nodes, action) {
    const form = el("form", { class: "edit-form", novalidate: true }, ...nodes, ...action.nodes);
    action.button.type = "submit";
    action.button.removeEventListener("click", action.go);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        action.go();
    });
    return form;
}

/** Marks the field that something is missing in, and throws on. */
export async function marking(root, work) {
    for (const one of root.querySelectorAll("[aria-invalid]")) one.removeAttribute("aria-invalid");
    try {
        return await work();
    } catch (problem) {
        if (problem instanceof Missing) {
            problem.input.setAttribute("aria-invalid", "true");
            problem.input.focus();
        }
        throw problem;
    }
}

/** A part that is folded until it is wanted. */
export function folded(title, ...children) {
    const words = el("summary", { text: title });
    const root = el("details", { class: "edit-part" }, words, ...children);
    return { root, name(text) { setText(words, text); }, shown(isShown) { show(root, isShown); } };
}
