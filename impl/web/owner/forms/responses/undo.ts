/** Offers on the page after a deletion to undo it. Works without scripts. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import type { Html } from "../../../../platform/html.ts";
import { listRestorable } from "../../../../responses/retention/deleted-responses.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { deletedLink, restoreDeleted } from "../../views/forms/responses/undo.ts";
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

/** Returns the address of the list after a deletion. It names the deleted responses unless there are too many. */
export function afterDeletion(list: string, ids: readonly string[]): string {
  const address = doneAddress(list, "responses_deleted");
  return ids.length > MAX_IDS ? address : `${address}&deleted=${ids.join(".")}`;
}

/**
 * Draws the button that restores the responses that were just deleted; a link to all deleted ones if the address names none.
 * Undefined: there was no deletion, or it was undone.
 */
export async function undoDeletion(
  { c, t, csrf, site }: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
): Promise<Html | undefined> {
  if (form.access === "view" || c.req.query("done") !== "responses_deleted") return undefined;
  const named = c.req.query("deleted");
  if (named === undefined) return deletedLink(t, listAddress(form.id, { ...shown, status: "deleted" }));
  const ids = named.split(".").slice(0, MAX_IDS);
  const responses = await listRestorable(site.storage.db, form.id, ids, site.clock());
  return responses.length === 0 ? undefined : restoreDeleted({ t, csrf, formId: form.id, shown, responses });
}
