// Addresses of the app: a tab, a realm's page, a setting; all in one document, so that "back" works.

const settingForm = /^settings\/([a-z]+)$/;

/** What an address shows: `{ tab, detail }`; `tab` is null where the address leaves it open. */
export function routeOf({ pathname, hash }, tabs) {
    const [, kind, region, flavour, slug] = pathname.split("/");
    if (kind === "realms" && slug) {
        const place = [region, flavour, slug].map(decoded);
        return { tab: null, detail: { kind: "realm", key: place.join("/"), place } };
    }
    const words = hash.slice(1);
    const setting = settingForm.exec(words)?.[1];
    if (setting) return { tab: "settings", detail: { kind: "setting", key: setting } };
    const [name] = words.split("/");
    if (name === "") return { tab: tabs[0], detail: null };
    return { tab: tabs.includes(name) ? name : null, detail: null };
}

function decoded(part) {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** The address of the page that notices link to. */
export function realmPage(region, id) {
    return `/realms/${encodeURIComponent(region)}/${id.split("/").map(encodeURIComponent).join("/")}`;
}
