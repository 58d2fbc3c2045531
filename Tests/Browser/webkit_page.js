// Finds elements as Playwright's locators do: `steps` lead from the document to a list of elements.
const [steps] = arguments;
const squeezed = (text) => (text ?? "").replace(/\s+/g, " ").trim();
const matches = (text, wanted, exact) => exact ? squeezed(text) === squeezed(wanted)
    : squeezed(text).toLowerCase().includes(squeezed(wanted).toLowerCase());
const roles = {
    button: "button, summary, [role=button]", link: "a[href], [role=link]", tab: "[role=tab]", radio: "[type=radio], [role=radio]",
    heading: "h1, h2, h3, h4, h5, h6, [role=heading]", checkbox: "[type=checkbox], [role=checkbox]", switch: "[role=switch]",
    searchbox: "[type=search], [role=searchbox]", textbox: "input:not([type]), [type=text], textarea", dialog: "dialog, [role=dialog]",
    tabpanel: "[role=tabpanel]", list: "ul, ol, [role=list]", listitem: "li, [role=listitem]", img: "img, [role=img]",
    menuitem: "[role=menuitem]", option: "option, [role=option]", combobox: "select, [role=combobox]", radiogroup: "[role=radiogroup]",
};
const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 0;
function named(node) {
    const by = node.getAttribute("aria-labelledby");
    if (by) return by.split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    return node.getAttribute("aria-label") ?? ([...node.labels ?? []].map((one) => one.textContent).join(" ") || node.textContent);
}
const unique = (nodes) => [...new Set(nodes)];
const below = (roots, css) => unique(roots.flatMap((root) => [...root.querySelectorAll(css)]));
/** The deepest elements with the words. */
function speaking(roots, { text, exact }) {
    const said = below(roots, "*").filter((node) => matches(node.textContent, text, exact) && !["SCRIPT", "STYLE"].includes(node.tagName));
    return said.filter((node) => ![...node.children].some((child) => said.includes(child)));
}
/** CSS, with `:visible` and `:has-text('…')` at the end of its parts. */
function chosen(roots, css) {
    const [, plain, extra, words] = /^(.*?)(?::(visible)|:has-text\(['"](.*)['"]\))?$/s.exec(css);
    return below(roots, plain || "*").filter((node) => !extra || visible(node)).filter((node) => !words || matches(node.textContent, words));
}
function follow(roots, list) {
    return list.reduce((nodes, step) => {
        switch (step.kind) {
        case "css": return chosen(nodes, step.css);
        case "parent": return unique(nodes.map((node) => node.parentElement));
        case "text": return speaking(nodes, step);
        case "label": return below(nodes, "input, select, textarea, [aria-label], [aria-labelledby]")
            .filter((node) => matches(named(node), step.text, step.exact));
        case "role": return below(nodes, roles[step.role] ?? `[role=${step.role}]`).filter(visible)
            .filter((node) => step.role !== "button" || !["tab", "radio"].includes(node.getAttribute("role")))
            .filter((node) => step.name === null || matches(named(node), step.name, step.exact));
        case "has": return nodes.filter((node) => follow([node], step.steps).length > 0);
        case "hasText": return nodes.filter((node) => matches(node.textContent, step.text));
        case "nth": return nodes.slice(step.place).slice(0, step.place === -1 ? undefined : 1);
        default: throw new Error(`no such step: ${step.kind}`);
        }
    }, roots);
}
return follow([document], steps);
