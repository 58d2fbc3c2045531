// The rooms of the app, each a set of tabs with its pages: every module whose name ends in "room.js" is one, and exports
//
//   room = { name, place, sign(), first(), tabs, pages }
//   tab  = { name, sign(), make(root, app), title, isAboutRegion, isBeside, hasPages, isNarrow, badge(app) }
//   page = { kind, tab, besides, of(location), make(app, wanted, views) }
//
// `place` orders the rooms, `first()` names the tab that is shown when none was chosen. A tab's address is `/app#NAME`, its
// words are the rows `tab.NAME`, and `title` where its heading says more. It is about a region, has its page beside it on a
// desk always (`isBeside`) or once one is opened (`hasPages`), is one column wide; its badge is `{ count, words }`. A page says of an address whether it is its own: null, or
// `{ key, … }`, from which it is made; `tab` is the one that it belongs to, where the address leaves that open none, and it
// stands beside those in `besides`. Only `name`, `place`, `sign`, `tabs` and of a tab `name`, `sign`, `make` are needed.
// The words of a room are the row `room.NAME` and whatever it says, in the words files.

import { el, show } from "/assets/dom.js";
import { t } from "/assets/words.js";

/** Loads every room that the document names among its modules; one that fails leaves the others. */
export async function loadRooms() {
    const found = document.querySelectorAll('link[rel="modulepreload"][href$="room.js"]');
    const loaded = await Promise.allSettled([...found].map((one) => import(one.getAttribute("href"))));
    for (const one of loaded) if (one.status === "rejected") console.error(one.reason);
    return loaded.filter((one) => one.status === "fulfilled").map((one) => one.value.room)
        .sort((left, right) => left.place - right.place);
}

/** The switch in the header, absent where there is one room; `select(room)` is called with the one that was chosen. */
export function makeRoomSwitch(root, rooms, select) {
    const inputs = new Map(rooms.map((room) => {
        const input = el("input", { type: "radio", name: "room", value: room.name, "aria-label": t(`room.${room.name}`) });
        input.addEventListener("change", () => select(room));
        root.append(el("label", {}, input, room.sign(), el("span", { class: "room-words", text: t(`room.${room.name}`) })));
        return [room.name, input];
    }));
    show(root, rooms.length > 1);
    return { show(room) {
        inputs.get(room.name).checked = true;
    } };
}
