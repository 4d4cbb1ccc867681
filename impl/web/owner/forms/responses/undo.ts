/** Offers, on the page after responses were deleted or marked as spam, to undo that. Works without scripts. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import type { Html } from "../../../../platform/html.ts";
import { listRestorable } from "../../../../responses/retention/deleted-responses.ts";
import { listSpam } from "../../../../responses/spam.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { bringBackButton, leftLink } from "../../views/forms/responses/undo.ts";
import { type Done, doneAddress } from "../done.ts";
import { listAddress, type ShownResponses } from "./response-filter.ts";

/** The number of ids that an address has room for: one page of the list. */
const MAX_IDS = 25;

/** Results of actions after which responses have left the list. */
const LEAVING: ReadonlySet<string> = new Set<Done>([
  "responses_deleted",
  "responses_erased",
  "spam",
  "counts_again",
  "not_counted_yet",
  "restored_spam",
]);

/** Whether the page follows an action that took responses out of its list. */
export function hasLeft({ c }: OwnerRequest): boolean {
  return LEAVING.has(c.req.query("done") ?? "");
}

/** The actions that can be undone, by their result. */
const UNDONE = {
  responses_deleted: {
    status: "deleted",
    listed: "responses_deleted",
    action: "restore",
    text: "response_restore",
    list: listRestorable,
  },
  spam: {
    status: "spam",
    listed: "responses_spam",
    action: "not_spam",
    text: "response_mark_not_spam",
    list: listSpam,
  },
} as const;

type Undoable = keyof typeof UNDONE;

function isUndoable(done: string | undefined): done is Undoable {
  return done !== undefined && Object.hasOwn(UNDONE, done);
}

/** Returns the address of the list after an action. It names the responses that have left unless there are too many. */
export function afterLeaving(list: string, done: Undoable, ids: readonly string[]): string {
  const address = doneAddress(list, done);
  return ids.length > MAX_IDS ? address : `${address}&left=${ids.join(".")}`;
}

/**
 * Draws the button that brings back the responses that have just left; a link to all of their status if the address names none.
 * Undefined: no response has left, or all are back.
 */
export async function undoLeaving(
  { c, t, csrf, site }: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
): Promise<Html | undefined> {
  const done = c.req.query("done");
  if (form.access === "view" || !isUndoable(done)) return undefined;
  const { status, listed, action, text, list } = UNDONE[done];
  const named = c.req.query("left");
  if (named === undefined) return leftLink(t.say(listed), listAddress(form.id, { ...shown, status }));
  const ids = named.split(".").slice(0, MAX_IDS);
  const responses = await list(site.storage.db, form.id, ids, site.clock());
  if (responses.length === 0) return undefined;
  return bringBackButton({ csrf, formId: form.id, shown, responses, action, text: t.say(text) });
}
