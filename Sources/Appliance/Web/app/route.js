// Addresses of the app: a tab, or a page such as a realm's or a setting's; all in one document, so that "back" works.

/** What an address shows: `{ tab, detail }` by the rooms' tabs and pages; `tab` is null where the address leaves it open. */
export function routeOf(location, rooms) {
    for (const page of rooms.flatMap((room) => room.pages ?? [])) {
        const detail = page.of(location);
        if (detail) return { tab: page.tab ?? null, detail: { ...detail, kind: page.kind, page } };
    }
    const [name] = location.hash.slice(1).split("/");
    const names = rooms.flatMap((room) => room.tabs.map((tab) => tab.name));
    if (name === "") return { tab: names[0], detail: null };
    return { tab: names.includes(name) ? name : null, detail: null };
}

/** A part of an address as text; one that is badly escaped is left as it is. */
export function decoded(part) {
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
