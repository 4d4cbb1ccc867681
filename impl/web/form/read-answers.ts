/** Reads answers out of the values of an HTML form. */
import type { FormField, FormStructure } from "../../../generated/types.ts";
import { type AnswerField, isFileField, type RawAnswers, takesAnswer } from "../../answers/answer.ts";
import { ADDRESS } from "../../responses/respondent.ts";
import type { FormValues } from "../form-body.ts";
import { inputs, OTHER } from "../views/inputs.ts";

/**
 * The answers of a page. Every field of the page is in the result, so that clearing a box replaces the earlier
 * answer.
 */
export function readAnswers(fields: readonly FormField[], values: FormValues): RawAnswers {
  const given: Record<string, unknown> = {};
  for (const field of fields) {
    if (takesAnswer(field) && !isFileField(field)) given[field.id] = readField(field, values);
  }
  const address = values.get(inputs.address);
  if (address !== undefined) given[ADDRESS] = address;
  return given;
}

/** The values of hidden fields, from the address of the form. */
export function readHiddenFields(
  { hidden_fields = [] }: FormStructure,
  read: (id: string) => string | undefined,
): RawAnswers {
  const given: Record<string, unknown> = {};
  for (const { id } of hidden_fields) {
    const value = read(id);
    if (value !== undefined && value !== "") given[id] = value;
  }
  return given;
}

function readField(field: AnswerField, values: FormValues): unknown {
  const { id } = field;
  const answer = values.get(inputs.answer(id)) ?? null;
  switch (field.type) {
    case "single_choice":
    case "dropdown":
      return readChoice(answer, values.get(inputs.other(id)) ?? "");
    case "multiple_choice":
      return values
        .all(inputs.answer(id))
        .map((choice) => (choice === OTHER ? { other: values.get(inputs.other(id)) ?? "" } : choice));
    case "consent":
      return answer === "yes";
    case "ranking":
      return Object.fromEntries(
        field.choices.map((choice) => [choice.id, values.get(inputs.place(id, choice.id)) ?? ""]),
      );
    case "matrix":
      return {
        rows: Object.fromEntries(
          field.rows.map((row) => [row.id, readRow(field.multiple, values, id, row.id)]),
        ),
      };
    default:
      return answer;
  }
}

/** Without scripts, a text typed beside the choices counts even if "other" is not selected. */
function readChoice(answer: string | null, other: string): unknown {
  const isOther = answer === OTHER || (answer === null && other.trim() !== "");
  return isOther ? { other } : answer;
}

function readRow(multiple: boolean | undefined, values: FormValues, field: string, row: string): unknown {
  const columns = values.all(inputs.cell(field, row));
  return multiple ? columns : columns.slice(0, 1);
}
