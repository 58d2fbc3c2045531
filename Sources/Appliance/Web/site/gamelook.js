// How a game is shown: among those that are listed first, its pictures, and the style of its boards in frames.

import { el } from "./dom.js";
import { t } from "./words.js";
import { checkedForm, sureButton } from "./checkedform.js";
import { areaEntry, choiceEntry, mark } from "./entries.js";
import { gamePath, ownGame, ownGames } from "./gamecalls.js";
import { picturePart } from "./gamepictures.js";
import { laterPanel } from "./laterpanel.js";
import { ask } from "./session.js";
import { panel, resultLine } from "./siteforms.js";

/** What a style sheet has at most, in bytes. */
const longestStyle = 32_768;

/** All of it, each with a heading of its own. */
export function gameLookPart(app, slug) {
    const pictures = laterPanel(t("dev.pictures"), async (again) => {
        const game = await ownGame(slug);
        return [
            el("p", { class: "small", text: t("dev.picturesNote") }), picturePart(slug, "icon", game.icon, again),
            picturePart(slug, "picture", game.picture, again), picturePart(slug, "background", game.background, again),
        ];
    });
    return el("div", { class: "office-part" }, promotionPanel(slug), pictures, stylePanel(slug));
}

function promotionPanel(slug) {
    return laterPanel(t("dev.promotion"), async (again) => {
        const game = await ownGame(slug);
        const places = [1, 2, 3].map((one) => [String(one), t("dev.place", { place: one })]);
        const place = choiceEntry("place", t("dev.promotionPlace"), [["", t("dev.notPromoted")], ...places], { value: String(game.place ?? "") });
        const form = checkedForm(t("dev.save"), [place], [place.root], async () => {
            try {
                if (place.get()) await ask("PUT", gamePath(slug, "promotion"), { place: Number(place.get()) });
                else await ask("DELETE", gamePath(slug, "promotion"));
            } catch (problem) {
                if (problem.code !== "promotion-full") throw problem;
                const others = (await ownGames()).filter((one) => one.place && one.game !== slug).map((one) => one.name);
                throw new Error(t("dev.promotionFull", { names: others.join(", ") }));
            }
            await again(t("dev.saved"));
        });
        const pin = game.pin ? el("p", { text: t(game.pin === "pinned" ? "dev.pinned" : "dev.unpinned") }) : null;
        return [el("p", { class: "small", text: t("dev.promotionNote") }), pin, form];
    });
}

function stylePanel(slug) {
    const line = resultLine();
    const style = areaEntry("style", t("dev.style"), {
        rows: 8, spellcheck: "false", class: "code", autocapitalize: "none", note: t("dev.styleNote"),
        check(text) {
            if (!text.trim()) return t("dev.needed");
            return new Blob([text]).size > longestStyle ? t("dev.styleLong") : null;
        },
    });
    const form = checkedForm(t("dev.sendStyle"), [style], [style.root], async () => {
        try {
            await ask("PUT", gamePath(slug, "style"), new Blob([style.get()], { type: "text/css" }));
        } catch (problem) {
            if (problem.code !== "style-refused") throw problem;
            mark(style, t("dev.styleRefused", { why: problem.problem.detail }));
            style.control.focus();
            return null;
        }
        return t("dev.styleSent");
    });
    // What is sent already is what somebody wants to change; without it the field stays empty, and works.
    fillStyle(slug, style).catch(() => {});
    const remove = sureButton(t("dev.removeStyle"), t("dev.removeStyleSure"), async () => {
        await ask("DELETE", gamePath(slug, "style"));
        return t("dev.styleRemoved");
    }, { line });
    return panel(t("dev.style"), form, remove, line);
}

/** Puts the style sheet that a game has into its field, unless something was typed meanwhile. */
async function fillStyle(slug, style) {
    const { style: path } = await ownGame(slug);
    if (!path) return;
    const answer = await fetch(path, { cache: "no-cache" });
    const text = answer.ok ? await answer.text() : "";
    if (!style.get()) style.set(text);
}
