/** Which inputs a page of a form may have, and how much of each is kept. */
import { limits } from "../../../generated/limits.ts";
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { isFileField, takesAnswer } from "../../answers/answer.ts";
import type { AcceptInput, InputLimits } from "../form-body.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import type { Site } from "../site.ts";
import { inputs } from "../views/inputs.ts";
import { readTicket } from "./open-fill.ts";

/** Names of inputs that belong to no field. */
const PAGE_INPUTS: ReadonlySet<string> = new Set([
  inputs.address,
  inputs.ticket,
  inputs.page,
  inputs.language,
  inputs.action,
  inputs.password,
  inputs.trap,
]);
/** Enough for every number, date, id, mail address, web address, password and ticket. */
const LINE: InputLimits = { values: 1, length: 4_096 };
/** A character takes up to two code units. */
const TEXT: InputLimits = { values: 1, length: 2 * limits.answer_length.max };
/** Longer than every id, so that an unknown id stays unknown when it is cut. */
const ID_LENGTH = 100;

/** Accepts the inputs of the current version and, once the ticket has arrived, of the version that was filled in. */
export function pageInputs(site: Site, { form, structure, structureOf }: PublicForm): AcceptInput {
  let limitsOf = inputsOf(structure);
  let hasTicket = false;
  return async (name, value) => {
    if (name === inputs.ticket && !hasTicket) {
      hasTicket = true;
      const ticket = readTicket(site, form, value);
      const version = ticket && (await structureOf(ticket.version));
      if (version) limitsOf = inputsOf({ ...version, hidden_fields: structure.hidden_fields ?? [] });
    }
    return limitsOf(name);
  };
}

function inputsOf({ pages, hidden_fields = [] }: FormStructure): (name: string) => InputLimits | undefined {
  const fields = new Map(pages.flatMap((page) => page.fields).map((field) => [field.id, field]));
  const hidden = new Set(hidden_fields.map(({ id }) => inputs.hidden(id)));
  return (name) => {
    if (PAGE_INPUTS.has(name)) return LINE;
    if (hidden.has(name)) return TEXT;
    const field = fields.get(name.split(".")[1] ?? "");
    return field && fieldLimits(field, name);
  };
}

/** At most one value more than the field can have is kept, so that too many are still a mistake. */
function fieldLimits(field: FormField, name: string): InputLimits | undefined {
  const { id } = field;
  if (!takesAnswer(field)) return undefined;
  const isAnswer = name === inputs.answer(id);
  if (isFileField(field)) return idsIf(name === inputs.removed(id), 2 * limits.files_per_field.max);
  switch (field.type) {
    case "multiple_choice":
    case "single_choice":
    case "dropdown":
      return name === inputs.other(id) ? TEXT : idsIf(isAnswer, field.choices.length + 2);
    case "ranking":
      return idsIf(
        field.choices.some((choice) => name === inputs.place(id, choice.id)),
        1,
      );
    case "matrix":
      return idsIf(
        field.rows.some((row) => name === inputs.cell(id, row.id)),
        field.columns.length + 1,
      );
    case "short_text":
    case "long_text":
      return isAnswer ? TEXT : undefined;
    default:
      return isAnswer ? LINE : undefined;
  }
}

function idsIf(isKnown: boolean, values: number): InputLimits | undefined {
  return isKnown ? { values, length: ID_LENGTH } : undefined;
}
