// The account: what it says, its password, and the codes for want of that.

import { el, setChildren } from "./dom.js";
import { language, t } from "./words.js";
import { copyButton } from "./copying.js";
import { ask } from "./session.js";
import { emailInput, field, makeButton, makeForm, momentText, panel, resultLine, secretInput, textInput } from "./siteforms.js";

/** Name, company and address; another address needs the password. */
export function accountPanel(app) {
    const me = app.developer;
    const first = textInput({ autocomplete: "given-name", required: true, maxlength: 100, value: me.firstName });
    const last = textInput({ autocomplete: "family-name", required: true, maxlength: 100, value: me.lastName });
    const company = textInput({ autocomplete: "organization", maxlength: 100, value: me.company ?? "" });
    const [email, password] = [emailInput(me.email), secretInput()];
    password.required = false;
    const proof = field(t("dev.password"), password, t("dev.newEmailNote"));
    proof.hidden = true;
    email.addEventListener("input", () => { proof.hidden = email.value === me.email; });
    const parts = [
        el("div", { class: "pair" }, field(t("dev.firstName"), first), field(t("dev.lastName"), last)),
        field(t("dev.company"), company), field(t("dev.email"), email), proof,
    ];
    const line = resultLine();
    const form = makeForm(t("dev.save"), parts, async () => {
        const wish = { version: app.developer.version, firstName: first.value, lastName: last.value, company: company.value };
        if (email.value !== me.email) Object.assign(wish, { email: email.value, password: password.value });
        try {
            app.know(await ask("PUT", "/me", wish));
        } catch (problem) {
            if (!problem.problem?.current) throw problem;
            app.know(problem.problem.current);
            app.say(t("dev.conflict"), true);
            return;
        }
        app.say(t("dev.saved"));
    }, { line });
    const account = panel(t("dev.account"), form);
    return me.emailConfirmed ? account : el("div", { class: "office-part" }, account, confirmingPanel(app));
}

/** An address is confirmed by the code of a letter to it; until then no letter brings the account back. */
function confirmingPanel(app) {
    const code = textInput({ autocomplete: "one-time-code", autocapitalize: "characters", required: true, maxlength: 40 });
    const line = resultLine();
    const again = makeButton(t("dev.sendLetter"), async () => {
        const { expiresAt } = await ask("POST", "/me/confirmation", { language: language() });
        code.focus();
        return t("dev.letterSent", { time: momentText(expiresAt) });
    }, { line });
    const parts = [el("p", { class: "small", text: t("dev.confirmNote") }), field(t("dev.letterCode"), code)];
    const form = makeForm(t("dev.confirm"), parts, async () => {
        app.know(await ask("PUT", "/me/confirmation", { code: code.value }));
        app.say(t("dev.confirmed"));
    }, { line });
    return panel(t("dev.confirmTitle"), form, el("div", { class: "actions" }, again));
}

/** Another password: every other place is signed out by it. */
export function passwordPanel(app) {
    const [old, next] = [secretInput(), secretInput("new-password")];
    // Password managers want to know whose it is.
    const whose = el("input", { type: "email", autocomplete: "username", value: app.developer.email, hidden: true });
    const parts = [
        whose, field(t("dev.currentPassword"), old), field(t("dev.newPassword"), next, t("dev.passwordNote")),
        el("p", { class: "small", text: t("dev.passwordWarning") }),
    ];
    const form = makeForm(t("dev.change"), parts, async () => {
        app.keep(await ask("PUT", "/me/password", { password: old.value, newPassword: next.value }));
        form.reset();
        return t("dev.changed");
    });
    return panel(t("dev.password"), form);
}

/** Eight new codes in the place of all others. */
export function codesPanel(app) {
    const password = secretInput();
    const left = t("dev.codesLeft", { count: String(app.developer.recoveryCodes) });
    const parts = [field(t("dev.password"), password), el("p", { class: "small", text: t("dev.codesWarning") })];
    const form = makeForm(t("dev.makeCodes"), parts, async () => {
        const { codes } = await ask("POST", "/me/recovery", { password: password.value });
        app.developer.recoveryCodes = codes.length;
        app.showCodes(codes);
    });
    return panel(t("dev.codes"), el("p", { text: left }), form);
}

/** Codes that are shown this once, until somebody says that they have them. */
export function newCodes(codes, done) {
    const line = resultLine();
    const list = el("ol", { class: "codes", role: "list", translate: "no" }, ...codes.map((code) => el("li", { text: code })));
    const copy = copyButton(codes.join("\n"), list, line);
    const have = el("button", { type: "button", class: "strong", text: t("dev.haveThem") });
    have.addEventListener("click", done);
    const root = panel(t("dev.codes"));
    setChildren(root, [root.firstElementChild, el("p", { text: t("dev.newCodes") }), list, el("div", { class: "actions" }, have, copy), line]);
    return root;
}
