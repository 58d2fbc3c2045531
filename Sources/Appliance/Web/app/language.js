// Which language the app speaks: the one chosen here, else the first of the browser's that there is.

import { setText } from "/assets/dom.js";
import { language, languages, learn, speak, t } from "/assets/words.js";
import { storedLanguage, storeLanguage } from "/app/identity.js";
import { codeTable } from "/app/wordscodes.js";
import { boxWords } from "/app/wordsbox.js";
import { mapWords } from "/app/wordsmaps.js";
import { realmWords } from "/app/wordsrealms.js";
import { screenWords } from "/app/wordsscreens.js";
import { settingsWords } from "/app/wordssettings.js";

/** Languages by their own names; everybody finds theirs. */
export const languageNames = { en: "English", pl: "Polski" };

/** The first of these tags (BCP 47) that is spoken here. */
function fittingLanguage(tags) {
    const known = tags.map((tag) => String(tag).toLowerCase().split("-")[0]);
    return known.find((one) => languages.includes(one)) ?? "en";
}

/** Another language from now on, null for the browser's; every word is written anew. */
export function chooseLanguage(wanted) {
    storeLanguage(wanted);
    location.reload();
}

/** Writes the words of the elements that the page came with. */
function translate(root) {
    for (const node of root.querySelectorAll("[data-t]")) setText(node, t(node.dataset.t));
    for (const node of root.querySelectorAll("[data-t-label]")) {
        node.setAttribute("aria-label", t(node.dataset.tLabel));
    }
}

for (const words of [realmWords, mapWords, settingsWords, boxWords, screenWords, codeTable]) learn(words);
const stored = storedLanguage();
speak(languages.includes(stored) ? stored : fittingLanguage(navigator.languages ?? [navigator.language]));
document.documentElement.lang = language();
translate(document);
if (language() !== "en") {
    const manifest = document.querySelector("link[rel=manifest]");
    manifest?.setAttribute("href", `/app/watchpost.${language()}.webmanifest`);
}
