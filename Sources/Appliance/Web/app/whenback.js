// When the app asks again by itself: it is seen again, the network is back, a push came.

/** Away for longer than this is away for long, in milliseconds. */
const long = 60_000;

/**
 * `away()` when the app is left, `seen(isLong)` when it is shown again or a push came while it was, `looked(isAgain)` when the person
 * has seen what the notices say, and `connected()` when the phone has a network again.
 */
export function whenBack({ away, seen, looked, connected }) {
    let hiddenAt = null;
    document.addEventListener("visibilitychange", () => {
        if (document.hidden) {
            hiddenAt = Date.now();
            away();
            return;
        }
        seen(hiddenAt !== null && Date.now() - hiddenAt > long);
        looked();
    });
    addEventListener("pageshow", (event) => {
        // From the back-forward cache: as old as when it was left.
        if (event.persisted) seen(false);
    });
    addEventListener("pagehide", away);
    addEventListener("online", connected);
    navigator.serviceWorker?.addEventListener("message", ({ data }) => {
        if (data?.refresh !== true) return;
        seen(false);
        if (!document.hidden) looked(true);
    });
}
