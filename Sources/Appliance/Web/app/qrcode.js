// A QR code (ISO/IEC 18004) of a short text, so that another phone reads a link from this screen: bytes, level M, versions 1 to 7.

import { svg } from "/assets/dom.js";

/** For each version: bytes of data in all, correction bytes a block, blocks of the shorter kind and of the longer one. */
const versions = [null, [16, 10, 1, 0], [28, 16, 1, 0], [44, 26, 1, 0], [64, 18, 2, 0], [86, 24, 2, 0], [108, 16, 4, 0], [124, 18, 4, 0]];
const middles = [null, [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38]];
/** The light edge that readers need, in modules. */
const quiet = 4;

const exponents = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
    exponents[power] = exponents[power + 255] = value;
    logarithms[value] = power;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

function product(left, right) {
    return left === 0 || right === 0 ? 0 : exponents[logarithms[left] + logarithms[right]];
}

/** The picture, with its name for readers; null where the text is too long. */
export function qrPicture(text, label) {
    const modules = qrModules(text);
    if (!modules) return null;
    const size = modules.length + 2 * quiet;
    let path = "";
    for (const [y, row] of modules.entries()) for (const [x, isDark] of row.entries()) if (isDark) path += `M${x + quiet} ${y + quiet}h1v1h-1z`;
    return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr-picture", role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
        svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: path, fill: "#000" }));
}

/** Rows of modules, dark is true; null where the text is too long. */
export function qrModules(text) {
    const bytes = new TextEncoder().encode(text);
    const version = versions.findIndex((one) => one && bytes.length + 2 <= one[0]);
    if (version < 0) return null;
    const words = corrected(dataWords(bytes, versions[version][0]), versions[version]);
    const size = 17 + 4 * version;
    const grid = frame(version, size);
    place(grid, words, size);
    let best = null;
    for (let mask = 0; mask < 8; mask += 1) {
        const tried = masked(grid, mask, size);
        const worth = penalty(tried, size);
        if (best === null || worth < best.worth) best = { worth, tried };
    }
    return best.tried;
}

/** Mode, length, bytes, end, filling. */
function dataWords(bytes, room) {
    const bits = [0, 1, 0, 0];
    const put = (value, count) => { for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1); };
    put(bytes.length, 8);
    for (const one of bytes) put(one, 8);
    put(0, Math.min(4, room * 8 - bits.length));
    while (bits.length % 8 !== 0) bits.push(0);
    const words = [];
    for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((sum, bit) => 2 * sum + bit, 0));
    for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
    return words;
}

/** Blocks with their Reed-Solomon words, woven into each other. */
function corrected(words, [room, count, short]) {
    const length = room / short;
    const blocks = Array.from({ length: short }, (_, number) => words.slice(number * length, (number + 1) * length));
    let divisor = [1];
    for (let power = 0; power < count; power += 1) {
        const next = [...divisor, 0];
        for (const [at, value] of divisor.entries()) next[at + 1] ^= product(value, exponents[power]);
        divisor = next;
    }
    const ends = blocks.map((block) => {
        const rest = [...block, ...new Array(count).fill(0)];
        for (let at = 0; at < block.length; at += 1) {
            const factor = rest[at];
            if (factor !== 0) for (const [step, value] of divisor.entries()) rest[at + step] ^= product(value, factor);
        }
        return rest.slice(block.length);
    });
    const woven = [];
    for (const group of [blocks, ends]) for (let at = 0; at < group[0].length; at += 1) for (const one of group) woven.push(one[at]);
    return woven;
}

/** What stands in every code of a version; null is where data go. */
function frame(version, size) {
    const grid = Array.from({ length: size }, () => new Array(size).fill(null));
    const set = (x, y, isDark) => { if (x >= 0 && y >= 0 && x < size && y < size) grid[y][x] = isDark; };
    for (let at = 0; at < size; at += 1) {
        set(6, at, at % 2 === 0);
        set(at, 6, at % 2 === 0);
    }
    const square = (x, y, radius, isDark) => {
        for (let dy = -radius; dy <= radius; dy += 1) for (let dx = -radius; dx <= radius; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    };
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const centres = middles[version];
    const last = centres.length - 1;
    for (const [i, x] of centres.entries()) for (const [j, y] of centres.entries()) {
        if (!((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0))) square(x, y, 2, (ring) => ring !== 1);
    }
    writeFormat(grid, 0, size);
    if (version >= 7) writeVersion(grid, version, size);
    return grid;
}

/** Level M and the mask, with their own correction (BCH). */
function writeFormat(grid, mask, size) {
    let rest = mask << 10;
    for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (number) => ((bits >> number) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) grid[at][8] = bit(at);
    [grid[7][8], grid[8][8], grid[8][7]] = [bit(6), bit(7), bit(8)];
    for (let at = 9; at < 15; at += 1) grid[8][14 - at] = bit(at);
    for (let at = 0; at < 8; at += 1) grid[8][size - 1 - at] = bit(at);
    for (let at = 8; at < 15; at += 1) grid[size - 15 + at][8] = bit(at);
    grid[size - 8][8] = true;
}

function writeVersion(grid, version, size) {
    let rest = version << 12;
    for (let bit = 17; bit >= 12; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x1f25 << (bit - 12);
    const bits = (version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
        const [x, y] = [size - 11 + (at % 3), Math.floor(at / 3)];
        grid[y][x] = grid[x][y] = ((bits >> at) & 1) === 1;
    }
}

/** Up and down in columns of two, from the right; data are numbers, the frame is of truths. */
function place(grid, words, size) {
    let bit = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < size; step += 1) {
            const isUp = ((right + 1) & 2) === 0;
            const y = isUp ? size - 1 - step : step;
            for (const x of [right, right - 1]) {
                if (grid[y][x] !== null) continue;
                grid[y][x] = bit < words.length * 8 ? (words[bit >> 3] >> (7 - (bit & 7))) & 1 : 0;
                bit += 1;
            }
        }
    }
}

const masks = [(x, y) => (x + y) % 2, (_, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    (x, y) => ((x * y) % 2) + ((x * y) % 3), (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2];

function masked(grid, mask, size) {
    const made = grid.map((row, y) => row.map((one, x) => (typeof one === "number" ? (one === 1) !== (masks[mask](x, y) === 0) : one)));
    writeFormat(made, mask, size);
    return made;
}

/** Long runs, blocks and too much of one colour are bad for readers; the standard's rule, without its search for finders. */
function penalty(grid, size) {
    let worth = 0;
    let dark = 0;
    for (let y = 0; y < size; y += 1) {
        for (const at of [(x) => grid[y][x], (x) => grid[x][y]]) {
            for (let x = 1, run = 1; x <= size; x += 1) {
                if (x < size && at(x) === at(x - 1)) run += 1;
                else {
                    if (run >= 5) worth += run - 2;
                    run = 1;
                }
            }
        }
        for (let x = 0; x < size; x += 1) {
            if (grid[y][x]) dark += 1;
            const isBlock = x > 0 && y > 0 && grid[y][x] === grid[y - 1][x] && grid[y][x] === grid[y][x - 1] && grid[y][x] === grid[y - 1][x - 1];
            if (isBlock) worth += 3;
        }
    }
    return worth + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
