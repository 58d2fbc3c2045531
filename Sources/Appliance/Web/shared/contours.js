// A picture for each map that needs no asset: contour lines drawn from the map's code, always the same ones.

import { svg } from "./dom.js";

const size = { width: 320, height: 200 };
const rings = 9;

/** Draws the contours of a map; unknown maps get some as well. */
export function contours(code) {
    const random = seeded(String(code ?? ""));
    const centre = { x: size.width * (0.62 + 0.25 * random()), y: size.height * (0.2 + 0.45 * random()) };
    const waves = [2, 3, 5].map((count) =>
        ({ count, depth: (0.05 + 0.13 * random()) / (count / 2), turn: 6.28 * random() }));
    const drift = { x: 10 * (random() - 0.5), y: 9 * (random() - 0.5) };
    const lines = Array.from({ length: rings }, (_, ring) =>
        svg("path", { d: outline(ring, centre, waves, drift), class: ring % 3 === 0 ? "strong" : "faint" }));
    return svg("svg", {
        class: "contours", viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "xMaxYMid slice",
        "aria-hidden": "true",
    }, ...lines);
}

function outline(ring, centre, waves, drift) {
    const radius = 12 + ring * 19;
    const points = [];
    for (let step = 0; step < 72; step += 1) {
        const angle = (step / 72) * 2 * Math.PI;
        const swell = waves.reduce(
            (sum, wave) => sum + wave.depth * Math.sin(wave.count * angle + wave.turn + ring * 0.16), 1);
        const x = centre.x + drift.x * ring + radius * 1.25 * swell * Math.cos(angle);
        const y = centre.y + drift.y * ring + radius * swell * Math.sin(angle);
        points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
    }
    return `M${points.join("L")}Z`;
}

/** A small repeatable source of numbers in 0..<1 (mulberry32 on an FNV-1a seed). */
export function seeded(text) {
    let state = 0x811c9dc5;
    for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 0x01000193);
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
}
