// What the box cannot do at the moment, in the words of the person.

import { hasWords, t } from "./words.js";

/** What a fault of the appliance means; the details are the system's own words. */
export function faultWords({ code, words }) {
    return hasWords(`fault.${code}`) ? t(`fault.${code}`, { words: words ?? "" }) : String(words ?? "");
}
