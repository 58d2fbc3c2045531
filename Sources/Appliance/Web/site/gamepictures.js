// One picture of a game: shown, sent and taken away. What would be refused is said before it is sent.

import { el, setChildren } from "./dom.js";
import { t } from "./words.js";
import { checkedForm, sureButton } from "./checkedform.js";
import { mark } from "./entries.js";
import { gamePath } from "./gamecalls.js";
import { ask } from "./session.js";
import { field, resultLine } from "./siteforms.js";

/** In bytes, and in points of each side. */
const [longest, widest] = [65_536, 1024];

/** `kind` is the name in paths, `path` where the picture is to be had. */
export function picturePart(slug, kind, path, again) {
    const title = t(`dev.picture.${kind}`);
    const line = resultLine();
    const control = el("input", { type: "file", accept: "image/png,image/jpeg" });
    const one = { name: kind, label: title, control, root: field(t(`dev.choose.${kind}`), control), get: () => "", check: () => null };

    /** Looks at a file and says what is wrong with it, unless another one was chosen meanwhile. */
    async function look(file, words) {
        const found = file ? await wrong(file) : words;
        if (file === control.files[0]) mark(one, found);
        return found;
    }

    control.addEventListener("change", () => look(control.files[0], null));
    const form = checkedForm(t("dev.sendPicture"), [], [one.root], async () => {
        const [file] = control.files;
        if (await look(file, t("dev.needed"))) {
            control.focus();
            return;
        }
        await ask("PUT", gamePath(slug, kind), file);
        await again(t("dev.pictureSent"));
    });
    const remove = sureButton(t("dev.removePicture", { name: title }), t("dev.removePictureSure"), async () => {
        await ask("DELETE", gamePath(slug, kind));
        await again(t("dev.pictureRemoved"));
    }, { line });
    const place = el("div", { class: `shown-picture ${kind}` });
    remove.hidden = true;
    if (path) show(place, path, title).then((isThere) => { remove.hidden = !isThere; });
    return el("section", { class: "group group-apart", "aria-label": title }, el("h3", { text: title }), place, form, remove, line);
}

/** Shows what is there now; answers whether anything is. */
async function show(place, path, title) {
    let answer;
    try {
        answer = await fetch(path, { cache: "no-cache", credentials: "omit" });
        if (!answer.ok) return false;
        // A canvas, because an address may have shown another picture before.
        const bitmap = await createImageBitmap(await answer.blob());
        const canvas = el("canvas", { width: bitmap.width, height: bitmap.height, role: "img", "aria-label": title });
        canvas.getContext("2d").drawImage(bitmap, 0, 0);
        setChildren(place, [canvas]);
    } catch {
        return Boolean(answer?.ok);
    }
    return true;
}

/** Why a file is not taken, or null. */
async function wrong(file) {
    if (!["image/png", "image/jpeg"].includes(file.type)) return t("dev.pictureKind");
    if (file.size > longest) return t("dev.pictureLong", { size: Math.ceil(file.size / 1024) });
    try {
        const { width, height } = await createImageBitmap(file);
        return Math.max(width, height) > widest ? t("dev.pictureWide", { width, height }) : null;
    } catch {
        return t("dev.pictureBroken");
    }
}
