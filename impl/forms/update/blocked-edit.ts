/** The refusal of an edit that would break responses. */
import { Refusal } from "@toolwright/runtime";
import type { FormChange, FormOperation, FormStructure } from "../../../generated/types.ts";
import { choiceLists, choicesIn } from "../structure/offered-form.ts";

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
    const retire = retiring(before, breaking).slice(0, MAX_IN_DETAILS);
    const instead =
      retire.length > 0
        ? `Retire what has answers instead of removing it, with operations such as ${JSON.stringify(retire[0])}: it is no longer asked, and its answers stay. `
        : "";
    const message =
      `Form ${formId} has ${responses} that this would break, so nothing was changed:\n${lines.join("\n")}\n` +
      `${instead}Leave these changes out, or make them in a copy: service_clone_form.`;
    super("breaking_edit_blocked", message, {
      response_count: responseCount,
      change_count: breaking.length,
      changes: breaking.slice(0, MAX_IN_DETAILS),
      way_out: "service_clone_form",
      ...(retire.length > 0 && { retire }),
    });
    this.before = before;
    this.after = after;
    this.breaking = breaking;
  }
}

/** The operations that take what would be removed out of the form and keep its answers. */
function retiring({ pages }: FormStructure, breaking: readonly FormChange[]): FormOperation[] {
  const fields = new Map(pages.flatMap((page) => page.fields).map((field) => [field.id, field]));
  return breaking.flatMap(({ kind, path, field: id = "" }): FormOperation[] => {
    if (kind === "field_removed") return [{ op: "retire_field", id }];
    const field = fields.get(id);
    const [, list, index] = /\/(\w+)\/(\d+)$/.exec(path) ?? [];
    const name = choiceLists.find((one) => one === list);
    if (kind !== "choice_removed" || field === undefined || name === undefined) return [];
    const choice = choicesIn(field, name)[Number(index)];
    return choice ? [{ op: "retire_choice", field: id, id: choice.id }] : [];
  });
}
