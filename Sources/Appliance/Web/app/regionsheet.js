// Choosing a region: a sheet over the page, which gives the focus back when it goes.

import { el, setChildren } from "/assets/dom.js";
import { t } from "/assets/words.js";

/** Answers `open()`. */
export function makeRegionSheet(app) {
    const rows = el("div", { class: "choices", role: "radiogroup", "aria-label": t("settings.region") });
    const done = el("button", { type: "button", class: "quiet", text: t("page.done") });
    const root = el("dialog", { class: "sheet-up", "aria-label": t("settings.region") },
        el("h2", { text: t("settings.region") }), rows, el("div", { class: "actions" }, done));
    document.body.append(root);
    done.addEventListener("click", () => root.close());
    root.addEventListener("click", (event) => {
        if (event.target === root) root.close();
    });

    function choice({ region }) {
        const input = el("input", { type: "radio", name: "region", value: region, checked: region === app.region });
        input.addEventListener("change", () => app.choose(region));
        // Arrow keys click, too; only a finger or a mouse has chosen for good.
        input.addEventListener("click", (event) => {
            if (event.detail > 0) root.close();
        });
        return el("label", { class: "choice" }, input, el("span", { text: app.regionName(region) }));
    }

    return { open() {
        setChildren(rows, app.status.regions.map(choice));
        root.showModal();
        rows.querySelector(":checked")?.focus();
    } };
}
