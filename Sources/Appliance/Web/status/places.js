// What regions and versions of the game are called on the status page.

import { list, titled } from "./dom.js";
import { hasWords, t } from "./words.js";

/** `Europe`, short enough for a column; one that the pages do not know is called as the appliance does, or by its code. */
export function regionName(region) {
    return named("region", region);
}

/** `Americas & Oceania`: the name at its full length. */
export function fullName(region) {
    return named("region.full", region);
}

function named(row, region) {
    const code = String(region?.region ?? "");
    return hasWords(`${row}.${code}`) ? t(`${row}.${code}`) : String(region?.name ?? code);
}

/** `Europe` for the first version of a region, `Europe Classic` for the others. */
export function sourceName(region, flavour) {
    const first = list(region?.flavours)[0]?.flavour;
    const name = regionName(region);
    return String(first ?? flavour) === String(flavour) ? name : `${name} ${titled(flavour)}`;
}
