// The parts of the module, each alone: keys, signatures, themes, waits and words.

import assert from "node:assert/strict";
import test from "node:test";
import { pathToFileURL } from "node:url";

const part = (name) => import(new URL(`${name}.js`, pathToFileURL(`${process.env.WATCHPOST_SDK_PARTS}/`)));
const { isCredential, isKey, Keys, newCredential } = await part("keys");
const { propertiesOf } = await part("theme");
const { signatureOf } = await part("signature");
const { waitOf } = await part("wire");
const { wordsOf } = await part("sdkwords");

/** The milliseconds that a key begins with (RFC 9562, section 5.7). */
const timeOf = (key) => parseInt(key.replaceAll("-", "").slice(0, 12), 16);

test("keys are UUIDs of version 7 in the order in which they are made, whatever the clock does", () => {
    let now = Date.UTC(2026, 10, 25);
    const keys = new Keys(() => now);
    const made = [];
    for (let count = 0; count < 30_000; count += 1) {
        if (count % 9000 === 0) now += 5;
        if (count === 20_000) now -= 3_600_000;
        made.push(keys.next());
    }
    assert.ok(made.every(isKey));
    assert.equal(new Set(made).size, made.length);
    assert.deepEqual([...made].sort(), made);
    assert.equal(timeOf(made[0]), Date.UTC(2026, 10, 25) + 5);
    // Thousands within a millisecond borrow from the next ones, and no more than they need.
    assert.ok(timeOf(made.at(-1)) - timeOf(made[0]) < 40);
});

test("credentials are of the form that the box takes, and no two are equal", () => {
    const made = Array.from({ length: 100 }, newCredential);
    assert.ok(made.every(isCredential));
    assert.equal(new Set(made).size, 100);
    for (const text of [null, undefined, "", "a.b", `${made[0]}x`, made[0].replace(".", "/")]) assert.ok(!isCredential(text));
});

test("a signature is that of the manual", async () => {
    const text = await signatureOf({ key: "2".repeat(64), version: 2 }, { method: "POST", path: "/v1/games/snake/boards/level-1/results",
        install: "AAAAAAAAAAAAAAAAAAAAA1", at: 1_764_504_000_999, body: '{"score":120}', idempotencyKey: "01935f3c-7a00-7000-8000-000000000001" });
    assert.equal(text, "v=2,t=1764504000,s=bd499765d516616056a867b8c4ca2356e9c8f27db714369de3f1f43709276efd");
});

test("colours, sizes and pictures of a theme become custom properties", () => {
    const theme = { background: "#102", color: "#FFEEDDcc", accent: "rgb(240 193 92 / 50%)", soft: "hsl(200deg, 10%, 50%)", line: "oklch(0.7 0.1 120)",
        fontSize: 18, radius: "0.5rem", font: "Fira Sans, 'Open Sans', sans-serif", image: "https://game.test/a b\".png", own: undefined, };
    assert.deepEqual(Object.fromEntries(propertiesOf(theme)), {
        "--watchpost-background": "#102", "--watchpost-color": "#FFEEDDcc", "--watchpost-accent": "rgb(240 193 92 / 50%)",
        "--watchpost-soft": "hsl(200deg, 10%, 50%)", "--watchpost-line": "oklch(0.7 0.1 120)", "--watchpost-font-size": "18px",
        "--watchpost-radius": "0.5rem", "--watchpost-font": "Fira Sans, 'Open Sans', sans-serif",
        "--watchpost-image": 'url("https://game.test/a%20b%22.png")',
    });
    assert.deepEqual(propertiesOf(), []);
    assert.deepEqual(propertiesOf(null), []);
});

for (const [name, values] of Object.entries({
    background: ["", "#12", "#12345", "#ggg", "red; color: blue", "url(https://spy.test)", "var(--secret)", "expression(1)", "rgb(1,2,3", "rgb(url(x))",
        "image-set('x')", "inherit", "</style>", "#fff}", "javascript:1", 7, {}, [], true, "rgb(1 2 3);", "-moz-element(#a)", "attr(x)", "calc(1)",
        `rgb(${"1".repeat(200)})`, `hsl(${"1 ".repeat(60)}deg 1)`],
    fontSize: ["16", "7px", "49px", "400rem", -1, NaN, Infinity, "1em;", "calc(1px)", "1e3px", "expression(1)"],
    radius: ["x", "49px", "-1px", "1vw"],
    image: ["javascript:alert(1)", "data:text/html,<script>", "data:image/svg+xml,<svg onload=alert(1)>", "file:///etc/passwd", "x", "blob:x", '");}'],
    font: ["a;b", "url(x)", "x}", "\"", "a".repeat(200)],
    colour: ["#fff"], __proto__x: ["#fff"], toString: ["#fff"],
})) {
    test(`a theme whose ${name} is none is refused in words`, () => {
        for (const value of values) assert.throws(() => propertiesOf({ [name]: value }), new RegExp(`theme\\.${name} takes no`), String(value));
    });
}

test("waits are read as seconds and as dates, by the clock of the box", () => {
    const now = Date.UTC(2026, 10, 25, 12);
    const cases = { 0: 0, 7: 7000, " 7 ": 7000, "Wed, 25 Nov 2026 12:00:30 GMT": 30_000, "Wed, 25 Nov 2026 11:00:00 GMT": 0, soon: null,
        999999999: 86_400_000, "Fri, 25 Nov 2033 12:00:00 GMT": 86_400_000 };
    for (const [field, wait] of Object.entries(cases)) assert.equal(waitOf(field, now), wait, field);
    assert.equal(waitOf(null, now), null);
});

test("there are the same words in both languages, and English where there are no others", () => {
    assert.equal(wordsOf("pl-PL").say("you"), "Ty");
    assert.equal(wordsOf("de").say("offline", { time: "14:32" }), "No connection. As of 14:32.");
    assert.deepEqual([wordsOf("de").tag, wordsOf("pl").tag], ["en", "pl"]);
});

test("a language as systems write it names one that dates and numbers take", () => {
    const cases = { "en-US@posix": "en-US", "pl_PL.UTF-8": "pl", "pl_PL": "pl", "pl@euro": "pl", "PL-pl": "PL-pl", "pl-": "pl", "pl-?": "pl",
        C: "en", POSIX: "en", "": "en", zz: "en", plx: "en", 5: "en", constructor: "en", "toString": "en" };
    for (const [language, tag] of Object.entries(cases)) {
        assert.equal(wordsOf(language).tag, tag, language);
        new Date(0).toLocaleString(wordsOf(language).tag);
        (1000).toLocaleString(wordsOf(language).tag);
    }
    for (const language of [5, {}, [], true]) assert.equal(wordsOf(language).tag, "en");
});
