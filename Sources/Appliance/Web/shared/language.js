// Which language the pages speak: the one chosen on this device, else the first of the browser's that there is.

import { setText } from "./dom.js";
import { language, speak, t } from "./words.js";

const key = "watchpost.language";
/** Words that did not come are asked for again, in milliseconds. */
const pause = 2000;
/** Where a browser refuses storage, a choice lasts as long as the page. */
let fleeting = null;

/** Languages by their own names, everybody finds theirs: the appliance writes an element for each words file. */
export const languageNames = Object.fromEntries([...document.querySelectorAll("meta[name=watchpost-language]")]
    .map((one) => [one.content, one.dataset.name]));

/** The language that was chosen on this device, or null. */
export function storedLanguage() {
    try {
        return localStorage.getItem(key);
    } catch {
        return fleeting;
    }
}

/** Remembers it; null forgets it. */
export function storeLanguage(chosen) {
    fleeting = chosen;
    try {
        if (chosen === null) localStorage.removeItem(key);
        else localStorage.setItem(key, chosen);
    } catch {
        // Storage is switched off or full: see `fleeting`.
    }
}

/** Another language from now on, null for the browser's; every word is written again. */
export function chooseLanguage(wanted) {
    storeLanguage(wanted);
    location.reload();
}

/** The first of these tags for which there are words; BCP 47, or as systems write them: `pl_PL`, `en-US@posix`. */
function fittingLanguage(tags) {
    const known = tags.map((tag) => String(tag).toLowerCase().split(/[-_.@]/)[0]);
    return known.find((one) => Object.hasOwn(languageNames, one)) ?? "en";
}

/** Fetches the words of the person's language and writes those of the elements that the page came with. */
export async function learnLanguage() {
    const stored = storedLanguage();
    const isThere = stored !== null && Object.hasOwn(languageNames, stored);
    speak(await wordsOf(isThere ? stored : fittingLanguage(navigator.languages ?? [navigator.language])));
    document.documentElement.lang = language();
    translate(document);
    if (language() !== "en") {
        const manifest = document.querySelector("link[rel=manifest]");
        manifest?.setAttribute("href", `/app/watchpost.${language()}.webmanifest`);
    }
}

/** A page without words says nothing true, so it waits for them. */
async function wordsOf(wanted) {
    for (;;) {
        try {
            const answer = await fetch(`/assets/${wanted}.json`);
            if (answer.ok) return await answer.json();
        } catch {
            // Nobody answered, or not with words.
        }
        await new Promise((over) => { setTimeout(over, pause); });
    }
}

function translate(root) {
    for (const node of root.querySelectorAll("[data-t]")) setText(node, t(node.dataset.t));
    for (const node of root.querySelectorAll("[data-t-label]")) {
        node.setAttribute("aria-label", t(node.dataset.tLabel));
    }
}
