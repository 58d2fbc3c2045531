// The page of developers: the door, and behind it games and account. What it shows stands in the address behind `#`.

import { el, setChildren, setText } from "./dom.js";
import { speak, t } from "./words.js";
import { accountPanel, codesPanel, newCodes, passwordPanel } from "./account.js";
import { doorNote, doors } from "./door.js";
import { newGamePanel } from "./gameform.js";
import { gamesPanel } from "./gamelist.js";
import { gamePage } from "./gamepage.js";
import { ask, credential, keep, ownSession } from "./session.js";
import { leavePanel, sessionsPanel } from "./sessions.js";
import { makeButton, panel, resultLine, say } from "./siteforms.js";

/** Parts of the page with their words, in the order in which they are offered. */
const parts = {
    games: [gamesPart, "dev.games"],
    account: [accountPanel, "dev.account"], password: [passwordPanel, "dev.password"], codes: [codesPanel, "dev.codes"],
    sessions: [sessionsPanel, "dev.sessions"], leave: [leavePanel, "dev.leave"],
};
/** Words that did not come are asked for again, in milliseconds. */
const pause = 2000;
const office = document.querySelector("#office");

/** What the parts of the page share. */
const app = {
    developer: null, email: "", invitation: "", note: "", after: "", codes: null, line: resultLine(),

    /** Somebody is signed in from now on. */
    enter(signedIn) {
        app.keep(signedIn);
        Object.assign(app, { codes: signedIn.codes ?? null, note: "", invitation: "" });
        go("games");
    },
    keep(signedIn) {
        keep(signedIn.credential);
        app.developer = signedIn.developer;
    },
    know(developer) {
        app.developer = developer;
        draw();
    },
    say(words, isBad = false) {
        say(app.line, words, isBad);
    },
    /** Another place behind `#`; `words` are said there. */
    go(hash, words) {
        app.after = words;
        location.hash = hash;
    },
    showCodes(codes) {
        app.codes = codes;
        draw();
    },
    async leave() {
        await ask("DELETE", `/sessions/${encodeURIComponent(ownSession())}`);
        app.goOut("");
    },
    goOut(words) {
        keep(null);
        Object.assign(app, { developer: null, codes: null, note: words });
        go("sign-in");
    },
};

/** What stands behind `#`, part by part; nothing where it is no text. */
function place() {
    try {
        return location.hash.slice(1).split("/").map(decodeURIComponent);
    } catch {
        return [""];
    }
}

function view() {
    return place()[0];
}

/** The list of games, or one of them. */
function gamesPart() {
    const [, slug, ...rest] = place();
    return slug ? gamePage(app, slug, rest) : gamesPanel();
}

/** Another part; a reader's focus goes there as well. */
function go(name) {
    if (location.hash === `#${name}`) draw();
    else location.hash = name;
}

function drawDoor() {
    const name = Object.hasOwn(doors, view()) ? view() : "sign-in";
    setChildren(office, [app.note ? doorNote(app.note) : null, doors[name](app)]);
}

function drawOffice() {
    const { developer, codes } = app;
    if (codes) {
        setChildren(office, [newCodes(codes, () => app.showCodes(null))]);
        return;
    }
    const isNew = view() === "new-game";
    const name = !isNew && Object.hasOwn(parts, view()) ? view() : "games";
    const tabs = Object.entries(parts).map(([one, [, words]]) =>
        el("li", {}, el("a", { class: "segment", href: `#${one}`, "aria-current": one === name ? "true" : null, text: t(words) })));
    const who = t("dev.signedInAs", { name: `${developer.firstName} ${developer.lastName}`, email: developer.email });
    const out = makeButton(t("dev.signOut"), () => app.leave(), { line: app.line });
    setChildren(office, [
        el("div", { class: "who" }, el("p", {}, el("bdi", { text: who })), out),
        el("nav", { "aria-label": t("dev.parts") }, el("ul", { class: "segments" }, ...tabs)), app.line,
        isNew ? newGamePanel(app) : parts[name][0](app),
    ]);
}

async function load() {
    setChildren(office, [el("p", { class: "small", text: t("dev.loading") })]);
    try {
        const me = await ask("GET", "/me");
        // Who is known already may have changed something meanwhile, or be somebody else.
        if (app.developer) return;
        app.developer = me;
        draw();
    } catch (problem) {
        // Who is not signed in any more stands before the door already; and what failed says nothing of who is known meanwhile.
        if (!credential() || app.developer) return;
        const line = resultLine();
        const again = makeButton(t("page.tryAgain"), load, { line });
        say(line, problem.message, true);
        setChildren(office, [panel(t("dev.account"), line, el("div", { class: "actions" }, again))]);
    }
}

function draw() {
    const [name, code] = place();
    if (name === "register" && code) {
        // Nobody finds an invitation in the history.
        app.invitation = code;
        history.replaceState(null, "", "#register");
    }
    if (!credential()) drawDoor();
    else if (app.developer) drawOffice();
    else load();
}

/** A page without words says nothing true, so it waits for them. */
async function words() {
    for (;;) {
        try {
            const answer = await fetch(`/assets/${document.documentElement.lang}.json`);
            if (answer.ok) return await answer.json();
        } catch {
            // Nobody answered, or not with words.
        }
        await new Promise((over) => { setTimeout(over, pause); });
    }
}

async function start() {
    speak(await words());
    setText(document.querySelector("#origin"), location.origin);
    addEventListener("hashchange", () => {
        // The way past the navigation is no part of the account.
        if (view() === "main") return;
        app.say(app.after);
        app.after = "";
        draw();
        office.querySelector("h2")?.focus({ preventScroll: true });
    });
    addEventListener("session-over", () => app.goOut(t("dev.over")));
    draw();
}

start();
