// The tabs: one list, arrow keys, and an address of their own so that "back" works.

import { show } from "/assets/dom.js";
import { tabSign } from "/app/signs.js";

/** `views` by name have `enter()` and perhaps `leave()`; `chosen(name)` follows. */
export function makeTabs(root, views, chosen) {
    const tabs = [...root.querySelectorAll('[role="tab"]')];
    const nameOf = (tab) => tab.id.replace("tab-", "");
    const panel = (tab) => document.getElementById(tab.getAttribute("aria-controls"));
    let current = null;

    function open(name) {
        if (name === current) return;
        views[current]?.leave?.();
        current = name;
        for (const tab of tabs) {
            const isOurs = nameOf(tab) === name;
            tab.setAttribute("aria-selected", String(isOurs));
            tab.tabIndex = isOurs ? 0 : -1;
            show(panel(tab), isOurs);
        }
        scrollTo(0, 0);
        views[name].enter();
        chosen(name);
    }

    function select(tab) {
        history.pushState(null, "", `#${nameOf(tab)}`);
        open(nameOf(tab));
    }

    function named() {
        const [name] = location.hash.slice(1).split("/");
        if (name === "") return nameOf(tabs[0]);
        return Object.hasOwn(views, name) ? name : null;
    }

    for (const tab of tabs) {
        tab.prepend(tabSign(nameOf(tab)));
        tab.addEventListener("click", () => select(tab));
    }
    root.addEventListener("keydown", (event) => {
        const rightToLeft = getComputedStyle(root).direction === "rtl";
        const step = { ArrowRight: rightToLeft ? -1 : 1, ArrowLeft: rightToLeft ? 1 : -1 }[event.key];
        const place = tabs.indexOf(document.activeElement);
        const next = { Home: tabs[0], End: tabs.at(-1) }[event.key]
            ?? (step && place >= 0 ? tabs[(place + step + tabs.length) % tabs.length] : null);
        if (!next) return;
        event.preventDefault();
        select(next);
        next.focus();
    });
    addEventListener("popstate", () => open(named() ?? current));
    return { open, start: () => open(named() ?? nameOf(tabs[0])), get current() { return current; } };
}
