// For administrators: the settings of the appliance itself, under the version rule of the watch lists.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { makeBoxFields } from "/app/boxform.js";
import { makeAction, sheet } from "/app/parts.js";

const path = "/v1/admin/settings";
/** Which setting stands on which page. */
const places = { name: ["name", "timeZone", "clock"], panel: ["quietHours", "secondsPerPage", "anyDownIsAll"] };

/** Builds both pages, `name` and `panel`; `house` is what the app is wired with. */
export function makeBoxSettings(house) {
    const fields = makeBoxFields();
    const identify = makeAction(t("box.identify"), async () => {
        await personal("POST", "/v1/admin/identify");
        return t("box.identified");
    });
    let known = null;
    const pages = {
        name: makePage(t("settings.box"), places.name, identify.nodes),
        panel: makePage(t("settings.panel"), places.panel, []),
    };

    function makePage(title, names, more) {
        const ours = fields.filter((one) => names.includes(one.name));
        const line = el("p", { class: "list-note", text: t("box.loading") });
        const save = makeAction(t("box.save"), () => send(changes(ours)), { kind: "strong" });
        save.button.type = "submit";
        save.button.removeEventListener("click", save.go);
        const form = el("form", { class: "settings-form", novalidate: true, hidden: true },
            ...ours.map((one) => one.root), ...save.nodes);
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            save.go();
        });
        for (const one of ours) one.back.addEventListener("click", () => giveBack(one, save));
        const root = sheet(title, el("p", { class: "list-note", text: t("box.note") }), ...more, line, form);
        return { root, form, line, enter: load, update() {
            show(root, house.device?.administrator === true);
        } };
    }

    /** Shows what the appliance says; what the person is changing stays, but for the names in `forced`. */
    function take(body, forced = []) {
        known = body;
        for (const one of fields) {
            const setting = body.settings?.[one.name];
            show(one.root, Boolean(setting));
            if (setting) one.show(setting, forced.includes(one.name));
        }
        for (const page of Object.values(pages)) {
            show(page.form, true);
            show(page.line, false);
        }
        house.changed();
    }

    /** What differs from what the appliance has; throws words for what cannot be meant. */
    function changes(ours) {
        const wanted = {};
        for (const one of ours.filter((each) => each.isTouched)) {
            const value = one.read();
            if (!isSame(value, known.settings[one.name]?.value)) wanted[one.name] = value;
        }
        return wanted;
    }

    async function send(settings) {
        try {
            const { version } = known;
            take(await personal("PUT", path, { version, settings }), Object.keys(settings));
        } catch (problem) {
            const current = problem.status === 409 ? problem.problem?.current : null;
            if (!current) throw problem;
            take(current);
            throw new Error(t("box.changed"));
        }
        return t("box.saved");
    }

    /** One setting is the settings file's again; what else is being changed here stays. */
    async function giveBack(one, save) {
        try {
            const change = { version: known.version, settings: { [one.name]: null } };
            take(await personal("PUT", path, change), [one.name]);
            save.say(sentence(t("box.saved")));
        } catch (problem) {
            const current = problem.status === 409 ? problem.problem?.current : null;
            if (current) take(current);
            save.say(sentence(current ? t("box.changed") : problem.message), true);
        }
        one.root.querySelector("input, select")?.focus();
    }

    async function load() {
        if (house.device?.administrator !== true) return;
        try {
            take(await personal("GET", path));
        } catch (problem) {
            for (const { line } of Object.values(pages)) {
                setText(line, sentence(t("box.failed", { why: problem.message })));
                show(line, true);
            }
        }
    }

    const value = (name) => known?.settings?.[name]?.value;
    return { ...pages, load,
        get nameValue() { return String(value("name") ?? ""); },
        /** `Dark 23:00–07:00`: the value of the line. */
        get panelValue() {
            const hours = value("quietHours");
            return hours?.on ? t("box.dark", hours) : "";
        } };
}

/** Whether two values of a setting say the same; the order of members is nobody's business. */
function isSame(left, right) {
    if (left === null || typeof left !== "object") return left === right;
    const names = Object.keys(left);
    return Boolean(right) && names.every((name) => left[name] === right[name]);
}
