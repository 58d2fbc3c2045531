// What regions and versions of the game are called on the status page.

import { list, titled } from "./dom.js";

/** Names that are too long for a column. */
const short = { us: "Americas" };

/** `Europe`; a region without a name is called by its code. */
export function regionName(region) {
    const code = String(region?.region ?? "");
    return short[code] ?? String(region?.name ?? code);
}

/** `Europe` for the first version of a region, `Europe Classic` for the others. */
export function sourceName(region, flavour) {
    const first = list(region?.flavours)[0]?.flavour;
    const name = regionName(region);
    return String(first ?? flavour) === String(flavour) ? name : `${name} ${titled(flavour)}`;
}
