// What one may do about a duel, as buttons: whoever is asked answers, whoever asked takes it back, both may give up or play again.

import { t } from "/assets/words.js";
import { otherName } from "/app/duelcard.js";
import { confirmed } from "/app/parts.js";
import { rowButton } from "/app/playparts.js";

/** The buttons of a duel; `changed(duel)` is called with what became of it. */
export function duelActs(play, duel, changed) {
    const name = otherName(duel);
    const path = `/v1/me/duels/${encodeURIComponent(duel.duel)}`;
    const lists = () => [play.running, play.open, play.archive.first];

    async function send(what) {
        await play.act(async () => {
            try {
                const answer = await play.tell("POST", `${path}/${what}`, undefined, lists());
                play.app.announce(t(`duel.did.${what}`, { name }));
                changed(answer, what);
            } catch (problem) {
                // Somebody was faster: it is shown as it stands.
                const current = problem.problem?.current ?? problem.problem?.duel;
                if (problem.status === 409 && current?.duel) changed(current, what);
                throw problem;
            }
        });
    }

    const act = (what, look) => rowButton(t(`duel.act.${what}`), t(`duel.actName.${what}`, { name, game: duel.gameName }), () => send(what), look);
    if (duel.state === "waiting") return duel.isMine ? [act("cancel", "quiet")] : [act("accept", "strong"), act("decline", "quiet")];
    if (duel.state === "over") return duel.opponent && duel.reason !== "removed" ? [act("rematch", "quiet")] : [];
    const giveUp = rowButton(t("duel.act.giveUp"), t("duel.actName.giveUp", { name, game: duel.gameName }), async () => {
        if (await confirmed(t("duel.giveUpSure", { name }), t("duel.act.giveUp"))) await send("giveUp");
    }, "danger");
    return [giveUp];
}
