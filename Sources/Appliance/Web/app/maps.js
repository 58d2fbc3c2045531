// The tab "Maps": what is on, what comes, and the alerts of this phone.

import { el, list, setText, show, titled } from "/assets/dom.js";
import { makeRotations } from "/assets/rotations.js";
import { clockText, serverNow } from "/assets/time.js";
import { t } from "/assets/words.js";
import { makeAlerts } from "/app/alerts.js";
import { patiently } from "/app/ask.js";
import { makeQuietHours } from "/app/quiet.js";

/** An answer this young is good enough when the tab is opened again, in milliseconds. */
const young = 60_000;

/** Builds the tab; `house` is what the app is wired with. */
export function makeMaps(root, house) {
    const note = el("p", { class: "note", role: "status", hidden: true });
    const cards = el("div");
    const alerts = makeAlerts(house);
    const quiet = makeQuietHours(house);
    root.append(note, cards, alerts.root, quiet.root);
    const view = makeRotations(cards, () => load());
    let ticking = null;
    let at = null;

    function take({ body, timeline, keptAt }) {
        at = keptAt ?? serverNow();
        setText(note, keptAt === null ? "" : t("status.lastKnown", { time: clockText(keptAt) }));
        show(note, keptAt !== null);
        view.update(body, timeline, keptAt === null);
        alerts.offer(modesOf(body, timeline));
    }

    async function load() {
        try {
            take(await patiently(fetched, take));
        } catch (problem) {
            setText(note, at === null ? t("maps.failed", { why: problem.message })
                : t("status.trouble", { time: clockText(at), why: problem.message }));
            show(note, true);
        }
    }

    function tick() {
        if (!document.hidden) view.tick();
    }

    return {
        update() {
            alerts.update();
            quiet.update();
        },
        enter() {
            if (at === null || serverNow() - at > young) load();
            ticking ??= setInterval(tick, 1000);
            this.update();
        },
        leave() {
            clearInterval(ticking);
            ticking = null;
        },
        /** The app is looked at again. */
        refresh() {
            if (ticking !== null) load();
        },
    };
}

async function fetched(ask) {
    const [rotations, timeline] = await Promise.all(
        [ask("/v1/rotations"), ask("/v1/timeline?hours=24").catch(() => null)]);
    return { body: rotations.body, timeline: timeline?.body ?? null, keptAt: rotations.keptAt };
}

/** `{ mode, name, maps: [[code, name]] }` of each mode, for the alerts. */
function modesOf(body, timeline) {
    return list(body?.modes).map((mode) => {
        const cycles = list(mode.schedules).flatMap((schedule) => list(schedule.cycle));
        const slots = list(timeline?.entries).filter((entry) => entry.mode === mode.mode);
        const maps = new Map();
        for (const one of [...cycles, ...slots, mode.current, mode.next]) {
            if (one?.code && one.map) maps.set(String(one.code), String(one.map));
        }
        const sorted = [...maps].sort((left, right) => left[1].localeCompare(right[1]));
        return { mode: String(mode.mode), name: String(mode.name ?? titled(mode.mode)), maps: sorted };
    });
}
