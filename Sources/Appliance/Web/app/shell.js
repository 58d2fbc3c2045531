// The frame around the tabs: where one is, as of when, what is wrong with that, and what the last tap came to.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { sign } from "/app/signs.js";

const byID = (id) => document.getElementById(id);
/** What everything that is shown suffers from: said on every tab. */
const everywhere = new Set(["noNetwork", "offline", "unreachable", "notRefreshed", "silent", "old"]);
/** What one more question may help. */
const retried = new Set(["unreachable", "notRefreshed", "silent", "old"]);

/** Says something once to readers, politely; never countdowns. */
export function announce(words) {
    const live = byID("live");
    // The same sentence twice is news twice.
    live.replaceChildren(el("p", { text: words }));
}

/** What a tap did, with ways to have it otherwise: `toast(words, [[label, act]])`; it goes by itself. */
function makeToast() {
    const line = el("p");
    const choices = el("span", { class: "toast-acts" });
    const root = el("div", { class: "say toast-line", hidden: true }, line, choices);
    byID("say").after(root);
    let timer = null;
    return (words, acts) => {
        setText(line, words);
        setChildren(choices, acts.map(([label, act]) => {
            const button = el("button", { type: "button", class: "plain", text: label });
            button.addEventListener("click", () => {
                show(root, false);
                act();
            });
            return button;
        }));
        show(root, true);
        announce(words);
        clearTimeout(timer);
        // Long enough to be read and reached by keyboard; it waits while somebody is in it.
        timer = setTimeout(function away() {
            if (root.contains(document.activeElement)) timer = setTimeout(away, 4000);
            else show(root, false);
        }, 10_000);
    };
}

/** `refresh()` is the tap on "as of", `openRegions()` that on the region. */
export function makeShell({ refresh, openRegions }) {
    const asOf = byID("as-of");
    byID("region").append(sign("below"));
    byID("back").prepend(sign("back"));
    asOf.append(sign("refresh"));
    asOf.addEventListener("click", refresh);
    byID("again").addEventListener("click", refresh);
    byID("region").addEventListener("click", openRegions);
    byID("say-away").addEventListener("click", () => say(null));
    const toast = makeToast();
    let said = "";
    let warned = "";

    /** What is wrong with what was tapped, in words; null when it is over. */
    function say(words) {
        setText(byID("say-words"), words ?? "");
        show(byID("say"), Boolean(words));
        if (words && words !== said) announce(words);
        said = words ?? "";
    }

    /** `trust` of what is on the screen, or null where nothing has an age. */
    function drawTrust(trust, isBusy) {
        const words = trust?.at ? t("bar.asOf", { time: clockText(trust.at) }) : "";
        setText(byID("as-of-words"), words);
        asOf.classList.toggle("stale", Boolean(trust?.at) && trust.kind !== "fresh");
        asOf.setAttribute("aria-label", words ? t("bar.refreshFrom", { words: begun(words) }) : t("bar.refresh"));
        asOf.setAttribute("aria-busy", String(isBusy));
        const warning = trust && everywhere.has(trust.kind) ? stripText(trust) : "";
        setText(byID("strip-words"), warning);
        show(byID("strip"), Boolean(warning));
        show(byID("again"), Boolean(trust) && retried.has(trust.kind));
        if (warning && warning !== warned) announce(warning);
        warned = warning;
    }

    return { say, toast, drawTrust,
        /** The place: a region to choose, the title of a tab, or the way back from a page. */
        drawPlace({ region, title, back }) {
            setText(byID("place"), region ?? "");
            show(byID("region"), Boolean(region));
            setText(byID("bar-title"), title ?? "");
            show(byID("bar-title"), Boolean(title));
            show(byID("back"), Boolean(back));
            if (!back) return;
            setText(byID("back-words"), back.words);
            byID("back").setAttribute("href", back.address);
        },
        /** `[[kind, words]]`, where there is room for them. */
        drawCounts(counts) {
            const wanted = JSON.stringify(counts);
            if (byID("counts").dataset.drawn === wanted) return;
            byID("counts").dataset.drawn = wanted;
            setChildren(byID("counts"), counts.map(([kind, words]) => el("span", { class: kind, text: words })));
        } };
}

function begun(words) {
    return words[0].toLocaleUpperCase() + words.slice(1);
}

/** The exact words of what is not as it should be. */
export function stripText({ kind, at, why }) {
    const time = at ? clockText(at) : "";
    return t(`trust.app.${kind}`, { time, why: why ?? "" });
}

/** List and page: one of them on a phone, both on a desk where the tab has room for that. */
export function arrange({ isPage, isBeside, isNarrow, isFilled }) {
    const [pane, detail] = [document.querySelector(".list-pane"), document.getElementById("detail")];
    document.documentElement.classList.toggle("has-detail", isPage);
    pane.hidden = isPage;
    pane.classList.toggle("one", isBeside || isNarrow);
    document.querySelector(".panes").classList.toggle("beside", isBeside);
    show(detail, isPage || (isBeside && isFilled));
    // One title for what is on the screen: a page beside its list has it.
    const hasTitle = !detail.hidden && detail.querySelector("h1") !== null;
    for (const title of pane.querySelectorAll(":scope > [role=tabpanel] > h1")) show(title, !hasTitle);
}
