// Scores as people read them: by the board's format, in the reader's own way of writing numbers; and how far two are apart.

import { locale, t } from "/assets/words.js";

/** The whole score of a row, a standing or a best: past 2^53 it stands in `exact`. */
export function wholeScore({ score, exact } = {}) {
    try {
        return BigInt(exact ?? score ?? 0);
    } catch {
        return 0n;
    }
}

/** `48,210`, `12.5 m`, `1:42.8`; what the appliance wrote where the board's format is not known. */
export function scoreText(row, board) {
    if (!row) return "";
    return board?.format ? written(wholeScore(row), board) : String(row.scoreText ?? row.score ?? "");
}

/** How far two scores are apart, without a sign: `3,690`, `1.3 s`. */
export function gapText(left, right, board) {
    const gap = wholeScore(left) - wholeScore(right);
    return written(gap < 0n ? -gap : gap, board ?? { format: "points" });
}

/** A score in the words of a board's format. */
function written(score, { format, decimals, unit }) {
    const sign = score < 0n ? "−" : "";
    const size = score < 0n ? -score : score;
    const behind = unit ? `\u00a0${unit}` : "";
    if (format === "time") return sign + timeText(size) + behind;
    if (format === "decimals") return sign + fraction(size, placesOf(decimals)) + behind;
    return sign + size.toLocaleString(locale()) + behind;
}

/** The reader's decimal sign. */
function point() {
    return (1.5).toLocaleString(locale())[1] ?? ".";
}

/** Decimal places as a board has them; more than a score has digits say nothing. */
function placesOf(decimals) {
    return Math.min(Math.max(decimals ?? 1, 0), 18);
}

function fraction(size, places) {
    if (places <= 0) return size.toLocaleString(locale());
    const unit = 10n ** BigInt(places);
    return (size / unit).toLocaleString(locale()) + point() + String(size % unit).padStart(places, "0");
}

/** Milliseconds: `9.25 s`, `1:42.8`, `1:00:02.345`; zeros at the end say nothing. */
function timeText(size) {
    const rest = String(size % 1000n).padStart(3, "0").replace(/0+$/, "");
    const end = rest === "" ? "" : point() + rest;
    const seconds = size / 1000n;
    if (seconds < 60n) return t("play.seconds", { number: `${seconds}${end}` });
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [seconds / 3600n, (seconds / 60n) % 60n];
    const tail = `${two(seconds % 60n)}${end}`;
    return hours > 0n ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/** What a person typed as a score of this board: a whole number of its units, or null. */
export function typedScore(text, board) {
    const plain = String(text).trim().replace(/[\s\u00a0\u202f]/g, "").replace("−", "-");
    if (board?.format === "time") return typedTime(plain);
    if (board?.format === "decimals") return typedFraction(plain, placesOf(board.decimals));
    const digits = plain.replace(/(?<=\d)[.,](?=\d{3}(\D|$))/g, "");
    return /^-?\d{1,15}$/.test(digits) ? Number(digits) : null;
}

function typedTime(plain) {
    const [, hours, minutes, seconds, rest] = /^(?:(?:(\d+):)?(\d+):)?(\d+)(?:[.,](\d{1,3}))?$/.exec(plain) ?? [];
    if (seconds === undefined) return null;
    const whole = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds);
    const found = whole * 1000 + Number((rest ?? "").padEnd(3, "0"));
    return Number.isSafeInteger(found) ? found : null;
}

function typedFraction(plain, places) {
    const [, sign, whole, rest] = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(plain) ?? [];
    if (whole === undefined || (rest ?? "").length > places) return null;
    const found = Number(sign + whole + (rest ?? "").padEnd(places, "0"));
    return Number.isSafeInteger(found) ? found : null;
}
