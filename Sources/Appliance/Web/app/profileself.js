// Who one is to others: name, picture, link and address, and what one is told of.

import { el, setChildren, setText, show } from "/assets/dom.js";
import { oneByOne } from "/assets/questions.js";
import { t } from "/assets/words.js";
import { sentence } from "/app/ask.js";
import { avatar } from "/app/figure.js";
import { field, makeAction, sheet } from "/app/parts.js";
import { makeSwitch } from "/app/signs.js";

const largest = 64 * 1024;
const kinds = ["invited", "accepted", "challenged", "answered", "decided", "behind", "passed"];

/** Waits until it is known who one is: fields show it then, and what is sent is about it. */
export async function known(play) {
    if (!play.me.isKnown) await play.me.load();
    if (!play.me.isKnown && play.me.error) throw play.me.error;
}

/** Each is sent by the version that the one before came to. */
const inTurn = oneByOne();

/** Sends what changed of the player. */
const change = (play, what) => inTurn(() => send(play, what));

/** Sends by the version that is known; one that is not the newest is taken, and said. */
async function send(play, what) {
    const version = play.me.body?.version ?? 0;
    try {
        play.me.take(await play.tell("PUT", "/v1/me", { version, ...what }));
    } catch (problem) {
        const current = problem.problem?.current;
        if (problem.status === 409 && current) play.me.take(current);
        throw problem.status === 409 && problem.code === null ? new Error(t("profile.elsewhere")) : problem;
    }
}

/** A field shows what is known until the person types; what was typed before anything was known stays, too. */
function fill(input, value) {
    const text = value ?? "";
    const before = input.dataset.known;
    const isTyped = before === undefined ? input.value !== "" : document.activeElement === input;
    if (!isTyped && before !== text) input.value = text;
    input.dataset.known = text;
}

/** The name, as others see it. */
export function makeName(app, play) {
    const input = el("input", { type: "text", maxlength: 60, autocomplete: "nickname", spellcheck: "false", id: "player-name" });
    const save = makeAction(t("profile.saveName"), async () => {
        await known(play);
        await change(play, { name: input.value.trim() });
        return t("profile.nameSaved");
    }, { kind: "strong" });
    const root = sheet(t("profile.name"), field(t("profile.nameLabel"), input), el("p", { class: "list-note", text: t("profile.nameNote") }),
        ...save.nodes);
    return { root, update() {
        if (play.me.isKnown) fill(input, play.me.body.name);
    } };
}

/** The picture: one of one's own, else the figure that is drawn from the code. */
export function makePicture(app, play) {
    const face = el("p", { class: "profile-picture" });
    const input = el("input", { type: "file", accept: "image/png,image/jpeg", class: "unseen", tabindex: "-1", "aria-hidden": "true" });
    const choose = makeAction(t("profile.choosePicture"), () => {
        input.value = "";
        input.click();
        return "";
    }, { kind: "strong" });
    const remove = makeAction(t("profile.removePicture"), async () => {
        play.me.take(await play.tell("DELETE", "/v1/me/avatar"));
        return t("profile.pictureRemoved");
    }, { line: choose.line });
    input.addEventListener("change", async () => {
        const [file] = input.files;
        if (!file) return;
        choose.button.setAttribute("aria-busy", "true");
        try {
            play.me.take(await play.tell("PUT", "/v1/me/avatar", await fitting(file)));
            choose.say(t("profile.pictureSaved"));
        } catch (problem) {
            choose.say(sentence(problem.message), true);
        }
        choose.button.removeAttribute("aria-busy");
    });
    const root = sheet(t("profile.picture"), face, el("p", { class: "list-note", text: t("profile.pictureNote") }), input,
        choose.button, remove.button, choose.line);
    let drawn = "";
    return { root, update() {
        const me = play.me.body;
        show(remove.button, Boolean(me?.picture));
        const wanted = `${me?.code} ${me?.picture ?? ""}`;
        if (me && wanted !== drawn) setChildren(face, [avatar(me, "huge")]);
        drawn = wanted;
    } };
}

/** A picture as the appliance takes it: a PNG or JPEG that is small enough; others are drawn again, smaller. */
async function fitting(file) {
    const isKnown = ["image/png", "image/jpeg"].includes(file.type);
    if (isKnown && file.size <= largest) return file;
    const picture = await createImageBitmap(file).catch(() => null);
    if (!picture) throw new Error(t("profile.noPicture"));
    for (const size of [256, 192, 128]) {
        const canvas = el("canvas", { width: size, height: size });
        const side = Math.min(picture.width, picture.height);
        canvas.getContext("2d").drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, size, size);
        const made = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", 0.85); });
        if (made && made.size <= largest) return made;
    }
    throw new Error(t("profile.largePicture"));
}

/** A link that others see, and an address that nobody sees. */
export function makeContact(app, play) {
    const link = el("input", { type: "url", maxlength: 200, autocomplete: "url", placeholder: "https://", id: "player-link" });
    const mail = el("input", { type: "email", maxlength: 200, autocomplete: "email", id: "player-mail" });
    const save = makeAction(t("profile.saveContact"), async () => {
        await known(play);
        await change(play, { link: link.value.trim(), email: mail.value.trim() });
        return t("profile.contactSaved");
    }, { kind: "strong" });
    const root = sheet(t("profile.contact"), field(t("profile.link"), link), el("p", { class: "list-note", text: t("profile.linkNote") }),
        field(t("profile.mail"), mail), el("p", { class: "list-note", text: t("profile.mailNote") }), ...save.nodes);
    return { root, update() {
        if (!play.me.isKnown) return;
        fill(link, play.me.body.link);
        fill(mail, play.me.body.email);
    } };
}

/** A switch for each kind of news. */
export function makeNewsSwitches(app, play) {
    const line = el("p", { class: "result", role: "status", hidden: true });
    function say(words) {
        setText(line, words);
        line.classList.toggle("bad", words !== "");
        show(line, words !== "");
    }
    /** What was turned and is not confirmed yet. */
    const turned = new Map();
    const switches = kinds.map((kind) => {
        const one = makeSwitch(t(`news.kind.${kind}`), async (on) => {
            say("");
            const turn = { on };
            turned.set(kind, turn);
            try {
                await change(play, { notices: { [kind]: on } });
            } catch (problem) {
                say(sentence(problem.message));
            }
            if (turned.get(kind) === turn) turned.delete(kind);
            update();
        });
        return [kind, one];
    });
    const root = sheet(t("profile.notices"), el("p", { class: "list-note", text: t("profile.noticesNote") }),
        ...switches.map(([, one]) => one.root), line, el("p", {}, el("a", { class: "plain", href: "/app#settings/notifications",
            text: t("profile.phoneNotices") })));
    function update() {
        const notices = play.me.body?.notices;
        for (const [kind, one] of switches) one.set(turned.get(kind)?.on ?? notices?.[kind] === true, Boolean(notices));
    }
    return { root, update };
}
