// The tabs: one list a room, arrow keys.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";

/** Makes the tabs of all rooms in `root`, their panels in `pane`; `select(name)` is called with the tab that was tapped. */
export function makeTabs(root, pane, rooms, places, select) {
    const tabs = rooms.flatMap((room) => room.tabs.map((tab) => makeTab(tab, room, select)));
    root.append(...tabs.map((one) => one.button));
    pane.append(...tabs.map((one) => one.panel));
    let current = null;
    root.addEventListener("keydown", (event) => {
        const next = nextTab(event, root, tabs.filter((one) => !one.button.hidden));
        if (!next) return;
        event.preventDefault();
        select(next.name);
        next.button.focus();
    });

    return {
        get current() { return current; },
        panel: (name) => tabs.find((one) => one.name === name).panel,
        /** The tab of a room to begin with: the one that was seen last. */
        firstOf(room) {
            const last = places.tabOf(room.name);
            return room.tabs.some((tab) => tab.name === last) ? last : room.first?.() ?? room.tabs[0].name;
        },
        /** Where a tab leads to: the page that was open in it when it was left, else its list. */
        addressOf: (name) => `/app#${places.pageOf(name) ?? name}`,
        show(name) {
            current = tabs.find((one) => one.name === name);
            places.setTab(current.room.name, name);
            for (const one of tabs) {
                const isOurs = one === current;
                one.button.setAttribute("aria-selected", String(isOurs));
                one.button.tabIndex = isOurs ? 0 : -1;
                show(one.button, one.room === current.room);
                show(one.panel, isOurs);
            }
        },
        /** Writes the badges again. */
        mark(app) {
            for (const one of tabs) one.mark(app);
        },
    };
}

function makeTab(tab, room, select) {
    const { name } = tab;
    const badge = el("span", { class: "badge", "aria-hidden": "true", hidden: true });
    const badgeWords = el("span", { class: "unseen" });
    const capsule = el("span", { class: "tab-capsule" }, tab.sign(), tab.badge ? badge : null);
    const button = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
        "aria-selected": "false", tabindex: "-1" }, capsule, el("span", { class: "tab-words", text: t(`tab.${name}`) }),
    tab.badge ? badgeWords : null);
    const panel = el("section", { id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}`, hidden: true },
        el("h1", { class: "unseen", text: t(tab.title ?? `tab.${name}`) }));
    button.addEventListener("click", () => select(name));
    return { ...tab, room, button, panel, mark(app) {
        if (!tab.badge) return;
        const { count, words } = tab.badge(app);
        setText(badge, count > 9 ? "9+" : String(count));
        show(badge, count > 0);
        setText(badgeWords, count > 0 ? `, ${words}` : "");
    } };
}

/** The tab that a key leads to, or null. */
function nextTab(event, root, tabs) {
    const rightToLeft = getComputedStyle(root).direction === "rtl";
    const forth = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1, ArrowDown: 1, ArrowUp: -1 };
    const step = forth[event.key];
    const place = tabs.findIndex((one) => one.button === document.activeElement);
    return { Home: tabs[0], End: tabs.at(-1) }[event.key]
        ?? (step && place >= 0 ? tabs[(place + step + tabs.length) % tabs.length] : null);
}
