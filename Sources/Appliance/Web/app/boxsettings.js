// For administrators: the settings of the appliance itself, under the version rule of the watch lists.

import { el, setText, show } from "/assets/dom.js";
import { Questions } from "/assets/questions.js";
import { t } from "/assets/words.js";
import { personal, sentence } from "/app/ask.js";
import { makeBoxFields } from "/app/boxform.js";
import { makeAction, sheet } from "/app/parts.js";

const path = "/v1/admin/settings";
/** Which setting stands on which page. */
const places = { name: ["name", "timeZone", "clock"], panel: ["quietHours", "secondsPerPage", "anyDownIsAll"] };

/** Builds both pages, `name` and `panel`; `app` is what the app is wired with. */
export function makeBoxSettings(app) {
    const fields = makeBoxFields();
    const identify = makeAction(t("box.identify"), async () => {
        await personal("POST", "/v1/admin/identify");
        return t("box.identified");
    });
    const pages = {};
    const store = makeStore(app, fields, pages);
    pages.name = makePage(app, store, t("settings.box"), ofPage(fields, "name"), identify.nodes);
    pages.panel = makePage(app, store, t("settings.panel"), ofPage(fields, "panel"), []);
    return { ...pages, load: store.load,
        get nameValue() { return String(store.valueOf("name") ?? ""); },
        /** `Dark 23:00–07:00`: the value of the line. */
        get panelValue() {
            const hours = store.valueOf("quietHours");
            return hours?.on ? t("box.dark", hours) : "";
        } };
}

function ofPage(fields, page) {
    return fields.filter((one) => places[page].includes(one.name));
}

function makePage(app, store, title, ours, more) {
    const line = el("p", { class: "list-note", text: t("box.loading") });
    const save = makeAction(t("box.save"), () => store.send(store.changes(ours)), { kind: "strong" });
    save.button.type = "submit";
    save.button.removeEventListener("click", save.go);
    const form = el("form", { class: "settings-form", novalidate: true, hidden: true },
        ...ours.map((one) => one.root), ...save.nodes);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        save.go();
    });
    for (const one of ours) one.back.addEventListener("click", () => giveBack(store, one, save));
    const root = sheet(title, el("p", { class: "list-note", text: t("box.note") }), ...more, line, form);
    return { root, form, line, enter: store.load, update() {
        show(root, app.device?.administrator === true);
    } };
}

/** One setting is the settings file's again; what else is being changed here stays. */
async function giveBack(store, one, save) {
    try {
        save.say(sentence(await store.giveBack(one.name)));
    } catch (problem) {
        save.say(sentence(problem.message), true);
    }
    one.root.querySelector("input, select")?.focus();
}

/** The settings as the appliance has them, with their version; `pages` are filled when they have come. */
function makeStore(app, fields, pages) {
    let known = null;
    const questions = new Questions();

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
        app.changed();
    }

    /** Sends settings by name, null for the file's own; throws words when they changed elsewhere meanwhile. */
    async function send(settings) {
        try {
            const body = await personal("PUT", path, { version: known.version, settings });
            questions.outdate();
            take(body, Object.keys(settings));
        } catch (problem) {
            const current = problem.status === 409 ? problem.problem?.current : null;
            if (!current) throw problem;
            questions.outdate();
            take(current);
            throw new Error(t("box.changed"));
        }
        return t("box.saved");
    }

    async function load() {
        if (app.device?.administrator !== true) return;
        try {
            await questions.ask(() => personal("GET", path), (body) => take(body));
        } catch (problem) {
            for (const { line } of Object.values(pages)) {
                setText(line, sentence(t("box.failed", { why: problem.message })));
                show(line, true);
            }
        }
    }

    return { load, send,
        giveBack: (name) => send({ [name]: null }),
        valueOf: (name) => known?.settings?.[name]?.value,
        /** What differs from what the appliance has; throws words for what cannot be meant. */
        changes(ours) {
            const touched = ours.filter((each) => each.isTouched).map((one) => [one.name, one.read()]);
            return Object.fromEntries(touched.filter(([name, value]) => !isSame(value, known.settings[name]?.value)));
        } };
}

/** Whether two values of a setting say the same; the order of members is nobody's business. */
function isSame(left, right) {
    if (left === null || typeof left !== "object") return left === right;
    const names = Object.keys(left);
    return Boolean(right) && names.every((name) => left[name] === right[name]);
}
