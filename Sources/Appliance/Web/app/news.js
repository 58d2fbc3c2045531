// What readers hear after the facts were asked for again.

import { clockText } from "/assets/time.js";
import { t } from "/assets/words.js";
import { announce } from "/app/shell.js";

/**
 * What changed about watched realms, whose states `before` holds by their ids; and where it is not null that all is as of `at`,
 * for who asked.
 */
export function tellNews(app, before, at) {
    const isDown = (state) => state === "down" || state === "recovering";
    const watched = app.status.flavours.flatMap((one) => one.realms).filter((one) => app.list.watches(one.id));
    const news = watched.filter((one) => before.has(one.id) && isDown(before.get(one.id)) !== isDown(one.state))
        .map((one) => t(isDown(one.state) ? "news.down" : "news.up", { name: one.name }));
    if (at !== null) news.push(t("news.updated", { time: clockText(at) }));
    if (news.length > 0) announce(news.join(" "));
}
