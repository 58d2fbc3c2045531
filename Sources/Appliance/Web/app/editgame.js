// What is played in a slot, where game modes take turns: "Control" on Olympus, then "TDM" on Skulltown.

import { el, list, setChildren, show } from "/assets/dom.js";
import { t } from "/assets/words.js";

/** As the grammar has it (docs/rotations.md), where brackets and commas mean something else. */
const longestName = 40;
const unspeakable = /[(),]/;
/** The choices beside the names: nothing is said, or a name that is not known yet. No name begins with a blank. */
const [notSaid, another] = ["", " another"];

/** The game modes that are known of a mode of `/v1/rotations`, by their names. */
export function gamesOf(mode) {
    const slots = [...list(mode.schedules).flatMap((one) => list(one.cycle)), mode.current, mode.next];
    const names = slots.map((one) => one?.gameMode).filter(Boolean).map(String);
    return [...new Set(names)].sort((left, right) => left.localeCompare(right));
}

/** Whether a turn is the map, and what is played on it, of a slot. */
export function isSame(turn, slot) {
    return turn?.code === slot?.code && (turn?.gameMode ?? "") === (slot?.gameMode ?? "");
}

/** The game mode of a turn as a person chooses or types it; `touched()` is called then. */
export function makeGame(turn, touched) {
    const select = el("select");
    const name = el("input", { type: "text", maxlength: longestName, autocomplete: "off" });
    const typed = el("div", { class: "field turn-typed", hidden: true }, name);
    const chosen = el("div", { class: "field turn-game" }, select);
    let drawn = "";

    select.addEventListener("input", () => {
        turn.gameMode = select.value === another ? name.value : select.value;
        show(typed, select.value === another);
        if (select.value === another) name.focus();
        touched();
    });
    name.addEventListener("input", () => {
        turn.gameMode = name.value;
        touched();
    });
    return { nodes: [chosen, typed],
        /** The number of its map, and the names to choose from; without any there is nothing to choose. */
        draw(number, games) {
            select.setAttribute("aria-label", t("edit.turnGame", { number }));
            name.setAttribute("aria-label", t("edit.turnGameName", { number }));
            show(chosen, games.length > 0);
            const wanted = JSON.stringify(games);
            if (wanted === drawn) return;
            drawn = wanted;
            setChildren(select, optionsOf(games, typed.hidden ? turn.gameMode : ""));
            select.value = typed.hidden ? turn.gameMode : another;
        },
        /** The field that is to be looked at, or null where nothing is wrong. */
        wrong() {
            const text = clean(turn.gameMode);
            return (typed.hidden || text !== "") && !unspeakable.test(text) ? null : typed.hidden ? select : name;
        } };
}

/** A name as a line has it. */
export function clean(name) {
    return name.trim().replace(/\s+/g, " ");
}

/** One that is not listed any more stays. */
function optionsOf(games, chosen) {
    const all = chosen === "" || games.includes(chosen) ? games : [...games, chosen];
    return [el("option", { value: notSaid, text: t("edit.gameNone") }), ...all.map((name) => el("option", { value: name, text: name })),
        el("option", { value: another, text: t("edit.gameOther") })];
}
