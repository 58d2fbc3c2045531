// Where the facts come from, for the foot of the page: what is really read, and nothing that could be.

import { list } from "./dom.js";
import { hasWords, t } from "./words.js";

/** `regions` and `rotations` are the bodies, or null while they are not known; a source without words of ours is left out. */
export function originWords(regions, rotations) {
    const flavours = list(regions?.regions).flatMap((region) => list(region.flavours));
    const named = new Set(flavours.map((one) => `front.from.${one.source?.name}`).filter(hasWords));
    const realms = named.size > 0 ? t("front.data", { sources: [...named].map((row) => t(row)).join(", ") }) : "";
    const upstream = rotations?.upstream;
    const maps = upstream ? t("front.mapDataWith", { name: String(upstream.name ?? "") }) : rotations ? t("front.mapData") : "";
    return [realms, maps].filter(Boolean).join(" ");
}
