// Hiding many results at once: which ones, what it would do, and only then doing it.

import { el, list, setChildren } from "./dom.js";
import { t } from "./words.js";
import { checkedForm } from "./checkedform.js";
import { choiceEntry, mark, momentEntry, numberOf, textEntry, wholeNumber } from "./entries.js";
import { gamePath, ownGame } from "./gamecalls.js";
import { hidingsPanel } from "./hidinglist.js";
import { laterPanel } from "./laterpanel.js";
import { ask } from "./session.js";
import { makeButton, resultLine } from "./siteforms.js";

/** The form, and what was hidden until now; `player`: whose results are meant to begin with. */
export function gameHidingPart(app, slug, [player = ""]) {
    const [hidings, again] = hidingsPanel(slug);
    const form = laterPanel(t("dev.hideMany"), async (anew) => {
        const { boards } = await ownGame(slug);
        return [el("p", { class: "small", text: t("dev.hideNote") }), ...selection(slug, boards, player, async (words) => {
            await anew(words);
            again();
        })];
    });
    return el("div", { class: "office-part" }, form, hidings);
}

function selection(slug, boards, code, done) {
    const board = choiceEntry("board", t("dev.onBoard"), [["", t("dev.everyBoard")], ...boards.map((one) => [one.board, one.name])]);
    const player = textEntry("player", t("dev.playerCode"), {
        value: code, maxlength: 16, autocapitalize: "none", check: playerCode, note: t("dev.playerCodeNote"),
    });
    const since = momentEntry("since", t("dev.acceptedSince"));
    const until = momentEntry("until", t("dev.acceptedUntil"));
    until.check = () => (since.get() && until.get() && until.get() <= since.get() ? t("dev.badSpan") : null);
    const [above, below] = ["above", "below"].map((one) => textEntry(one, t(`dev.score.${one}`), { inputmode: "numeric", maxlength: 17,
        check: (text) => wholeNumber(text) ?? (text.trim() && !board.get() ? t("dev.scoreNeedsBoard") : null) }));
    const entries = [board, player, since, until, above, below];
    const outcome = el("div", { class: "outcome", role: "status" });
    const wish = () => ({
        board: board.get() || undefined, player: player.get().trim() || undefined, since: since.get() || undefined, until: until.get() || undefined,
        above: numberOf(above.get()), below: numberOf(below.get()),
    });
    const form = checkedForm(t("dev.preview"), entries, [
        player.root, el("div", { class: "pair" }, since.root, until.root), board.root, el("div", { class: "pair" }, above.root, below.root),
        el("p", { class: "small", text: t("dev.selectionNote") }),
    ], async () => {
        setChildren(outcome, []);
        const wanted = wish();
        if (Object.entries(wanted).every(([name, value]) => name === "board" || value === undefined)) {
            mark(player, t("dev.selectSomething"));
            player.control.focus();
            return;
        }
        const said = await ask("POST", gamePath(slug, "hidings", "preview"), wanted).catch((problem) => {
            if (problem.status !== 404 || !wanted.player) throw problem;
            mark(player, t("dev.noPlayer"));
            player.control.focus();
            return null;
        });
        if (!said) return;
        setChildren(outcome, preview(slug, said, wanted, boards, done, () => setChildren(outcome, [])));
        outcome.querySelector("h3").focus();
    });
    // What was said of another selection is not said of this one.
    form.addEventListener("input", () => setChildren(outcome, []));
    return [form, outcome];
}

function playerCode(text) {
    return !text.trim() || /^[a-z0-9]{1,16}$/.test(text.trim()) ? null : t("dev.badPlayer");
}

/** What hiding would do, and the button that does it. */
function preview(slug, said, wanted, boards, done, close) {
    const head = el("h3", { tabindex: "-1", text: t("dev.previewTitle") });
    if (said.results === 0 && said.older === 0) return [head, el("p", { text: t("dev.previewNothing") })];
    const line = resultLine();
    const hide = makeButton(t("dev.hideThem"), async () => {
        await ask("POST", gamePath(slug, "hidings"), wanted);
        await done(t("dev.hiddenTogether"));
    }, { line, kind: "danger" });
    const leaders = list(said.boards).map((one) => {
        const name = boards.find((each) => each.board === one.board)?.name ?? one.board;
        const words = t("dev.leaderChange", { before: leader(one.before), after: leader(one.after) });
        return el("li", {}, el("bdi", { text: `${name}: ` }), el("span", { text: words }));
    });
    const no = makeButton(t("dev.no"), close, { line });
    return [
        head, el("p", { text: `${t("dev.previewResults", { count: said.results })} ${t("dev.previewPlayers", { count: said.players })}` }),
        said.older ? el("p", { text: t("dev.previewOlder", { count: said.older }) }) : null,
        leaders.length ? el("p", { class: "small", text: t("dev.previewLeaders") }) : null,
        leaders.length ? el("ul", { class: "points" }, ...leaders) : null, el("div", { class: "actions" }, hide, no), line,
    ].filter(Boolean);
}

function leader(one) {
    return one ? `${one.player.name} (${one.scoreText})` : t("dev.nobody");
}
