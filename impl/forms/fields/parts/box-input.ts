import { attributes, type Html } from "../../../platform/html.ts";
import type { AnswerField } from "../../answers/answer.ts";
import { focusId, inputs } from "./inputs.ts";

/** The attributes of one of the boxes or buttons of a field. @param at its place; messages lead to the one at 0 */
export function boxAttributes(
  field: AnswerField,
  at: number,
  box: { readonly type: "radio" | "checkbox"; readonly value: string | number; readonly checked: boolean },
): Html {
  const { type, value, checked } = box;
  const id = at === 0 ? focusId(field) : `${focusId(field)}-${at}`;
  return attributes({ type, id, name: inputs.answer(field.id), value, checked });
}
