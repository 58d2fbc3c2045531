// The character display, dot by dot.

import { columnsOf } from "./glyphs.js";
import { setText, svg } from "./dom.js";
import { t } from "./words.js";

/** Dots of a cell and the gap to the next one, in dots. */
const cell = { width: 5, height: 8, gap: 1.1 };
const margin = 2.5;
/** A dot is a little smaller than its place, as on the glass. */
const dot = 0.86;
/** More cells than any such display has are not drawn. */
const most = { columns: 40, rows: 4 };

/** Makes the display; `update(display)` takes the `display` of `/v1/panel`. */
export function makeLCD() {
    const root = svg("svg", { class: "lcd", role: "img", preserveAspectRatio: "xMidYMid meet" });
    let drawn = "";
    return {
        root,
        update(display) {
            const wanted = JSON.stringify([display?.columns, display?.rows, display?.lines]);
            root.classList.toggle("unlit", display?.backlight === false);
            if (wanted !== drawn) draw(root, display);
            drawn = wanted;
        },
    };
}

function draw(root, display) {
    const columns = bounded(display?.columns, most.columns, 16);
    const rows = bounded(display?.rows, most.rows, 2);
    const lines = Array.isArray(display?.lines) ? display.lines.slice(0, rows).map(String) : [];
    const step = { x: cell.width + cell.gap, y: cell.height + cell.gap };
    const [width, height] = [columns * step.x - cell.gap + 2 * margin, rows * step.y - cell.gap + 2 * margin];
    root.setAttribute("viewBox", `0 0 ${width.toFixed(1)} ${height.toFixed(1)}`);
    root.setAttribute("data-columns", columns);
    root.setAttribute("data-rows", rows);
    const words = lines.map((line) => line.trim()).filter(Boolean).join(". ") || t("panel.empty");
    root.setAttribute("aria-label", t("panel.reads", { words }));
    const cells = [];
    for (let row = 0; row < rows; row += 1) {
        const characters = Array.from(lines[row] ?? "");
        for (let column = 0; column < columns; column += 1) {
            const corner = { x: margin + column * step.x, y: margin + row * step.y };
            cells.push(drawCell(characters[column] ?? " ", corner));
        }
    }
    root.replaceChildren(...cells);
}

function drawCell(character, corner) {
    const group = svg("g",
        { class: "cell", transform: `translate(${corner.x.toFixed(2)} ${corner.y.toFixed(2)})` });
    group.append(svg("rect", { class: "glass", width: cell.width, height: cell.height }));
    const columns = columnsOf(character);
    if (columns) {
        const path = dots(columns);
        if (path) group.append(svg("path", { class: "dots", d: path }));
    } else {
        const letter = svg("text", { class: "letter", x: cell.width / 2, y: 6.6, "text-anchor": "middle" });
        setText(letter, character);
        group.append(letter);
    }
    return group;
}

function dots(columns) {
    let path = "";
    columns.forEach((bits, x) => {
        for (let y = 0; y < cell.height; y += 1) {
            if ((bits >> y) & 1) path += `M${x} ${y}h${dot}v${dot}h-${dot}z`;
        }
    });
    return path;
}

function bounded(value, top, otherwise) {
    return Number.isInteger(value) && value > 0 ? Math.min(value, top) : otherwise;
}
