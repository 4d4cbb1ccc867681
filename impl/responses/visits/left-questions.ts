/** Lists the questions of a form with the visits that were left at each. */
import type { FormStructure } from "../../../generated/types.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { addressField } from "../../forms/structure/offered-form.ts";
import { isRetired } from "../../forms/structure/retirement.ts";
import { ADDRESS } from "../respondent.ts";

/** A question, and the visits that were left at it. */
export interface LeftQuestion {
  /** Undefined: the step that asks for the address. */
  readonly field: string | undefined;
  /** In the default language of the form, and undefined for the step that asks for the address. */
  readonly label: string | undefined;
  readonly visits: number;
}

/** Returns all asked questions in the order of the form, and others only if visits were left there. */
export function leftQuestions(structure: FormStructure, left: ReadonlyMap<string, number>): LeftQuestion[] {
  const fields = structure.pages.flatMap((page) => page.fields);
  const shown = fields.filter((field) => left.has(field.id) || (takesAnswer(field) && !isRetired(field)));
  const known = new Set([ADDRESS, ...fields.map(({ id }) => id)]);
  const gone = [...left].filter(([id]) => !known.has(id));
  const asksAddress = addressField(structure) === undefined || left.has(ADDRESS);
  return [
    ...shown.map(({ id, label }) => ({
      field: id,
      label: label[structure.default_language] ?? id,
      visits: left.get(id) ?? 0,
    })),
    ...gone.map(([id, visits]) => ({ field: id, label: id, visits })),
    ...(asksAddress ? [{ field: undefined, label: undefined, visits: left.get(ADDRESS) ?? 0 }] : []),
  ];
}
