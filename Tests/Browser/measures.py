"""What the checks measure inside the page."""

import time

#: What has to come is waited for so long, in seconds: a machine with other things to do is slow, not broken.
PATIENCE = 60
#: The pages give up on an answer after 8 to 20 s by the clock. A busy machine takes as long: in tests they wait until the end.
PATIENT = "AbortSignal.timeout = () => new AbortController().signal;"


def wait_until(page, script: str, argument=None, seconds: float = PATIENCE):
    """Waits for a condition in the page; Playwright's own way needs eval, which the policy forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(30)


#: Timers of the page fire in the order in which they are due, so that its own that are due by then have fired first.
_BARRIER = """async ([due, place]) => {
  await new Promise((done) => setTimeout(done, due));
  for (const turn of [1, 2]) await (await fetch(`${place ?? location.pathname}?barrier`, { cache: 'no-store' })).text();
  await new Promise((done) => setTimeout(done));
}"""


def two_answers(page, due: int = 0, place: str | None = None):
    """The barrier before what must not have happened: what the page was going to ask for or to show, it has.

    Its timers of the next `due` milliseconds have fired, and after them two more answers have come: of the page's own address, or
    of one that its policy allows. Sites of tests do not count them.
    """
    page.evaluate(_BARRIER, [due, place])


OVERFLOW = """() => {
  const wide = document.documentElement.clientWidth;
  const culprits = [...document.body.querySelectorAll('*')].filter((node) => {
    const box = node.getBoundingClientRect();
    if (box.width === 0 || getComputedStyle(node).position === 'absolute') return false;
    for (let up = node.parentElement; up; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== 'visible') return false;
    return box.right > wide + 0.5 || box.left < -0.5;
  }).map((node) => `${node.tagName}.${node.getAttribute('class')}`);
  return { scroll: document.documentElement.scrollWidth - wide, culprits };
}"""

CUT_TEXT = """() => [...document.querySelectorAll('main *, header *, footer *')].filter((node) => {
  const style = getComputedStyle(node);
  if (node.clientWidth === 0 || style.position === 'absolute' || node.closest('svg, .art')) return false;
  // What is folded away keeps its last layout, which may be that of another size.
  if (!node.checkVisibility()) return false;
  return node.scrollWidth > node.clientWidth + 1 && node.textContent.trim() !== '' && style.display !== 'inline';
}).map((node) => `${node.tagName}.${node.className}: ${node.scrollWidth} > ${node.clientWidth}`)"""

# One title of what is on the screen, and every word in a landmark: what says news, asks or leads past is one of its own.
OUTLINE = """() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true });
  const count = (query) => [...document.querySelectorAll(query)].filter(seen).length;
  const home = 'body > header, nav, main, body > footer, body > aside, dialog, .skip, [role=status], [role=alert], script, noscript';
  const outside = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (text.data.trim() && seen(text.parentElement) && !text.parentElement.closest(home)) outside.push(text.data.trim());
  return { titles: [...document.querySelectorAll('h1')].filter(seen).map((node) => (node.textContent || node.ariaLabel || '').trim()),
    landmarks: ['main', 'nav', 'body > header'].filter((query) => count(query) !== 1), outside,
    within: [...document.querySelectorAll('main aside, main main')].map((node) => node.outerHTML.slice(0, 60)) };
}"""

# Words that end in another line than they begin in though their block is as wide as they are, and texts that lie over another one.
BROKEN = """() => {
  const floats = (node) => node && (['sticky', 'fixed'].includes(getComputedStyle(node).position) || floats(node.parentElement));
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // What floats over the page covers it, and what is for readers alone or is drawn is not text on it.
    if (!node.closest('.unseen, svg, script, .skip, option') && !floats(node)) texts.push(text);
  }
  const range = document.createRange();
  // What is cut away is not drawn.
  const cut = (box, node) => { let { left, right, top, bottom } = box;
    for (let up = node; up; up = up.parentElement) if (getComputedStyle(up).overflowX !== 'visible') {
      const frame = up.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }; };
  const boxes = (text, from, to) => { range.setStart(text, from); range.setEnd(text, to);
    return [...range.getClientRects()].map((box) => cut(box, text.parentElement)).filter((box) => box.width > 1 && box.height > 1); };
  const words = [];
  for (const text of [...texts, ...[...document.querySelectorAll('.tab-words')].map((one) => one.firstChild)].filter(Boolean))
    for (const found of text.data.matchAll(/(?<!\\S)[\\p{L}\\p{N}]{3,16}(?=[.,:;?]?(?!\\S))/gu)) {
      const lines = boxes(text, found.index, found.index + found[0].length);
      if (new Set(lines.map((box) => Math.round(box.bottom))).size > 1) words.push(found[0]);
    }
  const drawn = texts.flatMap((text) => boxes(text, 0, text.data.length).map((box) => ({ text, box })));
  const over = [];
  for (const [n, one] of drawn.entries()) for (const two of drawn.slice(n + 1)) {
    if (one.text === two.text) continue;
    const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left);
    const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top);
    // Boxes of letters are higher than what is drawn of them.
    if (wide > 2 && high > 0.4 * Math.min(one.box.height, two.box.height)) over.push(`${one.text.data.trim()} / ${two.text.data.trim()}`);
  }
  return { words, over };
}"""

SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, summary, input, select, [tabindex="0"]')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => ({ text: (node.textContent || node.id).trim().slice(0, 40), box: node.getBoundingClientRect() }))
  .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
  .map(({ text, box }) => `${text}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`)"""

# Contrast of every visible text against the nearest opaque ground behind it (WCAG 2.2, 1.4.3).
CONTRAST = """() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest('svg, script, noscript')) continue;
    if (!node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    seen += 1;
    const style = getComputedStyle(node);
    const [a, b] = [light(parse(style.color)), light(ground(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)} ${node.className}: ${text.data.trim().slice(0, 40)}`);
  }
  return { seen, poor };
}"""

FOCUSABLE = """() => [...document.querySelectorAll('a[href], button, summary, input')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true })).length"""

FOCUSED = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const all = [...document.querySelectorAll('*')];
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  return { place: all.indexOf(node), tag: node.tagName, outline: style.outlineStyle,
    width: parseFloat(style.outlineWidth), inside: box.bottom > 0 && box.top < innerHeight && box.right > 0,
    text: (node.textContent || node.id).trim().slice(0, 40) };
}"""

# A walk by keyboard over a page that may draw parts anew meanwhile: elements are compared, not their numbers.
WALK = """() => {
  const shown = () => [...document.querySelectorAll('a[href], button, summary, input')]
    .filter((node) => node.checkVisibility({ visibilityProperty: true }));
  const [expected, reached] = [shown(), []];
  window.walk = {
    // Whether what has the focus stands behind what had it before, and whether it is the last of the page.
    step() {
      const [node, last] = [document.activeElement, reached.at(-1)];
      reached.push(node);
      const follows = !last?.isConnected || Boolean(last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
      return { follows, isLast: shown().at(-1) === node };
    },
    missed: () => shown().filter((node) => expected.includes(node) && !reached.includes(node)).map((node) => node.outerHTML),
  };
}"""
