// The page that hands out the widget's script: which modes it shows, the script to copy, and a picture of this page's
// address for a phone's camera.

import { el, list, setChildren, setText, show } from "./dom.js";
import { language, t } from "./words.js";

const byID = (id) => document.getElementById(id);
const chosen = new Set();
let modes = [];
let wish = 0;

/** Fetches; what is no good answer is thrown, with the appliance's own reason where it gave one. */
async function get(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json, text/javascript" } });
    if (answer.ok) return answer;
    const problem = await answer.json().catch(() => null);
    throw new Error(problem?.detail ?? t("ask.answered", { status: String(answer.status) }));
}

function complain(words) {
    setText(byID("error"), words);
    show(byID("error"), words !== "");
}

/** The modes in the address, of those that there are; without any, all. */
function wanted() {
    const named = (new URLSearchParams(location.search).get("modes") ?? "").split(",");
    const known = modes.map((one) => one.mode).filter((key) => named.includes(key));
    return known.length > 0 ? known : modes.map((one) => one.mode);
}

function modeChoice({ mode, name }) {
    const box = el("input", { type: "checkbox", checked: chosen.has(mode) });
    box.addEventListener("change", () => {
        if (box.checked) chosen.add(mode);
        else chosen.delete(mode);
        update();
    });
    return el("label", { class: "choice" }, box, el("bdi", { text: name }));
}

/** The script of what is chosen, everything that shows it, and an address that brings it back. */
async function update() {
    const mine = ++wish;
    const keys = modes.map((one) => one.mode).filter((key) => chosen.has(key));
    const query = `modes=${keys.map(encodeURIComponent).join(",")}`;
    byID("copy").disabled = true;
    setText(byID("copied"), "");
    complain(keys.length === 0 ? t("widget.noModes") : "");
    if (keys.length === 0) return;
    history.replaceState(null, "", `/widget?${query}`);
    try {
        const address = `/widget.js?${query}&language=${language()}`;
        const script = await (await get(address)).text();
        if (mine === wish) draw(script, address, query);
    } catch (problem) {
        if (mine === wish) complain(t("widget.failed", { why: problem.message }));
    }
}

function draw(script, address, query) {
    const { box } = JSON.parse(/^const settings = (\{.*\});$/m.exec(script)[1]);
    byID("script").value = script;
    byID("download").href = address;
    byID("copy").disabled = false;
    setText(byID("asks"), t("widget.asks", { address: box }));
    setText(byID("address"), `${box}/widget`);
    byID("picture").src = `/widget.svg?${query}`;
    byID("picture").alt = t("widget.picture", { address: `${box}/widget` });
    show(byID("picture"), true);
    setChildren(byID("calendars"), modes.map((one) => calendarRow(one, box)));
}

/**
 * A mode's calendar: a link that programs of Apple take as a wish to subscribe, and the address for all others. English needs
 * no word of it.
 */
function calendarRow({ mode, name }, box) {
    const asked = language() === "en" ? "" : `?lang=${encodeURIComponent(language())}`;
    const path = `/v1/calendar/${encodeURIComponent(mode)}.ics${asked}`;
    return el("li", {}, el("a", { class: "quiet", href: `webcal://${new URL(box).host}${path}`, text: t("widget.subscribe", { mode: name }) }),
        el("p", { class: "small", text: `${box}${path}` }));
}

/** Where a page came without https, browsers copy only what is selected. */
async function copy() {
    const area = byID("script");
    try {
        await navigator.clipboard.writeText(area.value);
        setText(byID("copied"), t("widget.copied"));
    } catch {
        area.focus();
        area.select();
        // Safari on a phone selects nothing of what cannot be written into.
        area.setSelectionRange(0, area.value.length);
        setText(byID("copied"), t(document.execCommand("copy") ? "widget.copied" : "widget.notCopied"));
    }
}

async function start() {
    document.title = t("widget.pageTitle");
    const part = location.hash;
    byID("copy").addEventListener("click", copy);
    try {
        modes = list((await (await get("/v1/rotations")).json()).modes);
    } catch (problem) {
        complain(t("widget.failed", { why: problem.message }));
        return;
    }
    for (const key of wanted()) chosen.add(key);
    byID("modes").append(...modes.map(modeChoice));
    setText(byID("parameter"), t("widget.parameter", { modes: modes.map((one) => one.mode).join(", ") }));
    await update();
    // What stands above it has its height only now, and the address was written again.
    if (part === "#calendar") byID("calendar").scrollIntoView();
    const about = await get("/v1/about").then((answer) => answer.json()).catch(() => null);
    show(byID("home"), about !== null && !about.publicURL);
}

start();
