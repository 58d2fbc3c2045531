// An administrator removed this phone: said on a page of its own, with the two ways on.

import { el } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { whileRegistering } from "/app/ask.js";
import { enrol, startOver } from "/app/device.js";
import { forgetCredential } from "/app/identity.js";

/** Takes the place of everything. */
export function showRevoked(app) {
    if (document.querySelector(".revoked")) return;
    const again = el("button", { type: "button", class: "strong", text: t("revoked.again") });
    const link = el("button", { type: "button", class: "quiet", text: t("revoked.link") });
    again.addEventListener("click", () => startOver());
    link.addEventListener("click", async () => {
        forgetCredential();
        page.remove();
        document.body.classList.remove("is-revoked");
        await whileRegistering(enrol(app.about)).catch(() => {});
        app.play?.forget();
        await app.reload();
        app.go("/app#settings/linked");
    });
    const page = el("div", { class: "page-error revoked", role: "alert" },
        el("h1", { text: t("revoked.title") }), el("p", { text: t("revoked.lists") }), again, link);
    document.body.classList.add("is-revoked");
    document.getElementById("main").prepend(page);
}
