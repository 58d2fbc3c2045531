// What is said of a game: adding one, changing it, closing it and opening it again.

import { el } from "./dom.js";
import { viewersZone } from "./locale.js";
import { t } from "./words.js";
import { checkedForm, sureButton, versionedForm } from "./checkedform.js";
import { areaEntry, choiceEntry, mark, needed, pathName, secondly, textEntry } from "./entries.js";
import { gameHash, gamePath, ownGame } from "./gamecalls.js";
import { laterPanel } from "./laterpanel.js";
import { codeWords } from "./reasons.js";
import { ask } from "./session.js";
import { makeButton, momentText, panel, resultLine } from "./siteforms.js";

const genres = ["action", "adventure", "arcade", "board", "card", "casual", "educational", "music", "platformer", "puzzle", "racing", "rolePlaying",
    "shooter", "simulation", "sports", "strategy", "trivia", "word", "other"];
/** In hundredths, as the appliance has it. */
const dearest = 10_000_000;

/** A game that is not there yet. */
export function newGamePanel(app) {
    const slug = textEntry("game", t("dev.slug"), { note: t("dev.slugNote"), check: pathName, maxlength: 32, autocapitalize: "none" });
    const { entries, layout, values, write } = gameEntries();
    write({ zone: viewersZone() ?? "UTC" });
    const [all, shown] = [secondly(entries, slug), secondly(layout, slug.root)];
    const form = checkedForm(t("dev.addGame"), all, shown, async () => {
        try {
            await ask("PUT", gamePath(slug.get()), { version: 0, ...values() });
        } catch (problem) {
            if (problem.code === "arena-full") throw new Error(t("dev.gamesFull"));
            if (problem.status !== 409) throw problem;
            mark(slug, problem.code === "game-taken" ? codeWords("game-taken") : t("dev.haveGame"));
            slug.control.focus();
            return;
        }
        app.developer.games += 1;
        app.go(gameHash(slug.get(), "boards"), t("dev.gameAdded"));
    });
    return panel(t("dev.addGame"), form, el("p", { class: "actions" }, el("a", { href: "#games", text: t("dev.allGames") })));
}

/** A game as it is. */
export function gamePanel(app, slug) {
    return laterPanel(t("dev.game"), async (again) => {
        const game = await ownGame(slug);
        const { entries, layout, values } = gameEntries();
        const line = resultLine();
        const form = versionedForm({
            label: t(game.closedAt ? "dev.saveAndOpen" : "dev.save"), entries, parts: layout, thing: game, textsOf, conflict: t("dev.gameConflict"),
            async send(version) {
                await ask("PUT", gamePath(slug), { version, ...values() });
                await again(t("dev.saved"));
            },
        });
        const note = game.closedAt ? t("dev.closedSince", { time: momentText(game.closedAt) }) : t("dev.closeNote");
        const close = sureButton(t("dev.closeGame"), t("dev.closeSure"), async () => {
            await ask("POST", gamePath(slug, "close"));
            await again(t("dev.gameClosed"));
        }, { line });
        const open = makeButton(t("dev.openGame"), async () => {
            await ask("PUT", gamePath(slug), kept(game));
            await again(t("dev.gameOpened"));
        }, { line });
        const act = game.closedAt ? el("div", { class: "actions" }, open) : close;
        const closing = el("div", { class: "group group-apart" }, el("p", { class: "small", text: note }), act, line);
        return [form, closing, removalForm(app, game)];
    });
}

/** Removing a game for good asks for its name, as players who go are asked for theirs. */
function removalForm(app, game) {
    const name = textEntry("removed", t("dev.removeName", { name: game.name }), { check: needed, maxlength: 60, autocapitalize: "none" });
    const form = checkedForm(t("dev.removeGame"), [name], [el("p", { class: "small", text: t("dev.removeNote") }), name.root], async () => {
        try {
            await ask("DELETE", gamePath(game.game), { name: name.get() });
        } catch (problem) {
            if (problem.code !== "name-mismatch") throw problem;
            mark(name, t("dev.removeMismatch", { name: game.name }));
            name.control.focus();
            return;
        }
        app.developer.games -= 1;
        app.go("#games", t("dev.gameRemoved"));
    }, { kind: "danger" });
    return el("div", { class: "group group-apart" }, form);
}

/** All that is said of a game, as it is sent. */
function kept({ version, name, description, zone, submissions, genre, price, currency, shop }) {
    return { version, name, description, zone, submissions, genre, price, currency, shop };
}

function textsOf(game) {
    return {
        name: game.name, description: game.description ?? "", zone: game.zone, submissions: game.submissions ?? "any", genre: game.genre ?? "",
        price: Number.isFinite(game.price) ? (game.price / 100).toFixed(2) : "", currency: game.currency ?? "", shop: game.shop ?? "",
    };
}

function gameEntries() {
    const name = textEntry("name", t("dev.gameName"), { check: needed, maxlength: 60 });
    const description = areaEntry("description", t("dev.description"), { maxlength: 2000 });
    const zones = el("datalist", { id: "zones" }, ...(Intl.supportedValuesOf?.("timeZone") ?? []).map((value) => el("option", { value })));
    const zone = textEntry("zone", t("dev.zone"), {
        note: t("dev.zoneNote"), check: zoneCheck, maxlength: 64, list: "zones", autocapitalize: "none",
    });
    const submissions = choiceEntry("submissions", t("dev.submissions"), [
        ["any", t("dev.submissionsAny")], ["signed", t("dev.submissionsSigned")], ["server", t("dev.submissionsServer")],
    ], { value: "any" });
    const kinds = genres.map((one) => [one, t(`site.genre.${one}`)]);
    const genre = choiceEntry("genre", t("dev.genre"), [["", t("dev.nothingSaid")], ...kinds]);
    const price = textEntry("price", t("dev.price"), { note: t("dev.priceNote"), check: priceCheck, inputmode: "decimal", maxlength: 10 });
    const currency = textEntry("currency", t("dev.currency"), {
        note: t("dev.currencyNote"), maxlength: 3, autocapitalize: "characters",
        check: (text) => (hundredths(price.get()) > 0 && !/^[A-Za-z]{3}$/.test(text) ? t("dev.badCurrency") : null),
    });
    const shop = textEntry("shop", t("dev.shop"), {
        note: t("dev.shopNote"), check: shopCheck, maxlength: 200, inputmode: "url", autocapitalize: "none",
    });
    const entries = [name, description, zone, submissions, genre, price, currency, shop];
    const layout = [
        name.root, description.root, zone.root, zones, submissions.root, genre.root,
        el("div", { class: "pair" }, price.root, currency.root), shop.root,
    ];
    const values = () => ({
        name: name.get(), description: description.get(), zone: zone.get().trim(), submissions: submissions.get(), genre: genre.get() || undefined,
        price: hundredths(price.get()), currency: hundredths(price.get()) > 0 ? currency.get().toUpperCase() : undefined,
        shop: shop.get().trim() || undefined,
    });
    return { entries, layout, values, write: (texts) => entries.forEach((one) => one.set(texts[one.name] ?? one.get())) };
}

/** A price as it is typed, in hundredths; undefined where none is said. */
function hundredths(text) {
    return text.trim() ? Math.round(Number(text.trim().replace(",", ".")) * 100) : undefined;
}

function priceCheck(text) {
    if (!text.trim()) return null;
    return /^\d{1,6}([.,]\d{1,2})?$/.test(text.trim()) && hundredths(text) <= dearest ? null : t("dev.badPrice");
}

function zoneCheck(text) {
    try {
        new Intl.DateTimeFormat("en", { timeZone: text.trim() || "-" });
        return null;
    } catch {
        return t("dev.badZone");
    }
}

function shopCheck(text) {
    return !text.trim() || /^https:\/\/[^\s/]+/.test(text.trim()) ? null : t("dev.badShop");
}
