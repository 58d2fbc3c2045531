// The page of one realm, where notices lead: the present, an eye, the last 24 hours, a week of outages, its neighbours.

import { el, setChildren } from "/assets/dom.js";
import { freshnessLook } from "/assets/freshness.js";
import { knownState } from "/assets/icons.js";
import { instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { patiently, recall, Refusal } from "/app/ask.js";
import { dayOf } from "/app/daybar.js";
import { knownCredential } from "/app/identity.js";
import { listedRealm } from "/app/listedrealm.js";
import { makeNeighbours } from "/app/neighbours.js";
import { makePast } from "/app/past.js";
import { makeRealmCard } from "/app/realmcard.js";
import { makeRealmChoices } from "/app/realmchoices.js";
import { makeRealmMenu } from "/app/realmmenu.js";
import { stateText } from "/app/rows.js";
import { sign } from "/app/signs.js";
import { silence } from "/app/silence.js";
import { isUnofficial, locale, trustIn } from "/app/status.js";

/** `place` is region, flavour and slug; `app` is what the app is wired with. */
export function makeRealmView(app, place) {
    const [region, flavour, slug] = place;
    const list = app.listOf(region);
    let name = `${flavour}/${slug}`;

    const id = () => name;
    const menu = makeRealmMenu(app, { region, id });
    const card = makeRealmCard(menu);
    const choices = makeRealmChoices(app, { region, id, changed: draw, refresh });
    const past = makePast();
    const neighbours = makeNeighbours(app, region, flavour);
    const page = [card.root, choices.root, ...past.nodes, neighbours.root];
    const root = el("article", { class: "realm-view", "data-key": place.join("/") },
        el("div", { class: "realm-card ghost", "aria-hidden": "true" }));
    const facts = makeFacts(`/v1/realms/${place.map(encodeURIComponent).join("/")}`, () => listedRealm(app, place), {
        taken(found) {
            past.take(found.day, found.week);
            draw();
            app.changed();
        },
        failed(problem) {
            if (facts.body) draw();
            else setChildren(root, [errorPage(problem, refresh)]);
            app.changed();
        },
    });

    async function refresh() {
        fetchList(app, list, region).catch(() => {});
        await facts.refresh();
    }

    function draw() {
        const { body } = facts;
        if (!body) return facts.isAsking && silence.isThere ? sayLack(root, refresh) : undefined;
        const realm = { ...body.realm, state: knownState(body.realm.state) };
        name = String(realm.id ?? name);
        const { kind } = facts.trust;
        const isOld = kind !== "fresh";
        if (root.firstElementChild !== card.root) setChildren(root, page);
        root.dataset.state = realm.state;
        root.classList.toggle("old", isOld);
        const shown = String(body.names?.[locale] ?? realm.name ?? slug);
        view.title = t("realm.title", { name: shown, state: stateText(realm, isOld) });
        if (location.pathname.startsWith("/realms/")) document.title = view.title;
        const slugs = Array.isArray(body.connectedWith) ? body.connectedWith.map(String) : [];
        card.draw(realm, { shown, kind, flavour: body.flavour ?? flavour, freshness: body.freshness,
            isUnofficial: isUnofficial(body), neighbours: slugs });
        const [wish, isWatched] = [app.wishes.of(region, name), list.watches(name)];
        choices.draw(realm, wish, isWatched, isOld);
        menu.update(wish, isWatched);
        neighbours.draw(slugs, realm, isOld);
        past.setOld(isOld);
    }

    /** Lists and wishes may have changed, and time goes on: `update` draws again. */
    const view = { root, title: null, enter: refresh, refresh, update: draw,
        get trust() { return facts.trust; } };
    return view;
}

/** The list of a phone that is known; a visitor becomes one with the first tap on the eye. */
async function fetchList(app, list, region) {
    if (knownCredential() === null) return;
    await Promise.all([list.isKnown ? null : list.load(), app.wishes.load(region)]);
}

/**
 * What the appliance says of the realm, or `listed()` where it says nothing; `on.taken(found)` hears of each answer, `on.failed(problem)`
 * of none.
 */
function makeFacts(path, listed, on) {
    let [body, at, isKept, isAsking, error] = [null, null, false, false, null];
    let asking = 0;
    const load = (ask) => (ask === recall ? fetched(ask, path).catch(listed) : fetched(ask, path));
    return {
        get body() { return body; },
        get isAsking() { return isAsking; },
        get trust() {
            if (at === null) return error ? { kind: "failed", at: null } : { kind: "loading", at: null };
            const source = { look: freshnessLook(body.freshness), since: instant(body.freshness?.since) };
            return trustIn({ at, isKept, isAsking, error }, isKept ? [] : [source]) ?? { kind: "fresh", at };
        },
        /** Asks again; the newest question wins. */
        async refresh() {
            const turn = (asking += 1);
            isAsking = true;
            const take = (found) => {
                if (turn !== asking) return;
                [body, at, isKept, error] = [found.body, found.keptAt ?? serverNow(), found.keptAt !== null, null];
                on.taken(found);
            };
            try {
                // What is only remembered is worth a look where nothing stands yet.
                const found = await patiently(load, (early) => at ?? take(early));
                if (turn === asking) isAsking = false;
                take(found);
            } catch (problem) {
                // That there is no such realm is an answer.
                const known = at === null && !(problem instanceof Refusal && problem.status < 500) ? await listed() : null;
                if (turn !== asking) return;
                isAsking = false;
                if (known && at === null) take(known);
                error = problem;
                on.failed(problem);
            }
        },
    };
}

/** The realm with its last day and its last week, of which either may be missing. */
async function fetched(ask, path) {
    const [realm, day, week] = await Promise.all([ask(path), ask(`${path}/history`).catch(() => null),
        ask(`${path}/history?hours=168`).catch(() => null)]);
    if (!realm.body?.realm) throw new Error(t("realm.strange"));
    return { body: realm.body, keptAt: realm.keptAt, day: dayOf(day?.body), week: dayOf(week?.body) };
}

/** Who waits is told why, once. */
function sayLack(root, refresh) {
    if (!root.querySelector(".page-error")) setChildren(root, [errorPage({ message: t("ask.silent") }, refresh)]);
}

/** What stands there instead of a realm; `refresh` tries again. */
function errorPage(problem, refresh) {
    const isMissing = problem instanceof Refusal && problem.status === 404;
    document.title = t(isMissing ? "realm.noneTitle" : "realm.anyTitle");
    const again = el("button", { type: "button", class: "strong", text: t("page.tryAgain") });
    again.addEventListener("click", refresh);
    return el("div", { class: "page-error" }, sign("warning"),
        el("h1", { text: t(isMissing ? "realm.none" : "realm.cannot") }),
        el("p", { text: isMissing ? t("realm.advice") : t("status.nothing", { why: problem.message }) }),
        isMissing ? el("a", { class: "plain", href: "/app#realms", text: t("tab.realmsTitle") }) : again);
}
