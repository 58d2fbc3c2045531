// The focus after "back": on the link by which one had left, so that keyboard, switch and voice go on from there.

/** `leave(address)` before something else is shown, `arrive(place)` after that, `retry(isLoading)` whenever anything was drawn. */
export function makeFocusBack() {
    let hadFocus = false;
    let left = null;
    let wanted = null;
    const forget = () => { wanted = null; };
    for (const name of ["keydown", "pointerdown"]) addEventListener(name, forget, { passive: true });

    function retry(isLoading) {
        if (wanted === null) return;
        const links = [...document.querySelectorAll(".panes a[href]")];
        const link = links.find((one) => one.getAttribute("href") === wanted && isDrawn(one));
        link?.focus({ preventScroll: true });
        if (link || !isLoading) forget();
    }

    return {
        retry,
        leave(address) {
            hadFocus = document.activeElement !== document.body;
            [left, wanted] = [address, null];
        },
        /** Only who had the focus somewhere, and has it no more, is given it: first that of `place`, then that of the link. */
        arrive(place) {
            const { activeElement } = document;
            const isLost = activeElement === document.body || activeElement.id === "back" || !isDrawn(activeElement);
            if (!hadFocus || !isLost) return;
            hadFocus = false;
            place.focus({ preventScroll: true });
            wanted = left;
            // The drawing that follows says whether all of it is there.
            retry(true);
        },
    };
}

function isDrawn(node) {
    return node.getClientRects().length > 0;
}
