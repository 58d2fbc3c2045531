// Finding players by name: the whole name from two letters on, its beginning from three on.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { exchange, sentence } from "/app/ask.js";
import { playerRow, rowButton } from "/app/playparts.js";
import { playOf } from "/app/play.js";
import { sign } from "/app/signs.js";
import { address, setRelation } from "/app/friends.js";

/** The appliance is asked when nothing was typed for this long, in milliseconds. */
const pause = 300;
const fewest = 2;

/** The field with what was found below it. */
export function makePlayerSearch(app) {
    const play = playOf(app);
    const input = el("input", { type: "search", id: "find-player", autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
        maxlength: 80, placeholder: t("friends.find"), "aria-label": t("friends.find") });
    const note = el("p", { class: "list-note", role: "status", hidden: true });
    const rows = el("ul", { class: "play-rows", "aria-label": t("friends.found") });
    const card = el("div", { class: "play-card", hidden: true }, rows);
    const root = el("div", { class: "player-search" }, el("div", { class: "finder" }, sign("find"), input), note, card);
    let timer = null;
    let turn = 0;
    let found = [];

    function say(words) {
        setText(note, words);
        show(note, words !== "");
    }

    async function ask() {
        const name = input.value.trim();
        const mine = (turn += 1);
        if ([...name].length < fewest) {
            found = [];
            draw();
            return say(name === "" ? "" : t("friends.more"));
        }
        try {
            const { body } = await exchange(`/v1/players?name=${encodeURIComponent(name)}`, null);
            if (mine !== turn) return undefined;
            found = list(body?.players);
            say(found.length === 0 ? t("friends.nobody", { name }) : "");
        } catch (problem) {
            if (mine !== turn) return undefined;
            found = [];
            say(sentence(t("friends.notFound", { why: problem.message })));
        }
        return draw();
    }

    function draw() {
        setChildren(rows, found.map((one) => foundRow(one, play.relationTo(one.player, one.relation), act)));
        show(card, found.length > 0);
    }

    async function act(one, method) {
        const now = await play.act(() => setRelation(play, method, one.player));
        if (now) one.relation = now;
        draw();
    }

    input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(ask, pause);
    });
    input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        clearTimeout(timer);
        ask();
    });
    return { root };
}

/** Somebody who was found, with what comes next; `act(one, method)` does it. */
function foundRow(one, relation, act) {
    const { player } = one;
    const { name } = player;
    const accept = (look) => rowButton(t("friends.accept"), t("friends.acceptName", { name }), () => act(one, "PUT"), look);
    const acts = {
        none: [rowButton(t("friends.invite"), t("friends.inviteName", { name }), () => act(one, "PUT"), "strong")],
        sent: [rowButton(t("page.cancel"), t("friends.cancelName", { name }), () => act(one, "DELETE"))],
        received: [accept("strong")], declined: [accept("quiet")],
    }[relation] ?? [];
    const note = ["sent", "received", "declined", "friend", "blocked", "me"].includes(relation) ? t(`friends.is.${relation}`) : "";
    return playerRow({ player, note, href: relation === "me" ? "/app#profile" : address(player), acts });
}
