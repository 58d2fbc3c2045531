// For administrators: the settings of the appliance itself, under the version rule of the watch lists.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { makeBoxFields } from "/app/boxform.js";
import { makeAction, sheet } from "/app/parts.js";

const path = "/v1/admin/settings";

/** Builds the sheet; `house` is what the app is wired with. */
export function makeBoxSettings(house) {
    const fields = makeBoxFields();
    const line = el("p", { class: "list-note", role: "status", text: t("box.loading") });
    const identify = makeAction(t("box.identify"), async () => {
        await personal("POST", "/v1/admin/identify");
        return t("box.identified");
    });
    const save = makeAction(t("box.save"), () => send(changes()), { kind: "strong" });
    save.button.type = "submit";
    save.button.removeEventListener("click", save.go);
    const form = el("form", { class: "settings-form", novalidate: true, hidden: true },
        ...fields.map((one) => one.root), ...save.nodes);
    const note = el("p", { class: "list-note", text: t("box.note") });
    const root = sheet(t("box.title"), note, ...identify.nodes, line, form);
    let known = null;

    /** Shows what the appliance says; what the person is changing stays, but for the names in `forced`. */
    function take(body, forced = []) {
        known = body;
        for (const one of fields) {
            const setting = body.settings?.[one.name];
            show(one.root, Boolean(setting));
            if (setting) one.show(setting, forced.includes(one.name));
        }
        show(form, true);
        show(line, false);
    }

    /** What differs from what the appliance has; throws words for what cannot be meant. */
    function changes() {
        const wanted = {};
        for (const one of fields.filter((each) => each.isTouched)) {
            const value = one.read();
            if (!isSame(value, known.settings[one.name]?.value)) wanted[one.name] = value;
        }
        return wanted;
    }

    async function send(settings) {
        try {
            const { version } = known;
            take(await personal("PUT", path, { version, settings }), fields.map((one) => one.name));
        } catch (problem) {
            const current = problem.status === 409 ? problem.problem?.current : null;
            if (!current) throw problem;
            take(current);
            throw new Error(t("box.changed"));
        }
        return t("box.saved");
    }

    /** One setting is the settings file's again; what else is being changed here stays. */
    async function giveBack(one) {
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

    for (const one of fields) one.back.addEventListener("click", () => giveBack(one));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        save.go();
    });

    async function load() {
        if (house.device?.administrator !== true) return;
        try {
            take(await personal("GET", path));
        } catch (problem) {
            setText(line, sentence(t("box.failed", { why: problem.message })));
            show(line, true);
        }
    }

    return { root, load, update() {
        const isShown = house.device?.administrator === true;
        const isNew = isShown && root.hidden;
        show(root, isShown);
        if (isNew) load();
    } };
}

/** Whether two values of a setting say the same; the order of members is nobody's business. */
function isSame(left, right) {
    if (left === null || typeof left !== "object") return left === right;
    const names = Object.keys(left);
    return Boolean(right) && names.every((name) => left[name] === right[name]);
}
