// The page of one realm, where notices lead: the present, an eye, the last 24 hours, a week of outages, its neighbours.

import { el, setChildren, setText, show, titled } from "/assets/dom.js";
import { freshnessLook } from "/assets/freshness.js";
import { knownState } from "/assets/icons.js";
import { instant, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { patiently, Refusal, sentence } from "/app/ask.js";
import { dayOf } from "/app/daybar.js";
import { enrol } from "/app/device.js";
import { knownCredential } from "/app/identity.js";
import { makePast } from "/app/past.js";
import { reasonOf } from "/app/reasons.js";
import { realmPage } from "/app/route.js";
import { lastingText, populationText, stateText, tagsOf } from "/app/rows.js";
import { arrow, eye, sign } from "/app/signs.js";
import { locale, nameLanguage, trustIn } from "/app/status.js";
import { makeRealmMenu } from "/app/realmmenu.js";

const troubled = ["down", "recovering"];

/** `place` is region, flavour and slug; `house` is what the app is wired with. */
export function makeRealmView(house, place) {
    const [region, flavour, slug] = place;
    const path = `/v1/realms/${place.map(encodeURIComponent).join("/")}`;
    const list = house.listOf(region);
    let id = `${flavour}/${slug}`;
    let [body, at, isKept, trouble] = [null, null, false, null];

    const name = el("bdi", { lang: nameLanguage });
    const title = el("h1", { class: "realm-title" }, name);
    const stateSign = el("span", { class: "realm-sign" });
    const state = el("span");
    const lasting = el("p", { class: "facts" });
    const facts = el("p", { class: "facts" });
    const tags = el("p", { class: "row-tags" });
    const why = el("p", { class: "realm-why", hidden: true });
    const menu = makeRealmMenu(house, { region, id: () => id });
    const card = el("section", { class: "realm-card" }, el("div", { class: "realm-head" }, title, menu.root),
        el("p", { class: "realm-now" }, stateSign, state), lasting, facts, tags, why, menu.marks);
    const eyeWords = el("span");
    const watch = el("button", { type: "button", class: "choice-button", "aria-pressed": "false" }, eye(), eyeWords);
    const onceWords = el("span");
    const once = el("button", { type: "button", class: "choice-button", "aria-pressed": "false" }, sign("bell"), onceWords);
    const past = makePast();
    const others = el("ul", { class: "pills" });
    const group = el("section", { class: "card" }, el("h2", { text: t("realm.connected") }), others);
    const page = [card, el("div", { class: "choices-pair" }, watch, once), ...past.nodes, group];
    const root = el("article", { class: "realm-view", "data-key": place.join("/") },
        el("div", { class: "realm-card ghost", "aria-hidden": "true" }));

    const view = {
        root, title: null,
        get trust() { return trust(); },
        enter: refresh, refresh,
        /** Lists and wishes may have changed, and time goes on. */
        update() {
            if (body) draw();
        },
    };

    function trust() {
        if (at === null) return trouble ? { kind: "failed", at: null } : { kind: "loading", at: null };
        const source = { look: freshnessLook(body.freshness), since: instant(body.freshness?.since) };
        return trustIn({ at, isKept, trouble }, isKept ? [] : [source]) ?? { kind: "fresh", at };
    }

    let asking = 0;

    async function refresh() {
        const turn = (asking += 1);
        const take = (found) => {
            if (turn !== asking) return;
            [body, at, isKept, trouble] = [found.body, found.keptAt ?? serverNow(), found.keptAt !== null, null];
            past.take(found.day, found.week);
            draw();
            house.changed();
        };
        fetchList().catch(() => {});
        try {
            take(await patiently(fetched, take));
        } catch (problem) {
            if (turn !== asking) return;
            trouble = problem;
            if (body) draw();
            else fail(problem);
            house.changed();
        }
    }

    async function fetched(ask) {
        const [realm, day, week] = await Promise.all([ask(path), ask(`${path}/history`).catch(() => null),
            ask(`${path}/history?hours=168`).catch(() => null)]);
        if (!realm.body?.realm) throw new Error(t("realm.strange"));
        return { body: realm.body, keptAt: realm.keptAt, day: dayOf(day?.body), week: dayOf(week?.body),
            share: day?.body?.uptime };
    }

    /** The list of a phone that is known; a visitor becomes one with the first tap on the eye. */
    async function fetchList() {
        if (knownCredential() === null) return;
        await Promise.all([list.isKnown ? null : list.load(), house.wishes.load(region)]);
    }

    function draw() {
        const realm = { ...body.realm, state: knownState(body.realm.state) };
        id = String(realm.id ?? id);
        const { kind } = trust();
        const isOld = kind !== "fresh";
        if (root.firstElementChild !== card) setChildren(root, page);
        root.dataset.state = realm.state;
        root.classList.toggle("old", isOld);
        const shown = String(body.names?.[locale] ?? realm.name ?? slug);
        setText(name, shown);
        setChildren(stateSign, [arrow(realm.state)]);
        setText(state, stateText(realm, isOld));
        view.title = t("realm.title", { name: shown, state: stateText(realm, isOld) });
        if (location.pathname.startsWith("/realms/")) document.title = view.title;
        const neighbours = Array.isArray(body.connectedWith) ? body.connectedWith.map(String) : [];
        setText(lasting, isOld ? "" : lastingWords(realm, neighbours.length));
        show(lasting, lasting.textContent !== "");
        const known = [titled(body.flavour ?? flavour), realm.category, populationText(realm)];
        setText(facts, known.filter(Boolean).join(" · "));
        setChildren(tags, tagsOf(realm).map((words) => el("span", { class: "tag", text: words })));
        show(tags, tags.childElementCount > 0);
        setText(why, kind === "stale" ? staleWords() : "");
        show(why, why.textContent !== "");
        drawChoices(realm, isOld);
        drawNeighbours(neighbours, realm, isOld);
        past.setOld(isOld);
    }

    function staleWords() {
        const { since, reason } = body.freshness ?? {};
        const time = instant(since);
        return [time === null ? t("strip.staleNow") : t("strip.staleHere", { time: house.clock(time) }), reasonOf(reason)]
            .filter(Boolean).join(" ");
    }

    function lastingWords(realm, others) {
        const since = instant(realm.since);
        if (since === null || !["maintenance", ...troubled].includes(realm.state)) return "";
        const lasts = lastingText(serverNow() - since);
        return others === 0 ? t("realm.soFar", { lasts }) : t("realm.soFarWith", { lasts, count: others });
    }

    function drawChoices(realm, isOld) {
        const isOn = list.watches(id);
        watch.setAttribute("aria-pressed", String(isOn));
        setText(eyeWords, isOn ? t("realm.watched") : t("realm.watch"));
        const wish = house.wishes.of(region, id);
        once.setAttribute("aria-pressed", String(wish.tellOnce));
        setText(onceWords, wish.tellOnce ? t("realm.onceSet") : t("realm.once"));
        // Somebody who waits must see that the wish stands, whatever the realm does meanwhile.
        show(once, wish.tellOnce || (!isOld && ["maintenance", ...troubled].includes(realm.state)));
        menu.update(wish, isOn);
    }

    function drawNeighbours(slugs, realm, isOld) {
        show(group, slugs.length > 0);
        const listed = house.status.region === region ? house.status.flavours.find((one) => one.name === flavour) : null;
        const found = slugs.map((one) => listed?.realms.find((other) => other.slug === one) ?? { slug: one, name: titled(one) });
        const wanted = JSON.stringify([found.map((one) => [one.slug, one.name, one.state]), realm.state, isOld]);
        if (others.dataset.drawn === wanted) return;
        others.dataset.drawn = wanted;
        // Realms of one server go down together, so that an unknown neighbour is in this realm's state.
        setChildren(others, found.map((one) => el("li", { "data-state": isOld ? "unknown" : one.state ?? realm.state },
            el("a", { href: realmPage(region, `${flavour}/${one.slug}`) }, arrow(one.state ?? realm.state),
                el("bdi", { text: one.name, lang: nameLanguage })))));
    }

    function fail(problem) {
        const isMissing = problem instanceof Refusal && problem.status === 404;
        document.title = t(isMissing ? "realm.noneTitle" : "realm.anyTitle");
        const again = el("button", { type: "button", class: "strong", text: t("page.tryAgain") });
        again.addEventListener("click", refresh);
        setChildren(root, [el("div", { class: "page-trouble" }, sign("warning"),
            el("h1", { text: t(isMissing ? "realm.none" : "realm.cannot") }),
            el("p", { text: isMissing ? t("realm.advice") : t("status.nothing", { why: problem.message }) }),
            isMissing ? el("a", { class: "plain", href: "/app#realms", text: t("tab.realms") }) : again)]);
    }

    async function known() {
        if (knownCredential() === null) house.device = await enrol(house.about);
        if (!list.isKnown) await list.load();
    }

    watch.addEventListener("click", async () => {
        const on = watch.getAttribute("aria-pressed") !== "true";
        try {
            await known();
            list.watch(id, on);
        } catch (problem) {
            house.meet(problem);
            house.say(t("list.notSaved", { why: sentence(problem.message) }));
        }
    });
    once.addEventListener("click", async () => {
        const on = once.getAttribute("aria-pressed") !== "true";
        try {
            await known();
            await house.wishes.set(region, id, { tellOnce: on });
            if (on && !house.canTell()) house.say(t("realm.onceOff"));
            else house.announce(on ? t("realm.onceSet") : t("realm.onceGone"));
        } catch (problem) {
            house.meet(problem);
            house.say(t("list.notSaved", { why: sentence(problem.message) }));
            if (problem.code === "already-up") refresh();
        }
        draw();
    });

    return view;
}
