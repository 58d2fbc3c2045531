// My page as others see it, as a link and a picture to scan: who opens it can invite me. It joins nothing, unlike the code of the profile.

import { el, setChildren, setText, show, webAddress } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { playOf } from "/app/play.js";
import { trustOf } from "/app/playask.js";
import { sheet } from "/app/parts.js";
import { qrPicture } from "/app/qrcode.js";

/** Builds the page; `app` is what the app is wired with. */
export function makeInviteLink(app) {
    const play = playOf(app);
    const picture = el("div", { class: "qr-box" });
    const link = el("a", { class: "link-address" });
    const share = el("button", { type: "button", class: "quiet", text: t("link.share") });
    const shown = el("div", { class: "invite-link", hidden: true }, picture, link, share);
    const root = el("div", { class: "setting-page" }, sheet(t("friends.link"), el("p", { class: "list-note", text: t("friends.linkNote") }), shown));
    let drawn = "";
    show(share, Boolean(navigator.share));
    share.addEventListener("click", () => navigator.share({ url: link.href }).catch(() => {}));

    function update() {
        const address = addressOf(app, play.code);
        show(shown, address !== null);
        if (address === null || address === drawn) return;
        drawn = address;
        link.href = address;
        setText(link, address);
        setChildren(picture, [qrPicture(address, t("friends.linkQR"))]);
    }

    return { root, update, title: t("page.title", { tab: t("friends.link") }), enter: () => play.me.load(), refresh: () => play.me.load(),
        get trust() { return trustOf([play.me]); },
        get isLoading() { return play.me.isLoading; } };
}

/** The address of the player's page on the box, which others can reach too where it has an https address; null: no player yet. */
function addressOf(app, code) {
    if (code === null) return null;
    return new URL(`/app#friends/${encodeURIComponent(code)}`, webAddress(app.about?.publicURL ?? "") ?? location.origin).href;
}
