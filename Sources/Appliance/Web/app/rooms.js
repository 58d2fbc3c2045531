// The rooms of the app, each a set of tabs with its pages: every module whose name ends in "room.js" is one (the build names them in
// the document), and exports
//
//   room = { name, place, sign(), first(), isThere(app), tabs, pages }
//   tab  = { name, sign(), make(root, app), title, isAboutRegion, isBeside, hasPages, isNarrow, badge(app) }
//   page = { kind, tab, besides, of(location), make(app, wanted, views), isFleeting, isKept }
//
// `place` orders the rooms, `first()` names the tab that is shown when none was chosen. `isThere(app)` asks whether the appliance
// has what the room is about, and throws when that cannot be known; without it a room is there always. A tab's address is
// `/app#NAME`, its words are the rows `tab.NAME`, and `title` where its heading says more. It is about a region, has its page
// beside it on a desk always (`isBeside`) or once one is opened (`hasPages`), is one column wide; its badge is
// `{ count, words }`. A tab with several lists names the one that is shown in `part` of its view: each keeps a place of its own.
// A page says of an address whether it is its own: null, or `{ key, … }`, from which it is made; `tab` is the one that it belongs
// to, where the address leaves that open none, and it stands beside those in `besides`; one that `isFleeting` is made anew each
// time on a phone. A tab that is left comes back with the page that was open in it where that one `isKept`; its view says with
// `isGone` that there is no such thing any more. Only `name`, `place`, `sign`, `tabs` and of a tab `name`, `sign`, `make` are needed.
// The words of a room are the row `room.NAME` and whatever it says, in the words files.

import { el, show } from "/assets/dom.js";
import { t } from "/assets/words.js";

/** Loads every room that the document names; one that fails leaves the others. */
export async function loadRooms() {
    const { rooms } = document.querySelector("script[data-rooms]").dataset;
    const loaded = await Promise.allSettled(rooms.split(" ").map((one) => import(one)));
    for (const one of loaded) if (one.status === "rejected") console.error(one.reason);
    return loaded.filter((one) => one.status === "fulfilled").map((one) => one.value.room)
        .sort((left, right) => left.place - right.place);
}

/** Which rooms there are at this appliance: as it was last time until it is asked. */
export class Presence {
    #absent = new Set();
    #known = new Set();

    constructor(rooms, places) {
        Object.assign(this, { all: rooms, places });
        for (const room of rooms) if (!room.isThere || places.rooms.includes(room.name)) this.#known.add(room);
    }

    /** Those that are there, to be chosen from. */
    get rooms() {
        return this.all.filter((room) => this.#known.has(room));
    }

    /** Those to which an address may lead: all but those that are not there. */
    get possible() {
        return this.all.filter((room) => !this.#absent.has(room));
    }

    /** Asks; answers whether anything is other than it was. */
    async ask(app) {
        const before = this.#found();
        await Promise.all(this.all.filter((room) => room.isThere).map(async (room) => {
            try {
                this.#set(room, await room.isThere(app));
            } catch {
                // Nobody answered: it stays as it was.
            }
        }));
        this.places.setRooms(this.rooms.map((room) => room.name));
        return before !== this.#found();
    }

    #found() {
        return this.all.map((room) => `${this.#known.has(room)} ${this.#absent.has(room)}`).join();
    }

    #set(room, isThere) {
        const [to, from] = isThere ? [this.#known, this.#absent] : [this.#absent, this.#known];
        to.add(room);
        from.delete(room);
    }
}

/** The switch in the header, absent where there is one room; `select(room)` is called with the one that was chosen. */
export function makeRoomSwitch(root, presence, select) {
    const choices = new Map(presence.all.map((room) => {
        const input = el("input", { type: "radio", name: "room", value: room.name, "aria-label": t(`room.${room.name}`) });
        input.addEventListener("change", () => select(room));
        const label = el("label", {}, input, room.sign(), el("span", { class: "room-words", text: t(`room.${room.name}`) }));
        root.append(label);
        return [room.name, { input, label }];
    }));
    return { show(room) {
        choices.get(room.name).input.checked = true;
        const { rooms } = presence;
        for (const one of presence.all) show(choices.get(one.name).label, rooms.includes(one));
        show(root, rooms.length > 1);
    } };
}
