// Whether the person has seen what this phone was told.

import { Questions } from "/assets/questions.js";
import { personal } from "/app/ask.js";
import { knownCredential } from "/app/identity.js";

let hasUnread = false;
/** What is asked about notices: an answer from before they were seen would call them unread once more. */
export const noticeQuestions = new Questions();

/** What was told has been seen; the badge on the icon goes. */
export function markRead(isNew = false) {
    navigator.clearAppBadge?.().catch(() => {});
    if (knownCredential() === null || (!isNew && !hasUnread)) return;
    hasUnread = false;
    personal("POST", "/read").then(() => noticeQuestions.outdate(), () => {});
}

/** What the appliance says about notices that were not seen yet. */
export function knowUnread(count) {
    hasUnread = Number(count) > 0;
}
