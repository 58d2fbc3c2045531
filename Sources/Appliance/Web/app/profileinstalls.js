// Phones and games that play for this player, and how one of them goes its own way again.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { instant, clockText } from "/assets/time.js";
import { language, t } from "/assets/words.js";
import { gameSign } from "/app/figure.js";
import { confirmed, sheet } from "/app/parts.js";
import { rowButton } from "/app/playparts.js";
import { sentence } from "/app/ask.js";

/** `source` is the list of installations. */
export function makeInstalls(play, source) {
    const rows = el("ul", { class: "install-rows" });
    // Why there are no rows, and what became of one: separating the last of them says both.
    const empty = el("p", { class: "list-note" });
    const note = el("p", { class: "list-note", role: "status" });
    const root = sheet(t("profile.installs"), el("p", { class: "list-note", text: t("profile.installsNote") }), rows, empty, note);
    let drawn = "";

    async function separate(one) {
        const words = one.former ? t("installs.sureFormer", { name: one.former.name, time: clockText(instant(one.former.until)) })
            : t("installs.sureNew");
        if (!await confirmed(words, t("installs.separate"))) return;
        await play.act(async () => {
            const answer = await play.tell("DELETE", `/v1/me/installs/${encodeURIComponent(one.id)}`, undefined, [source, play.me, play.mine]);
            say(note, t(answer?.former ? "installs.isFormer" : "installs.isNew", { name: answer?.player?.name ?? "" }));
        });
    }

    function say(place, words) {
        setText(place, words);
        show(place, words !== "");
    }

    function installRow(one) {
        const game = play.game(one.game)?.name ?? one.game;
        const since = instant(one.linkedAt ?? one.since);
        const facts = [one.isCaller ? t("installs.this") : "", one.name, since === null ? "" : t(one.linkedAt ? "installs.linked" : "installs.since",
            { time: clockText(since) }), one.former ? t("installs.former", { name: one.former.name, time: clockText(instant(one.former.until)) }) : ""];
        return el("li", { class: "player-row" }, el("span", { class: "player-link" }, gameSign(one.game, play.icon(one.game)), el("span", { class: "player-text" },
            el("bdi", { class: "player-name", text: game }), el("span", { class: "player-note", text: facts.filter(Boolean).join(" · ") }))),
        el("span", { class: "player-acts" }, rowButton(t("installs.separate"), t("installs.separateName", { name: game }), () => separate(one))));
    }

    return { root, enter() {
        say(note, "");
        source.load();
        if (!play.games.isKnown) play.games.load();
    }, update() {
        const installs = list(source.body?.installs);
        const wanted = JSON.stringify([installs, source.isKnown, source.error?.message, play.icons]) + language();
        if (wanted === drawn) return;
        drawn = wanted;
        setChildren(rows, installs.map(installRow));
        if (source.isKnown) say(empty, installs.length === 0 ? t("installs.none") : "");
        else say(empty, source.error ? sentence(source.error.message) : "");
    } };
}
