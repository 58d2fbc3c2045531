// What one can do about one realm: watch it, or be told once when it is back.

import { el, setText, show } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { sentence, whileRegistering } from "/app/ask.js";
import { enrol } from "/app/device.js";
import { knownCredential } from "/app/identity.js";
import { unwell } from "/app/realmcard.js";
import { eye, sign } from "/app/signs.js";

/** `id()` names the realm; `changed` is called when a wish was sent, `refresh` when the page knows less than the box. */
export function makeRealmChoices(app, { region, id, changed, refresh }) {
    const list = app.listOf(region);
    const [eyeWords, onceWords] = [el("span"), el("span")];
    const watch = el("button", { type: "button", class: "choice-button", "aria-pressed": "false" }, eye(), eyeWords);
    const once = el("button", { type: "button", class: "choice-button", "aria-pressed": "false" }, sign("bell"), onceWords);

    /** A visitor becomes somebody whom the appliance knows with the first tap. */
    async function known() {
        if (knownCredential() === null) app.device = await whileRegistering(enrol(app.about));
        if (!list.isKnown) await list.load();
    }

    function notSaved(problem) {
        app.meet(problem);
        app.say(t("list.notSaved", { why: sentence(problem.message) }));
    }

    watch.addEventListener("click", async () => {
        const on = watch.getAttribute("aria-pressed") !== "true";
        try {
            await known();
            list.watch(id(), on);
        } catch (problem) {
            notSaved(problem);
        }
    });
    once.addEventListener("click", async () => {
        const on = once.getAttribute("aria-pressed") !== "true";
        try {
            await known();
            await app.wishes.set(region, id(), { tellOnce: on });
            if (on && !app.canTell()) app.say(t("realm.onceOff"));
            else app.announce(on ? t("realm.onceSet") : t("realm.onceGone"));
        } catch (problem) {
            notSaved(problem);
            if (problem.code === "already-up") refresh();
        }
        changed();
    });

    return { root: el("div", { class: "choices-pair" }, watch, once),
        draw(realm, wish, isWatched, isOld) {
            watch.setAttribute("aria-pressed", String(isWatched));
            setText(eyeWords, isWatched ? t("realm.watched") : t("realm.watch"));
            once.setAttribute("aria-pressed", String(wish.tellOnce));
            setText(onceWords, wish.tellOnce ? t("realm.onceSet") : t("realm.once"));
            // Somebody who waits must see that the wish stands, whatever the realm does meanwhile.
            show(once, wish.tellOnce || (!isOld && unwell.includes(realm.state)));
        } };
}
