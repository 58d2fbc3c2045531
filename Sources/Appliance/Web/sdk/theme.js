// A board in the colours of its game: what is no colour, size or picture is refused, so that a theme can neither load nor run anything.

/** Each member of a theme with what it is; it is also the custom property `--watchpost-…`, which a game's own style sheet may set. */
const members = {
    background: colour, color: colour, soft: colour, line: colour, accent: colour, own: colour, image: picture,
    font: family, fontSize: (value) => size(value, 8, 48), radius: (value) => size(value, 0, 48),
};
const numbers = /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]{1,80}(?:(?:deg|turn|rad)[\d\s.,%/+-]{0,80})?\)$/i;
const hexadecimal = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
const noColours = ["inherit", "initial", "unset", "revert"];

/** A colour in numbers, or one of the names of CSS where a browser is there to say that it is one. */
function colour(value) {
    const isName = /^[a-z]{3,24}$/i.test(value) && !noColours.includes(value.toLowerCase());
    const isKnown = globalThis.CSS?.supports?.("color", value);
    return hexadecimal.test(value) || (numbers.test(value) && isKnown !== false) || (isName && isKnown) ? value : null;
}

/** A number of pixels, or a text with a unit. */
function size(value, least, most) {
    const text = typeof value === "number" ? `${value}px` : value;
    const [, number, unit] = /^(\d{1,3}(?:\.\d{1,3})?)(px|rem|em)$/.exec(text) ?? [];
    const pixels = Number(number) * (unit === "px" ? 1 : 16);
    return pixels >= least && pixels <= most ? text : null;
}

/** A picture of the web, or one that is part of its address. */
function picture(value) {
    if (/^data:image\/(?:png|jpeg|webp|gif);base64,[\w+/=]+$/.test(value)) return `url("${value}")`;
    const { href, protocol } = new URL(value, globalThis.location?.href);
    return protocol === "https:" || protocol === "http:" ? `url("${href.replace(/["\\\n]/g, encodeURIComponent)}")` : null;
}

function family(value) {
    return /^[\w\s,'-]{1,120}$/.test(value) ? value : null;
}

/** The custom properties of a theme; throws words about what is none. */
export function propertiesOf(theme = {}) {
    return Object.entries(theme ?? {}).filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => {
        let text = null;
        try {
            text = Object.hasOwn(members, name) && ["string", "number"].includes(typeof value) ? members[name](value) : null;
        } catch {
            // An address that is none.
        }
        if (text === null) throw new TypeError(`theme.${name} takes no “${String(value).slice(0, 60)}”`);
        return [`--watchpost-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, text];
    });
}

/** What stands where a theme says nothing: the colours of paper by day and of night, and what follows from those that a
 * theme has. Without the blanks that it does not need: the module has to stay small. */
export const style = `
:host{all:initial;display:block;color-scheme:light dark;--paper:#fffdf8;--ink:#1c2430;--gold:#7a5200}
@media (prefers-color-scheme:dark){:host{--paper:#171e28;--ink:#e9edf3;--gold:#f0c15c}}
.board{--text:var(--watchpost-color,var(--ink));--mark:var(--watchpost-accent,var(--watchpost-color,var(--gold)));
    --grey:var(--watchpost-soft,color-mix(in srgb,var(--text) 72%,transparent));
    --edge:var(--watchpost-line,color-mix(in srgb,var(--text) 18%,transparent));
    --own:var(--watchpost-own,color-mix(in srgb,var(--mark) 16%,transparent));--round:var(--watchpost-radius,16px);
    font:400 var(--watchpost-font-size,16px)/1.4 var(--watchpost-font,system-ui,sans-serif);color:var(--text);
    background:var(--watchpost-background,var(--paper)) var(--watchpost-image,none) center / cover;
    border:1px solid var(--edge);border-radius:var(--round);padding:.75em;overflow-wrap:anywhere;text-align:start}
h2{font-size:1.25em;line-height:1.2;margin:0 .25em .5em}
.tabs{display:flex;flex-wrap:wrap;gap:.25em;margin-bottom:.5em}
button{font:inherit;color:inherit;background:none;border:1px solid var(--edge);border-radius:99px;cursor:pointer;
    min-height:max(2.5em,44px);min-width:44px;padding:0 .9em}
button[aria-pressed=true]{color:var(--mark);border-color:currentcolor;font-weight:600}
button:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
ol{list-style:none;margin:0;padding:0}
li{display:grid;grid-template-columns:minmax(2.2em,auto) 1fr auto;gap:.6em;align-items:baseline;
    padding:.55em .5em;border-top:1px solid var(--edge)}
li:first-child{border-top-color:transparent}
li[aria-current]{background:var(--own);border-radius:calc(var(--round) / 2);font-weight:600}
.place,.score{font-variant-numeric:tabular-nums}
.place,.note,small{color:var(--grey)}
.place{text-align:end}
small{font-weight:400;margin-inline-start:.25em}
.note{margin:.5em .25em 0;font-size:.875em}
[hidden]{display:none}
@media (forced-colors:active){li[aria-current],button[aria-pressed=true]{outline:2px solid Highlight}}
`;
