// Building and updating the page: everything that came over the wire enters as text, never as markup.

const svgSpace = "http://www.w3.org/2000/svg";

/** Makes an element; `props` are attributes, except `text`. */
export function el(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    fill(node, props);
    node.append(...children.filter((child) => child !== null && child !== undefined));
    return node;
}

/** Makes an SVG element. */
export function svg(tag, props = {}, ...children) {
    const node = document.createElementNS(svgSpace, tag);
    fill(node, props);
    node.append(...children);
    return node;
}

function fill(node, props) {
    for (const [name, value] of Object.entries(props)) {
        if (value === undefined || value === null || value === false) continue;
        if (name === "text") node.textContent = String(value);
        else node.setAttribute(name, value === true ? "" : String(value));
    }
}

/** Writes text only where it differs, so that screen readers and selections are left alone. */
export function setText(node, text) {
    const wanted = String(text ?? "");
    if (node.textContent !== wanted) node.textContent = wanted;
}

/** Says under the pointer what is too long, or too raw, to be read by everybody; nothing takes it away. */
export function setHint(node, text) {
    if (text) node.setAttribute("title", text);
    else node.removeAttribute("title");
}

/** Replaces the children. */
export function setChildren(node, children) {
    node.replaceChildren(...children.filter(Boolean));
}

/** Shows or hides. */
export function show(node, visible) {
    node.toggleAttribute("hidden", !visible);
}

/**
 * Keeps one view for each item: open lists, focus and search words survive an update, also in rows that move.
 * `create(item)` answers `{ root, update(item) }`.
 */
export function keyed(container, views, items, keyOf, create) {
    const seen = new Set();
    const focused = document.activeElement;
    let place = container.firstElementChild;
    for (const item of items) {
        const key = keyOf(item);
        if (seen.has(key)) continue;
        seen.add(key);
        let view = views.get(key);
        if (!view) {
            view = create(item);
            views.set(key, view);
        }
        view.update(item);
        if (view.root === place) place = place.nextElementSibling;
        else container.insertBefore(view.root, place);
    }
    for (const [key, view] of views) {
        if (seen.has(key)) continue;
        view.root.remove();
        views.delete(key);
    }
    refocus(container, focused);
}

/** What is moved loses the focus; where it still stands in the container it has it again. */
export function refocus(container, focused) {
    if (focused !== document.activeElement && container.contains(focused)) focused.focus({ preventScroll: true });
}

/** A list from the wire, or an empty one: a body of an unknown form must not stop the page. */
export function list(value) {
    return Array.isArray(value) ? value.filter((item) => item !== null && typeof item === "object") : [];
}

/** `classic-era` as people write it: `Classic Era`. */
export function titled(word) {
    return String(word ?? "").split(/[-_\s]+/).filter(Boolean)
        .map((part) => part[0].toLocaleUpperCase("en") + part.slice(1)).join(" ");
}

/** Drops a link that is not plain web: the address came over the wire. */
export function webAddress(text) {
    try {
        const address = new URL(text);
        return address.protocol === "https:" || address.protocol === "http:" ? address.href : null;
    } catch {
        return null;
    }
}
