// What Blizzard groups realms by: a language or a part of the world. The API has these names in the game's languages only.

import { hasWords, t } from "./words.js";

/** The category in the page's language; as Blizzard says it where it is a new one. */
export function categoryWords(category) {
    const text = String(category ?? "");
    const key = `category.${text.replaceAll(" ", "")}`;
    return text && hasWords(key) ? t(key) : text;
}
