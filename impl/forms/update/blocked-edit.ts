/** The refusal of an edit that would break responses. */
import { Refusal } from "@toolwright/runtime";
import type { FormChange, FormStructure } from "../../../generated/types.ts";

/** How many breaking changes a refusal names in its details, and how many in its text. */
const MAX_IN_DETAILS = 100;
const MAX_IN_TEXT = 10;

interface Blocked {
  readonly formId: string;
  readonly responseCount: number;
  readonly before: FormStructure;
  readonly after: FormStructure;
  readonly breaking: readonly FormChange[];
}

/** Has both structures, so that pages can name the questions. */
export class BlockedEdit extends Refusal {
  readonly before: FormStructure;
  readonly after: FormStructure;
  readonly breaking: readonly FormChange[];

  constructor({ formId, responseCount, before, after, breaking }: Blocked) {
    const responses = responseCount === 1 ? "1 verified response" : `${responseCount} verified responses`;
    const lines = breaking.slice(0, MAX_IN_TEXT).map(({ path, message }) => `- ${path}: ${message}`);
    if (breaking.length > MAX_IN_TEXT) lines.push(`- and ${breaking.length - MAX_IN_TEXT} more`);
    const message =
      `Form ${formId} has ${responses} that this would break, so nothing was changed:\n${lines.join("\n")}\n` +
      "Leave these changes out, or make them in a copy: service_clone_form.";
    super("breaking_edit_blocked", message, {
      response_count: responseCount,
      change_count: breaking.length,
      changes: breaking.slice(0, MAX_IN_DETAILS),
      way_out: "service_clone_form",
    });
    this.before = before;
    this.after = after;
    this.breaking = breaking;
  }
}
