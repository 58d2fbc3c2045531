// Pictures of players and games: what was uploaded, else one that is drawn from the code, always the same.

import { seeded } from "/assets/contours.js";
import { el, svg } from "/assets/dom.js";

/** Grounds on which white lines are seen, in both schemes. */
const grounds = ["#2d7c68", "#9a5612", "#6b6a1b", "#4b57ad", "#8c3b69", "#28708a", "#5b4694", "#a34127"];
/** Only pictures of the appliance are ever asked for. */
const pictureForm = /^\/v1\/pictures\/[0-9a-f]{64}$/;

/** The picture of a player; its name stands beside it, so readers skip it. */
export function avatar(player, size = "") {
    return pictured(size ? `avatar-disc ${size}` : "avatar-disc", player?.picture, () => figure(player?.code ?? ""));
}

/** A picture that was uploaded; what `draw` makes stands for one that is none of ours, or that does not come. */
function pictured(look, picture, draw) {
    const root = el("span", { class: look, "aria-hidden": "true" });
    if (typeof picture !== "string" || !pictureForm.test(picture)) {
        root.append(draw());
        return root;
    }
    const image = el("img", { src: picture, alt: "", loading: "lazy", decoding: "async", draggable: "false" });
    image.addEventListener("error", () => root.replaceChildren(draw()), { once: true });
    root.append(image);
    return root;
}

/** A disc with contours around a summit; the code decides ground and lines. */
function figure(code) {
    const random = seeded(`player ${code}`);
    const ground = grounds[Math.floor(random() * grounds.length)];
    const centre = { x: 24 + 9 * (random() - 0.5), y: 24 + 9 * (random() - 0.5) };
    const waves = [2, 3, 4].map((count) => ({ count, depth: (0.1 + 0.16 * random()) / (count / 2), turn: 6.28 * random() }));
    const drift = { x: 24 - centre.x, y: 24 - centre.y };
    const line = (radius, share) => blob(centre.x + drift.x * share, centre.y + drift.y * share, radius, waves);
    return svg("svg", { viewBox: "0 0 48 48", class: "figure", focusable: "false" },
        svg("rect", { width: 48, height: 48, fill: ground }),
        svg("path", { d: line(23, 0.9), class: "figure-line", opacity: 0.45 }),
        svg("path", { d: line(17, 0.6), class: "figure-line", opacity: 0.62 }),
        svg("path", { d: line(11.5, 0.3), class: "figure-line", opacity: 0.85 }),
        svg("path", { d: line(5.6, 0), fill: "#fff" }));
}

function blob(x, y, radius, waves) {
    const points = [];
    for (let step = 0; step < 30; step += 1) {
        const angle = (step / 30) * 2 * Math.PI;
        const swell = waves.reduce((sum, wave) => sum + wave.depth * Math.sin(wave.count * angle + wave.turn), 1);
        points.push(`${(x + radius * swell * Math.cos(angle)).toFixed(1)} ${(y + radius * swell * Math.sin(angle)).toFixed(1)}`);
    }
    return `M${points.join("L")}Z`;
}

/** Signs of games in white and gold on a ground of their own. */
const signs = [
    [["circle", { cx: 24, cy: 24, r: 7.5, fill: "#fff" }],
        ["ellipse", { cx: 24, cy: 24, rx: 16, ry: 6.5, transform: "rotate(-28 24 24)", class: "figure-line" }],
        ["circle", { cx: 37, cy: 16, r: 3.2, fill: "#f0c15c" }]],
    [["path", { d: "M30 10 A15 15 0 1 0 39 31 A12 12 0 0 1 30 10 Z", fill: "#f0c15c" }], ["circle", { cx: 34, cy: 17, r: 2.2, fill: "#fff" }]],
    [["rect", { x: 12, y: 12, width: 11, height: 11, rx: 3, fill: "#fff" }], ["rect", { x: 26, y: 12, width: 11, height: 11, rx: 3, fill: "#fff", opacity: 0.5 }],
        ["rect", { x: 12, y: 26, width: 11, height: 11, rx: 3, fill: "#fff", opacity: 0.5 }], ["rect", { x: 26, y: 26, width: 11, height: 11, rx: 3, fill: "#f0c15c" }]],
    [["path", { d: "M8 37 L22 12 L29 25 L32 20 L41 37 Z", fill: "#fff" }], ["circle", { cx: 36, cy: 13, r: 3.4, fill: "#f0c15c" }]],
    [["path", { d: "M8 20 Q16 12 24 20 T40 20 M8 29 Q16 21 24 29 T40 29", class: "figure-line figure-bold" }], ["circle", { cx: 34, cy: 11, r: 3, fill: "#f0c15c" }]],
    [["path", { d: "M24 9 L28.5 19.4 L39.5 20.4 L31.2 27.8 L33.7 38.8 L24 33 L14.3 38.8 L16.8 27.8 L8.5 20.4 L19.5 19.4 Z", fill: "#fff" }]],
    [["path", { d: "M14 9 V40", class: "figure-line figure-bold" }], ["path", { d: "M16 11 H37 L32 18 L37 25 H16 Z", fill: "#f0c15c" }]],
    [["path", { d: "M24 8 L38 24 L24 40 L10 24 Z", fill: "#fff" }], ["path", { d: "M24 17 L30.5 24 L24 31 L17.5 24 Z", fill: "#f0c15c" }]],
];

/** The picture of a game: its icon, else a sign by its name in paths. */
export function gameSign(game, icon = null) {
    return pictured("game-sign", icon, () => drawnSign(game));
}

function drawnSign(game) {
    const random = seeded(`crest ${game}`);
    const ground = grounds[Math.floor(random() * grounds.length)];
    const parts = signs[Math.floor(random() * signs.length)];
    return svg("svg", { viewBox: "0 0 48 48", class: "figure", focusable: "false" }, svg("rect", { width: 48, height: 48, fill: ground }),
        ...parts.map(([tag, props]) => svg(tag, props)));
}
