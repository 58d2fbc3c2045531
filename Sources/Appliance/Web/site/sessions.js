// Where a developer is signed in, and the end of an account.

import { el, list, setChildren } from "./dom.js";
import { Questions } from "./questions.js";
import { t } from "./words.js";
import { ask } from "./session.js";
import { field, makeButton, makeForm, momentText, panel, resultLine, say, secretInput } from "./siteforms.js";

/** All sessions; each can be ended. */
export function sessionsPanel(app) {
    const line = resultLine();
    const questions = new Questions();
    const rows = el("ul", { class: "sessions" }, el("li", { class: "small", text: t("dev.loading") }));
    const others = makeButton(t("dev.endOthers"), async () => {
        await ask("DELETE", "/sessions");
        await changed();
        return t("dev.ended");
    }, { line, kind: "danger" });

    function row(one) {
        const name = one.name ?? t("dev.unnamed");
        const facts = t("dev.since", { since: momentText(one.since), seen: momentText(one.seenAt) });
        const end = makeButton(t("dev.end"), async () => {
            await ask("DELETE", `/sessions/${encodeURIComponent(one.session)}`);
            await changed();
            return t("dev.ended");
        }, { line, name: t("dev.endOne", { name }) });
        const title = el("p", {}, el("strong", {}, el("bdi", { text: name })), one.isCaller ? ` (${t("dev.thisOne")})` : null);
        return el("li", {}, el("div", {}, title, el("p", { class: "small", text: facts })), one.isCaller ? null : end);
    }

    function draw(sessions) {
        setChildren(rows, sessions.map(row));
        others.hidden = sessions.length < 2;
    }

    const load = () => questions.ask(() => ask("GET", "/sessions"), (body) => draw(list(body.sessions)));

    function changed() {
        questions.outdate();
        return load();
    }

    others.hidden = true;
    load().catch((problem) => {
        setChildren(rows, []);
        say(line, problem.message, true);
    });
    const out = makeButton(t("dev.signOut"), () => app.leave(), { line });
    return panel(t("dev.sessions"), rows, el("div", { class: "actions" }, out, others), line);
}

/** The account goes, with what is to become of its games. */
export function leavePanel(app) {
    const password = secretInput();
    const choice = (value, words) => el("label", { class: "choice" }, el("input", { type: "radio", name: "games", value, checked: value === "close" }),
        el("span", { text: words }));
    const games = el("fieldset", { hidden: app.developer.games === 0 }, el("legend", { text: t("dev.leaveGames") }),
        choice("close", t("dev.leaveClose")), choice("owner", t("dev.leaveOwner")));
    const parts = [games, field(t("dev.password"), password)];
    const form = makeForm(t("dev.leave"), parts, async () => {
        const { value } = games.querySelector("input:checked");
        await ask("DELETE", "/me", { password: password.value, games: value });
        app.goOut(t("dev.left"));
    }, { kind: "danger" });
    return panel(t("dev.leave"), el("p", { text: t("dev.leaveNote", { count: String(app.developer.games) }) }), form);
}
