/** Keeps what came after an earlier version, retired, so that going back to it loses no answers. */
import type { Choice, FormField, FormStructure } from "../../../generated/types.ts";
import { choiceLists, choicesIn } from "../structure/offered-form.ts";

/**
 * Returns the earlier structure with the fields, choices, rows and columns that only the present one has: retired, behind those of
 * their page or field. Calculations and hidden fields that came later stay as they are.
 */
export function withLaterParts(earlier: FormStructure, present: FormStructure): FormStructure {
  const structure = structuredClone(earlier);
  const known = new Map(structure.pages.flatMap((page) => page.fields).map((field) => [field.id, field]));
  for (const { id, fields } of structuredClone(present).pages) {
    const page = structure.pages.find((one) => one.id === id) ?? structure.pages.at(-1);
    for (const field of fields) {
      const same = known.get(field.id);
      if (same === undefined) page?.fields.push(retiredField(field));
      else keepChoices(same, field);
    }
  }
  const later = <Item extends { readonly id: string }>(
    own: readonly Item[] = [],
    others: readonly Item[] = [],
  ) => {
    const items = [...own, ...others.filter(({ id }) => !own.some((one) => one.id === id))];
    return items.length > 0 ? items : undefined;
  };
  const calculations = later(structure.calculations, present.calculations);
  const hidden = later(structure.hidden_fields, present.hidden_fields);
  return {
    ...structure,
    ...(calculations && { calculations }),
    ...(hidden && { hidden_fields: hidden }),
  };
}

/** A retired field is never shown, so it needs no condition, which could name fields that stand elsewhere now. */
function retiredField({ visible_if: _, ...field }: FormField): FormField {
  return { ...field, retired: true } as FormField;
}

function keepChoices(field: FormField, present: FormField): void {
  for (const list of choiceLists) {
    const own = choicesIn(field, list) as Choice[];
    const later = choicesIn(present, list).filter(
      ({ id }) => own.length > 0 && !own.some((one) => one.id === id),
    );
    own.push(...later.map((choice) => ({ ...choice, retired: true }) as Choice));
  }
}
