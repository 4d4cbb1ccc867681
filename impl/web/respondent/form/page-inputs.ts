/** Limits the inputs that are read from a page of a form, and their lengths. */

import type { FormStructure } from "../../../../generated/types.ts";
import { takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import type { InputLimits } from "../../../forms/fields/kind.ts";
import { questionKind } from "../../../forms/fields/kinds.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { LINE, TEXT } from "../../../forms/fields/parts/one-input.ts";
import type { AcceptInput } from "../../form-body.ts";
import type { FormSite } from "../../site.ts";
import type { PublicForm } from "../public-form/public-form.ts";
import { readTicket } from "./open-fill.ts";

/** Names of inputs that do not belong to a field. */
const PAGE_INPUTS: ReadonlySet<string> = new Set([
  inputs.address,
  inputs.ticket,
  inputs.page,
  inputs.language,
  inputs.action,
  inputs.password,
  inputs.trap,
]);
/** Accepts the inputs of the current version and, once the ticket has arrived, of the respondent's version. */
export function pageInputs(site: FormSite, { form, structure, structureOf }: PublicForm): AcceptInput {
  let limitsOf = pageLimits(structure);
  let hasTicket = false;
  return async (name, value) => {
    if (name === inputs.ticket && !hasTicket) {
      hasTicket = true;
      const ticket = readTicket(site, form, value);
      const version = ticket && (await structureOf(ticket.version));
      if (version) limitsOf = pageLimits({ ...version, hidden_fields: structure.hidden_fields ?? [] });
    }
    return limitsOf(name);
  };
}

function pageLimits({ pages, hidden_fields = [] }: FormStructure): (name: string) => InputLimits | undefined {
  const fields = new Map(pages.flatMap((page) => page.fields).map((field) => [field.id, field]));
  const hidden = new Set(hidden_fields.map(({ id }) => inputs.hidden(id)));
  return (name) => {
    if (PAGE_INPUTS.has(name)) return LINE;
    if (hidden.has(name)) return TEXT;
    const field = fields.get(name.split(".")[1] ?? "");
    return field && takesAnswer(field) ? questionKind(field).accepts(field, name) : undefined;
  };
}
