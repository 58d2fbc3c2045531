// What was chosen: a page of its own on a phone, beside the list where there is room.

import { setChildren } from "/assets/dom.js";
import { routeOf } from "/app/route.js";

/** `rooms` say which pages there are, `views` are those of their tabs. */
export function makeDetail(root, app, rooms, views) {
    let shown = null;
    let view = null;
    /** What stands beside the list though nobody chose it yet. */
    let isGuess = false;

    function put(wanted) {
        if (shown?.kind === wanted.kind && shown.key === wanted.key) return;
        view?.leave?.();
        shown = wanted;
        view = wanted.page.make(app, wanted, views);
        setChildren(root, [view.root]);
        view.enter?.();
        root.scrollTop = 0;
    }

    return {
        open(wanted) {
            const isNew = shown?.key !== wanted.key || isGuess;
            const wasInside = root.contains(document.activeElement);
            isGuess = false;
            put(wanted);
            // Who came by keyboard or voice goes on in the page, not behind it; so does who was in the page before it.
            if (isNew && (wasInside || (!app.isWide.matches && document.activeElement !== document.body))) {
                root.hidden = false;
                root.focus({ preventScroll: true });
            }
        },
        close() {
            isGuess = true;
            // A page that is no more to be seen asks for nothing more.
            if (shown?.page.isFleeting && !app.isWide.matches) {
                view?.leave?.();
                [shown, view] = [null, null];
                setChildren(root, []);
            }
        },
        /** On a wide screen something stands beside the list always: what was chosen, else the first of it, by its address. */
        fill(tab, first) {
            if (!app.isWide.matches) return view?.update?.();
            const fits = view?.isGone !== true && (shown?.page.besides?.includes(tab) ?? false);
            const wanted = isGuess && !fits && first ? routeOf(new URL(first, location.origin), rooms).detail : null;
            if (wanted) put(wanted);
            return view?.update?.();
        },
        isShown(region, id) {
            return app.isWide.matches && shown?.kind === "realm" && shown.key === `${region}/${id}`;
        },
        refresh: () => view?.refresh?.(),
        get isOpen() { return shown !== null && !isGuess; },
        /** Whether the page is one of this tab, and what it is about is not there any more. */
        isGoneIn: (tab) => view?.isGone === true && (shown?.page.besides?.includes(tab) ?? false),
        get isFilled() { return shown !== null; },
        /** What its place in a long list is remembered by. */
        get place() { return shown ? `${shown.kind}/${shown.key}` : ""; },
        get isLoading() { return view?.isLoading; },
        get trust() { return view?.trust ?? null; },
        get title() { return !isGuess && view?.title ? view.title : null; },
    };
}
