// Which list is on the screen and how far it is scrolled: kept when it is left, gone back to when it is shown again.

import { makeFocusBack } from "/app/focusback.js";
import { makeReturn } from "/app/keptplaces.js";

/** `parts()` answers `{ tabs, views, detail }`; `presence` says which rooms there are. */
export function makeWhereabouts(places, presence, isWide, parts) {
    const comeBack = makeReturn();
    const focus = makeFocusBack();
    let shown = null;
    const isPage = () => parts().detail.isOpen && !isWide.matches;
    history.scrollRestoration = "manual";

    /** What the place of the list that is shown is remembered by. */
    function key() {
        const { tabs, views, detail } = parts();
        const { name } = tabs.current;
        return isPage() ? detail.place : [name, views[name].part].filter(Boolean).join("/");
    }

    return {
        retry(isLoading) {
            comeBack.retry(isLoading);
            focus.retry(isLoading);
        },
        /** Another address is about to be shown. */
        leave() {
            focus.leave(shown);
            shown = location.pathname + location.hash;
        },
        /** Where one is, to come back to; who was not back yet, because the list is short until its answer comes, still wants to be. */
        keep() {
            if (!parts().tabs.current) return;
            places.setScroll(key(), comeBack.wanted ?? scrollY);
            places.write();
        },
        /** A list is where it was; a page begins at its top, unless it is come back to. */
        arrive(isKnown) {
            comeBack.to(isKnown ? places.scroll(key()) : 0);
            focus.arrive(document.getElementById(isPage() ? "detail" : "main"));
        },
        /** The app was opened without saying what to show: that which was shown last. Answers whether it was. */
        openLast() {
            const room = presence.possible.find((one) => one.name === places.room);
            if (location.pathname !== "/app" || location.hash !== "" || !room) return false;
            const { tabs } = parts();
            history.replaceState({ isReturn: true }, "", tabs.addressOf(tabs.firstOf(room)));
            return true;
        },
    };
}
