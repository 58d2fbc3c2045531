// The keys of a game: which one counts, and the next one, which is shown this once.

import { el, setChildren } from "./dom.js";
import { t } from "./words.js";
import { sureButton } from "./checkedform.js";
import { copyButton } from "./copying.js";
import { gamePath, ownGame } from "./gamecalls.js";
import { laterPanel } from "./laterpanel.js";
import { ask } from "./session.js";
import { makeButton, momentText, resultLine } from "./siteforms.js";

/** The keys of a game. */
export function gameKeysPanel(app, slug) {
    let made = null;
    return laterPanel(t("dev.keys"), async (again) => {
        const game = await ownGame(slug);
        const line = resultLine();
        const isFirst = game.keyVersion === 1 && !game.oldKeyUntil;
        const make = async () => {
            try {
                made = await ask("POST", gamePath(slug, "keys"), { keyVersion: game.keyVersion });
            } catch (problem) {
                if (problem.status !== 409) throw problem;
                await again(t("dev.keyConflict"), true);
                return;
            }
            await again(t("dev.keyMade"));
        };
        const button = isFirst ? el("div", { class: "actions" }, makeButton(t("dev.firstKey"), make, { line, kind: "strong" }))
            : sureButton(t("dev.nextKey"), t("dev.nextKeySure"), make, { line });
        const shown = made ? keyCard(made, () => {
            made = null;
            again();
        }) : null;
        return [shown, el("p", { text: isFirst ? t("dev.noKey") : t("dev.keyVersion", { version: game.keyVersion }) }), grace(game),
            el("p", { class: "small", text: t("dev.keysNote") }), button, line];
    });
}

/** Until when the key before counts. */
function grace({ oldKeyUntil }) {
    if (!oldKeyUntil) return null;
    const words = Date.parse(oldKeyUntil) > Date.now() ? "dev.oldKeyUntil" : "dev.oldKeyOver";
    return el("p", { text: t(words, { time: momentText(oldKeyUntil) }) });
}

/** Both keys, until somebody says that they have them. */
function keyCard({ key, serverKey, version }, done) {
    const line = resultLine();
    const row = (label, note, text) => {
        const code = el("code", { translate: "no", text });
        const copy = copyButton(text, code, line, t("dev.copyOne", { name: label }));
        const head = [el("h3", { text: label }), el("p", { class: "small", text: note })];
        return el("div", { class: "key" }, ...head, code, el("div", { class: "actions" }, copy));
    };
    const have = el("button", { type: "button", class: "strong", text: t("dev.haveKeys") });
    have.addEventListener("click", done);
    const root = el("div", { class: "shown-once", role: "group", "aria-label": t("dev.newKey", { version }) });
    setChildren(root, [
        el("p", {}, el("strong", { text: t("dev.newKey", { version }) }), ` ${t("dev.shownOnce")}`), row(t("dev.key"), t("dev.keyNote"), key),
        row(t("dev.serverKey"), t("dev.serverKeyNote"), serverKey), line, el("div", { class: "actions" }, have),
    ]);
    return root;
}
