/** Choices with a limited number of responses. */
import type { ChoiceField, FormField, FormStructure, MultipleChoiceField } from "../../../generated/types.ts";

/** A choice with a capacity. */
export interface LimitedChoice {
  readonly field: string;
  readonly choice: string;
  readonly capacity: number;
}

export function limitedChoices({ pages }: FormStructure): LimitedChoice[] {
  return pages.flatMap(({ fields }) => fields.filter(isChoiceField).flatMap(listLimitedChoices));
}

function listLimitedChoices({ id, choices }: ChoiceField | MultipleChoiceField): LimitedChoice[] {
  return choices.flatMap(({ id: choice, capacity }) =>
    capacity === undefined ? [] : [{ field: id, choice, capacity }],
  );
}

export function isChoiceField(field: FormField): field is ChoiceField | MultipleChoiceField {
  return field.type === "single_choice" || field.type === "dropdown" || field.type === "multiple_choice";
}
