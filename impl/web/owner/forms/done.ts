/** Says after a redirection what the post before it did. */
import type { OwnerRequest } from "../owner-pages.ts";

const DONE = [
  "created",
  "publish",
  "pause",
  "archive",
  "password",
  "no_password",
  "granted",
  "invited",
  "invited_unmailed",
  "updated",
  "unchanged",
  "ended",
  "left",
  "copied",
  "deleted",
  "saved",
  "kept",
  "changes_published",
  "changes_discarded",
  "none_selected",
  "list_changed",
  "spam",
  "counts_again",
  "not_counted_yet",
  "not_counted_full",
  "not_counted_choice_full",
  "not_counted_answered",
  "responses_deleted",
  "responses_erased",
  "restored_spam",
  "erased",
  "test_kept",
  "tests_full",
  "mails",
  "copy_added",
  "copy_ended",
  "lesson_created",
  "lesson_renamed",
  "lesson_hidden",
  "lesson_shown",
  "lesson_deleted",
  "hook_removed",
  "hook_enabled",
  "hook_resent",
] as const;

export type Done = (typeof DONE)[number];

/** The text for the parameter `done` of the address; undefined: there is none, or it is not a known one. */
export function doneText({ c, t }: OwnerRequest): string | undefined {
  const done = DONE.find((one) => one === c.req.query("done"));
  return done && t.say(`done_${done}`);
}

export function doneAddress(path: string, done: Done): string {
  return `${path}${path.includes("?") ? "&" : "?"}done=${done}`;
}
