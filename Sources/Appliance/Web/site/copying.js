// Copying what is shown once.

import { t } from "./words.js";
import { makeButton } from "./siteforms.js";

/** A button that copies `text`; where the browser does not, `node`, which shows it, is selected. */
export function copyButton(text, node, line, name = t("dev.copy")) {
    return makeButton(t("dev.copy"), async () => {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            getSelection().selectAllChildren(node);
            throw new Error(t("dev.notCopied"));
        }
        return t("dev.copied");
    }, { line, name });
}
