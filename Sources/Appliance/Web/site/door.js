// The door: signing in, an account by invitation, and another password for who lost theirs.

import { el } from "./dom.js";
import { language, t } from "./words.js";
import { ask } from "./session.js";
import { clockOf, emailInput, field, makeButton, makeForm, panel, resultLine, say, secretInput, sentence, textInput } from "./siteforms.js";

/** What a form of the door shows; `app.enter(signedIn)` opens it. */
export const doors = { "sign-in": signIn, register, recover };

/** What the list of sessions shows of this browser. */
function ownName() {
    const system = navigator.userAgentData?.platform ?? /iPhone|iPad|Android|Macintosh|Windows|Linux/.exec(navigator.userAgent)?.[0];
    return [t("dev.browser"), system].filter(Boolean).join(", ").slice(0, 60);
}

function link(view, words) {
    return el("a", { href: `#${view}`, text: words });
}

function signIn(app) {
    const [email, password] = [emailInput(app.email), secretInput()];
    const form = makeForm(t("dev.signIn"), [field(t("dev.email"), email), field(t("dev.password"), password)], async () => {
        app.email = email.value;
        app.enter(await ask("POST", "/session", { email: email.value, password: password.value, name: ownName() }));
    });
    return panel(t("dev.signIn"), form, el("p", { class: "actions" }, link("register", t("dev.noAccount")), link("recover", t("dev.recover"))));
}

function register(app) {
    const invitation = textInput({ value: app.invitation, maxlength: 40, autocapitalize: "characters" });
    const [first, last] = ["given-name", "family-name"].map((kind) => textInput({ autocomplete: kind, required: true, maxlength: 100 }));
    const company = textInput({ autocomplete: "organization", maxlength: 100 });
    const [email, password] = [emailInput(app.email), secretInput("new-password")];
    const parts = [
        field(t("dev.invitation"), invitation, t("dev.invitationNote")),
        el("div", { class: "pair" }, field(t("dev.firstName"), first), field(t("dev.lastName"), last)),
        field(t("dev.company"), company), field(t("dev.email"), email), field(t("dev.newPassword"), password, t("dev.passwordNote")),
    ];
    const form = makeForm(t("dev.register"), parts, async () => {
        const wish = { email: email.value, password: password.value, firstName: first.value, lastName: last.value };
        if (company.value) wish.company = company.value;
        if (invitation.value) wish.invitation = invitation.value;
        app.enter(await ask("POST", "", wish));
    });
    return panel(t("dev.register"), form, el("p", { class: "actions" }, link("sign-in", t("dev.haveAccount"))));
}

function recover(app) {
    const email = emailInput(app.email);
    const code = textInput({ autocomplete: "one-time-code", autocapitalize: "characters", required: true, maxlength: 40 });
    const password = secretInput("new-password");
    const asked = resultLine();
    const show = makeButton(t("dev.askDisplay"), async () => {
        const { expiresAt, shownOn } = await ask("POST", "/recovery", { email: email.value, by: "display" });
        code.focus();
        return t(`dev.shown.${["display", "terminal"].includes(shownOn) ? shownOn : "log"}`, { time: clockOf(expiresAt) });
    }, { line: asked });
    const mail = makeButton(t("dev.askMail"), async () => {
        const { expiresAt } = await ask("POST", "/recovery", { email: email.value, by: "mail", language: language() });
        code.focus();
        return t("dev.mailed", { time: clockOf(expiresAt) });
    }, { line: asked });
    const parts = [
        field(t("dev.email"), email), el("p", { class: "small", text: t("dev.askNote") }), el("div", { class: "actions" }, show, mail), asked,
        field(t("dev.codeLabel"), code), field(t("dev.newPassword"), password, t("dev.passwordNote")),
    ];
    const form = makeForm(t("dev.setPassword"), parts, async () => {
        app.enter(await ask("PUT", "/recovery", { email: email.value, code: code.value, newPassword: password.value, name: ownName() }));
    });
    return panel(t("dev.recoverTitle"), form, el("p", { class: "actions" }, link("sign-in", t("dev.signIn"))));
}

/** A line above the door: why somebody stands before it again. */
export function doorNote(words) {
    const line = resultLine();
    say(line, sentence(words), true);
    return line;
}
