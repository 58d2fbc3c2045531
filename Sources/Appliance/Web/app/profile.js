// The tab "Profile": who one is to others, and lines that open a page each.

import { el, list, setChildren, setText } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { avatar } from "/app/figure.js";
import { makeErrorPage, makeGhosts } from "/app/groups.js";
import { playOf } from "/app/play.js";
import { trustOf } from "/app/playask.js";
import { playSign } from "/app/playsigns.js";
import { makeCode, makeJoin, makeRecovery } from "/app/profilecodes.js";
import { makeInstalls } from "/app/profileinstalls.js";
import { makeDelete, makeExport } from "/app/profileleave.js";
import { makeContact, makeName, makeNewsSwitches, makePicture } from "/app/profileself.js";
import { sign } from "/app/signs.js";

/** The lines in their parts, with the sign of each. */
const parts = {
    you: [["name", () => playSign("profile")], ["picture", () => playSign("picture")], ["contact", () => playSign("mail")]],
    elsewhere: [["code", () => playSign("code")], ["join", () => playSign("join")], ["installs", () => sign("phone")],
        ["recovery", () => playSign("key")]],
    more: [["notices", () => sign("bell")], ["export", () => playSign("save")], ["delete", () => playSign("bin")]],
};

/** Builds the tab; `app` is what the app is wired with. */
export function makeProfile(root, app) {
    const play = playOf(app);
    const installs = play.source("/v1/me/installs");
    const pages = { name: makeName(app, play), picture: makePicture(app, play), contact: makeContact(app, play), code: makeCode(play),
        join: makeJoin(app, play), installs: makeInstalls(play, installs), recovery: makeRecovery(app, play),
        notices: makeNewsSwitches(app, play), export: makeExport(play), delete: makeDelete(app, play) };
    const ghosts = makeGhosts();
    const errorPage = makeErrorPage(() => app.refresh());
    const face = el("span", { class: "profile-face" });
    const name = el("bdi", { class: "page-name" });
    const code = el("span", { class: "player-note" });
    const head = el("div", { class: "profile-head", hidden: true }, face, el("div", { class: "player-text" }, name, code));
    const lines = Object.entries(parts).map(([part, names]) => makeLines(part, names, () => values()));
    root.append(errorPage.root, ghosts.root, head, ...lines.map((one) => one.root));
    const follow = play.follow("profile", () => [play.me, installs, play.waiting]);
    let drawnFace = "";

    /** What stands at the end of the lines. */
    function values() {
        const me = play.me.body ?? {};
        const count = list(installs.body?.installs).length;
        return { name: me.name ?? "", installs: installs.isKnown ? String(count) : "",
            recovery: me.recoveryCodes > 0 ? t("profile.codesLeft", { count: me.recoveryCodes }) : t("profile.noCodes"),
            picture: me.picture ? t("profile.ownPicture") : t("profile.drawn") };
    }

    function update() {
        const { trust } = view;
        const me = play.me.body;
        ghosts.set(trust.kind === "loading");
        errorPage.set(trust);
        for (const node of [head, ...lines.map((one) => one.root)]) node.toggleAttribute("hidden", !me);
        if (!me) return;
        setText(name, me.name);
        setText(code, t(me.guest ? "profile.guest" : "profile.player", { code: me.code }));
        const wanted = `${me.code} ${me.picture ?? ""}`;
        if (wanted !== drawnFace) setChildren(face, [avatar(me, "large")]);
        drawnFace = wanted;
        for (const one of lines) one.update();
    }

    const view = { ...follow, update, chosenFirst: "/app#profile/name",
        get trust() { return trustOf([play.me]); },
        get isLoading() { return play.me.isLoading; },
        /** A page by its name; an unknown one is the first. */
        page: (key) => profilePage(play, pages[key] ?? pages.name),
        /** A scanned code is filled in; the tap is the person's. */
        fill: (_, text) => pages.join.fill(text) };
    return view;
}

function profilePage(play, page) {
    const root = el("div", { class: "setting-page" }, page.root);
    const title = t("page.title", { tab: page.root.querySelector("h1")?.textContent ?? "" });
    return { root, title, enter: () => {
        play.me.load();
        page.enter?.();
    }, refresh: () => page.refresh?.(), update: () => page.update?.(),
    get trust() { return trustOf([play.me]); },
    get isLoading() { return play.me.isLoading; } };
}

function makeLines(part, names, values) {
    const shown = names.map(([name, mark]) => {
        const value = el("span", { class: "line-value" });
        const chevron = sign("forth");
        chevron.classList.add("chevron");
        const link = el("a", { class: "entry", href: `/app#profile/${name}` }, el("span", { class: "line-sign" }, mark()),
            el("span", { class: "line-name", text: t(`profile.${name}`) }), value, chevron);
        return { name, value, root: el("li", {}, link) };
    });
    const root = el("section", { class: "lines", hidden: true }, el("h2", { text: t(`profile.part.${part}`) }),
        el("ul", { class: "lines-card" }, ...shown.map((one) => one.root)));
    return { root, update() {
        const known = values();
        for (const one of shown) setText(one.value, known[one.name] ?? "");
    } };
}
