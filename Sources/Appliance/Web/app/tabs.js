// The tabs: one list, arrow keys, a place that each remembers.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { tabSign } from "/app/signs.js";

/** `select(name)` is called with the tab that was tapped; `show(name)` shows one. */
export function makeTabs(root, select) {
    const tabs = [...root.querySelectorAll('[role="tab"]')];
    const nameOf = (tab) => tab.id.replace("tab-", "");
    const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
    const badge = el("span", { class: "badge", "aria-hidden": "true", hidden: true });
    const badgeWords = el("span", { class: "unseen" });
    /** How far each tab was scrolled. */
    const places = new Map();
    let current = null;

    for (const tab of tabs) {
        const capsule = el("span", { class: "tab-capsule" }, tabSign(nameOf(tab)));
        if (nameOf(tab) === "watched") capsule.append(badge);
        tab.prepend(capsule);
        if (nameOf(tab) === "watched") tab.append(badgeWords);
        tab.addEventListener("click", () => select(nameOf(tab)));
    }
    root.addEventListener("keydown", (event) => {
        const rightToLeft = getComputedStyle(root).direction === "rtl";
        const forth = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1, ArrowDown: 1, ArrowUp: -1 };
        const step = forth[event.key];
        const place = tabs.indexOf(document.activeElement);
        const next = { Home: tabs[0], End: tabs.at(-1) }[event.key]
            ?? (step && place >= 0 ? tabs[(place + step + tabs.length) % tabs.length] : null);
        if (!next) return;
        event.preventDefault();
        select(nameOf(next));
        next.focus();
    });

    return {
        get names() { return tabs.map(nameOf); },
        get current() { return current; },
        /** Where the tab that is left stands, to come back to. */
        keepPlace() { if (current) places.set(current, scrollY); },
        place: (name) => places.get(name) ?? 0,
        show(name) {
            current = name;
            for (const tab of tabs) {
                const isOurs = nameOf(tab) === name;
                tab.setAttribute("aria-selected", String(isOurs));
                tab.tabIndex = isOurs ? 0 : -1;
                show(panel(tab), isOurs);
            }
        },
        /** So many watched realms are down. */
        mark(count) {
            setText(badge, count > 9 ? "9+" : String(count));
            show(badge, count > 0);
            setText(badgeWords, count > 0 ? `, ${t("group.down", { count })}` : "");
        },
    };
}
