// Going from one address of the app to another one without loading it again.

/** Whether a link leads to a page of the app, and is to be followed here and not in another tab. */
function isFollowed(link, event) {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target) return false;
    const { origin, pathname, hash } = new URL(link.href, location.href);
    return origin === location.origin && (pathname.startsWith("/realms/") || (pathname === "/app" && hash !== ""));
}

/**
 * Answers `go(address, isReturn)`, and follows links by it: `leave()` is called before the address is another one, `arrive(isReturn)`
 * after that. `isReturn`: the page was open there before, and a tap on its tab comes back to it.
 */
export function withinTheApp(leave, arrive) {
    /** Whether an address of this app lies behind the one that is shown. */
    let hasBehind = false;

    function go(address, isReturn = false) {
        leave();
        history.pushState({ isOurs: true, isReturn }, "", address);
        hasBehind = true;
        arrive(isReturn);
    }

    document.addEventListener("click", (event) => {
        const link = event.target.closest?.("a[href]");
        if (!isFollowed(link, event)) return;
        event.preventDefault();
        const { pathname, hash } = new URL(link.href, location.href);
        // Behind a page that a tab came back with lies another tab, and not the list that "back" names.
        if (link.id === "back" && hasBehind && history.state?.isReturn !== true) history.back();
        else go(pathname + hash);
    });
    return go;
}
