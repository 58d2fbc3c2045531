// Challenging a friend: who, in which game and board, to which score if any, and for how long.

import { el, list, setChildren, setText, show } from "/assets/dom.js";
import { language, t } from "/assets/words.js";
import { sentence, Unreachable } from "/app/ask.js";
import { address } from "/app/duelcard.js";
import { field, resultLine } from "/app/parts.js";
import { playOf } from "/app/play.js";
import { freshKey, trustOf } from "/app/playask.js";
import { lengthText } from "/app/playparts.js";
import { typedScore } from "/app/scores.js";

const lengths = [3600, 86_400, 3 * 86_400, 7 * 86_400, 30 * 86_400];

/** `code` names the friend to begin with; null: whoever is chosen. */
export function makeChallenge(app, code) {
    return new Challenge(app, code);
}

class Challenge {
    #play;
    #form = makeForm();
    #empty = el("p", { class: "empty", hidden: true }, el("span", { text: t("challenge.noFriend") }),
        el("a", { class: "plain", href: "/app#friends", text: t("tab.friends") }));
    /** The same until it was answered: sent twice it is one challenge. */
    #key = freshKey();
    #drawn = "";

    constructor(app, code) {
        Object.assign(this, { app, code });
        this.#play = playOf(app);
        const { form, friend, game, board, goal } = this.#form;
        this.root = el("article", { class: "sheet duel-form" }, el("h1", { class: "sheet-title", text: t("challenge.title") }), this.#empty, form);
        for (const one of [friend, game, board, goal, form]) one.addEventListener("change", () => this.#say(""));
        game.addEventListener("change", () => this.#fillBoards());
        board.addEventListener("change", () => this.#hint());
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.#send();
        });
    }

    get #friends() {
        return list(this.#play.friends.body?.friends).map((one) => one.player);
    }

    /** Games that one plays come first. */
    get #games() {
        const played = new Set(list(this.#play.mine.body?.games).map((one) => one.game));
        return list(this.#play.games.body?.games).filter((one) => !one.closedAt && list(one.boards).length > 0)
            .sort((left, right) => Number(played.has(right.game)) - Number(played.has(left.game)));
    }

    get #rules() {
        return this.#play.board(this.#form.game.value, this.#form.board.value);
    }

    refresh() {
        return Promise.all([this.#play.friends, this.#play.games, this.#play.mine].map((one) => one.load()));
    }

    enter() {
        this.refresh();
    }

    update() {
        const { friend, game, form } = this.#form;
        const [friends, games] = [this.#friends, this.#games];
        show(this.#empty, this.#play.friends.isKnown && friends.length === 0);
        show(form, friends.length > 0 && games.length > 0);
        const wanted = JSON.stringify([friends, games]) + language();
        if (wanted === this.#drawn) return;
        this.#drawn = wanted;
        fill(friend, friends.map((one) => [one.code, one.name]), this.code ?? friends[0]?.code);
        fill(game, games.map((one) => [one.game, one.name]), games[0]?.game);
        this.#fillBoards();
    }

    #fillBoards() {
        const { game, board } = this.#form;
        const boards = list(this.#play.game(game.value)?.boards);
        fill(board, boards.map((one) => [one.board, one.name]), this.app.places.choice(`game:${game.value}`) ?? boards[0]?.board);
        show(board.closest(".field"), boards.length > 1);
        this.#hint();
    }

    #hint() {
        const rules = this.#rules;
        const kind = rules?.format === "time" ? "time" : rules?.order === "less" ? "less" : "more";
        setText(this.#form.hint, t(`challenge.aim.${kind}`));
        this.#form.goal.setAttribute("inputmode", rules?.format === "time" ? "text" : "decimal");
    }

    #say(words) {
        const { line } = this.#form;
        setText(line, words);
        line.classList.add("bad");
        show(line, words !== "");
    }

    async #send() {
        const { form, friend, game, board, goal, button } = this.#form;
        if (button.getAttribute("aria-busy") === "true") return;
        const body = { player: friend.value, game: game.value, board: board.value, seconds: Number(new FormData(form).get("length")) };
        if (goal.value.trim() !== "") {
            body.goal = typedScore(goal.value, this.#rules);
            if (body.goal === null) return this.#say(sentence(t("challenge.strangeGoal")));
        }
        button.setAttribute("aria-busy", "true");
        try {
            const duel = await this.#play.tell("POST", "/v1/me/duels", body, [this.#play.open], this.#key);
            this.#key = freshKey();
            this.app.announce(t("challenge.sent", { name: duel.opponent?.name ?? "" }));
            this.app.go(address(duel));
        } catch (problem) {
            // What may have arrived is sent again under the same key, what was refused is over.
            if (!(problem instanceof Unreachable)) this.#key = freshKey();
            this.#say(sentence(problem.message));
        }
        return button.removeAttribute("aria-busy");
    }

    get title() {
        return t("page.title", { tab: t("challenge.title") });
    }

    get trust() {
        return trustOf([this.#play.friends, this.#play.games]);
    }

    get isLoading() {
        return this.#play.friends.isLoading;
    }
}

/** The choices of a field; what was chosen stays while it is there. */
function fill(select, choices, chosen) {
    const before = choices.some(([value]) => value === select.value) && select.childElementCount > 0 ? select.value : chosen;
    setChildren(select, choices.map(([value, words]) => el("option", { value, text: words, selected: value === before })));
}

function makeForm() {
    const [friend, game, board] = [el("select"), el("select"), el("select")];
    const goal = el("input", { type: "text", maxlength: 24, autocomplete: "off", spellcheck: "false" });
    const hint = el("p", { class: "list-note", id: "goal-hint" });
    goal.setAttribute("aria-describedby", "goal-hint");
    const line = resultLine();
    const button = el("button", { type: "submit", class: "strong", text: t("challenge.send") });
    const choices = lengths.map((seconds) => el("label", { class: "chip-box" },
        el("input", { type: "radio", name: "length", value: seconds, checked: seconds === lengths[2] }), el("span", { text: lengthText(seconds) })));
    const form = el("form", { class: "challenge-form", novalidate: true }, field(t("challenge.friend"), friend), field(t("challenge.game"), game),
        field(t("challenge.board"), board), field(t("challenge.goal"), goal), hint,
        el("fieldset", { class: "chips-set" }, el("legend", { text: t("challenge.length") }), ...choices),
        el("p", { class: "list-note", text: t("challenge.note") }), button, line);
    return { form, friend, game, board, goal, hint, line, button };
}
