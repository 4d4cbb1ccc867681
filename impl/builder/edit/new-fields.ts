/** Makes the fields that an instruction adds. */
import type { FormField } from "../../../generated/types.ts";
import { draftItems } from "../draft-sections.ts";
import { makeField } from "../fields/make-field.ts";
import { isPlausible } from "../fields/plausible.ts";
import { guessedTypes } from "../guessed.ts";
import { phraseKey } from "../lexicon/fold.ts";
import { withSlots } from "../prompt/read.ts";
import { toItems } from "../prompt/recognise.ts";
import { clip } from "../texts.ts";
import { allFields, type EditContext, labelOf, refuse } from "./context.ts";
import { conceptOf } from "./find.ts";

/** The fields of a list. Fields that the form already has are left out with a warning. */
export function newFields(list: string, context: EditContext): FormField[] {
  const present = allFields(context.form);
  const labels = new Set(present.map((field) => phraseKey(labelOf(field, context))));
  const concepts = new Set(present.map((field) => conceptOf(field, context)));
  const { texts, ids, grammar, warnings } = context;
  const guessed: FormField[] = [];
  const fields = draftItems(toItems(withSlots(list, grammar), grammar), false, grammar, warnings).flatMap(
    (draft): FormField[] => {
      if (!isPlausible(draft, grammar)) refuse("edit_unknown_field", { text: clip(draft.label, 80) });
      const isThere = draft.meaning?.exact
        ? concepts.has(draft.meaning.concept)
        : labels.has(phraseKey(draft.label));
      if (!isThere) return [makeField(draft, present, { texts, ids, grammar, warnings, guessed })];
      warnings.push({
        code: "already_there",
        message: `The form asks for "${draft.label}" already; it was not added again.`,
      });
      return [];
    },
  );
  if (fields.length === 0 && warnings.some(({ code }) => code === "already_there")) {
    return refuse("edit_already_there", { text: list });
  }
  warnings.push(...guessedTypes(guessed, context.form));
  return fields;
}
