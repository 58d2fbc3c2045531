// All results of a game, as a file.

import { el } from "./dom.js";
import { t } from "./words.js";
import { gamePath } from "./gamecalls.js";
import { askFile } from "./session.js";
import { makeButton, panel, resultLine } from "./siteforms.js";

/** How long a browser may take to begin with a file that it was handed, in milliseconds. */
const pause = 60_000;

/** Files for spreadsheets and for programs: the session goes with a request, so that no link does it. */
export function gameExportPanel(slug) {
    const line = resultLine();
    const button = (format, words) => makeButton(words, async () => {
        handOver(await askFile(`${gamePath(slug, "export")}?format=${format}`), `${slug}-results.${format}`);
        return t("dev.exported");
    }, { line });
    const buttons = [button("csv", t("dev.exportCSV")), button("json", t("dev.exportJSON"))];
    return panel(t("dev.export"), el("p", { class: "small", text: t("dev.exportNote") }), el("div", { class: "actions" }, ...buttons), line);
}

function handOver(blob, name) {
    const address = URL.createObjectURL(blob);
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), pause);
}
