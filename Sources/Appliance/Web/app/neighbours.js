// The realms that share a server with one: a pill for each, with its state and the way to its page.

import { el, setChildren, show, titled } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { realmPage } from "/app/route.js";
import { arrow } from "/app/signs.js";
import { nameLanguage } from "/app/status.js";

/** `app` is what the app is wired with; names and states come from its list, where that is of this region. */
export function makeNeighbours(app, region, flavour) {
    const pills = el("ul", { class: "pills" });
    const root = el("section", { class: "card" }, el("h2", { text: t("realm.connected") }), pills);
    let drawn = "";

    return { root,
        /** `slugs` of the neighbours of `realm`. */
        draw(slugs, realm, isOld) {
            show(root, slugs.length > 0);
            const listed = app.status.region === region ? app.status.flavours.find((one) => one.name === flavour) : null;
            const found = slugs.map((slug) => listed?.realms.find((other) => other.slug === slug) ?? { slug, name: titled(slug) });
            const wanted = JSON.stringify([found.map((one) => [one.slug, one.name, one.state]), realm.state, isOld]);
            if (wanted === drawn) return;
            drawn = wanted;
            // Realms of one server go down together, so that an unknown neighbour is in this realm's state.
            setChildren(pills, found.map((one) => el("li", { "data-state": isOld ? "unknown" : one.state ?? realm.state },
                el("a", { href: realmPage(region, `${flavour}/${one.slug}`) }, arrow(one.state ?? realm.state),
                    el("bdi", { text: one.name, lang: nameLanguage })))));
        } };
}
