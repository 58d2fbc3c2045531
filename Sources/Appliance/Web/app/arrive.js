// What the address asks for beside a tab: a region, from a notice, or a code that was scanned.

/** `choose(region)` and `fill(kind, code)` are called when the address says so, now and when it changes. */
export function arriving({ choose, fill }) {
    function arrive() {
        const region = /^#watched\/(us|eu|kr|tw|cn)$/.exec(location.hash)?.[1];
        if (region) choose(region);
        const [, kind, code] = /^#(pair|link|join)=([0-9A-Za-z-]{6,24})$/.exec(location.hash) ?? [];
        if (!code) return;
        // A code stays neither in the address nor in the history, and the tap that sends it is the owner's.
        history.replaceState(null, "", kind === "join" ? "#profile" : "#settings");
        fill(kind, code);
    }
    arrive();
    addEventListener("popstate", arrive);
}
