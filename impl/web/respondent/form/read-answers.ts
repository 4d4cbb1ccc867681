/** Reads answers from the values of an HTML form. */
import type { FormField, FormStructure } from "../../../../generated/types.ts";
import type { RawAnswers } from "../../../forms/answers/answer.ts";
import { isFileField, takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../../forms/fields/kinds.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { ADDRESS } from "../../../responses/respondent.ts";
import type { FormValues } from "../../form-body.ts";

/**
 * Reads the answers of a page. Every field of the page is in the result, so a cleared input replaces the earlier answer.
 */
export function readAnswers(fields: readonly FormField[], values: FormValues): RawAnswers {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    if (takesAnswer(field) && !isFileField(field)) given[field.id] = questionKind(field).read(field, values);
  }
  const address = values.get(inputs.address);
  if (address !== undefined) given[ADDRESS] = address;
  return given;
}

/** Reads the values of hidden fields, which every page contains. */
export function readHiddenFields({ hidden_fields = [] }: FormStructure, values: FormValues): RawAnswers {
  const given: Record<string, unknown> = {};
  for (const { id } of hidden_fields) {
    const value = values.get(inputs.hidden(id));
    if (value !== undefined && value !== "") given[id] = value;
  }
  return given;
}
