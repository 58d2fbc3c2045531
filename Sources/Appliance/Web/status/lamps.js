// The lamps: they blink here exactly as on the box, from the same patterns.

import { el, list, setHint, setText, show } from "./dom.js";
import { icon } from "./icons.js";
import { lampDetail, lampWords, targetWords } from "./lampwords.js";
import { t } from "./words.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** More flashes a second than this are never shown (WCAG 2.3.1 allows three). */
const mostFlashes = 3;

/** Makes one lamp: a green and a red light with their arrows, the single form, and the words. */
export function makeLamp() {
    const lights = {
        green: makeLight("green", "up"), red: makeLight("red", "down"), single: makeLight("single", null),
    };
    const name = el("h3", { class: "lamp-name" });
    const words = el("p", { class: "lamp-words" });
    const target = el("p", { class: "lamp-target unseen" });
    const pattern = el("p", { class: "lamp-pattern" });
    const lens = el("div", { class: "lamp-lights", "aria-hidden": "true" },
        lights.green.root, lights.red.root, lights.single.root);
    const root = el("li", { class: "lamp" }, lens,
        el("div", { class: "lamp-text" }, name, words, target, pattern));
    return {
        root,
        update({ lamp, trusted, oneColour }) {
            setText(name, lamp.name);
            const said = lampWords(lamp);
            setText(words, trusted ? said : t("lamp.notKnown", { words: said }));
            setHint(words, lampDetail(lamp));
            setText(target, lamp.target === lamp.name ? "" : targetWords(lamp));
            root.dataset.meaning = String(lamp.meaning ?? "");
            root.classList.toggle("untrusted", !trusted);
            const shown = oneColour ? ["single"] : ["green", "red"];
            for (const [colour, light] of Object.entries(lights)) {
                show(light.root, shown.includes(colour));
                light.play(trusted && shown.includes(colour) ? list(lamp[colour]) : []);
            }
            const shine = shown.map((colour) => t(`lamp.${colour}.${manner(list(lamp[colour]))}`));
            setText(pattern, trusted ? shine.join(", ") : "");
        },
    };
}

/** How a pattern looks, in a word. */
function manner(steps) {
    const lit = steps.some((step) => step.lit === true);
    if (!lit) return "off";
    return steps.every((step) => step.lit === true) ? "steady" : "blinks";
}

function makeLight(colour, arrow) {
    const glow = el("span", { class: "glow" });
    const bulb = el("span", { class: "bulb" }, glow);
    const root = el("span", { class: `light ${colour}` }, bulb, arrow ? icon(arrow) : null);
    let playing = "";
    let animation = null;
    function play(steps) {
        const wanted = JSON.stringify([steps, calm.matches]);
        if (wanted === playing) return;
        playing = wanted;
        animation?.cancel();
        animation = null;
        const how = manner(steps);
        root.dataset.manner = how;
        const moves = how === "blinks" && !calm.matches && flashes(steps) <= mostFlashes;
        if (moves) animation = blink(glow, steps);
        root.classList.toggle("moving", animation !== null);
    }
    return { root, play };
}

/** All lights share one beginning, so that a pair keeps step. */
function blink(glow, steps) {
    const total = steps.reduce((sum, step) => sum + duration(step), 0);
    let passed = 0;
    const frames = steps.map((step) => {
        const frame = { opacity: step.lit === true ? 1 : 0, offset: passed / total, easing: "steps(1, end)" };
        passed += duration(step);
        return frame;
    });
    frames.push({ opacity: frames[0].opacity, offset: 1 });
    const animation = glow.animate(frames, { duration: total, iterations: Infinity });
    animation.startTime = 0;
    return animation;
}

/** A step cannot be shorter than a picture on the screen, in milliseconds. */
function duration(step) {
    return Math.max(20, Number(step.milliseconds) || 0);
}

/** The most flashes that begin within one second. */
function flashes(steps) {
    const begins = [];
    let passed = 0;
    for (let round = 0; passed < 3000 && begins.length < 60; round += 1) {
        steps.forEach((step, place) => {
            const before = steps[(place + steps.length - 1) % steps.length];
            if (step.lit === true && before.lit !== true) begins.push(passed);
            passed += duration(step);
        });
    }
    const within = (start) => begins.filter((one) => one >= start && one < start + 1000).length;
    return Math.max(0, ...begins.map(within));
}
