/** Makes up a plausible answer to a field, for responses that a test asks for. */
import type { FormField } from "../../generated/types.ts";
import { type AnswerField, isFileField, takesAnswer } from "../answers/answer.ts";

/** An unchecked answer; undefined where none can be made up: to a file, or to a pattern. */
export function sampleAnswer(field: FormField, email: string): unknown {
  if (!takesAnswer(field) || isFileField(field)) return undefined;
  return answerTo(field, email);
}

function answerTo(
  field: Exclude<AnswerField, { type: "file_upload" | "signature" }>,
  email: string,
): unknown {
  switch (field.type) {
    case "short_text":
    case "long_text":
      return "Sample answer"
        .padEnd(field.validation?.min_length ?? 0, ".")
        .slice(0, field.validation?.max_length);
    case "email":
      return email;
    case "phone":
      return "+49 30 123456";
    case "url":
      return "https://example.org/";
    case "number":
      return field.validation?.min ?? field.validation?.max ?? 1;
    case "date":
      return day(field.validation);
    case "time":
      return field.validation?.min ?? field.validation?.max ?? "12:00";
    case "datetime":
      return withTime(day(field.validation));
    case "single_choice":
    case "dropdown":
      return field.choices[0]!.id;
    case "multiple_choice":
      return field.choices.slice(0, field.validation?.min_selections ?? 1).map(({ id }) => id);
    case "yes_no":
    case "consent":
      return true;
    case "rating":
      return field.max;
    case "scale":
      return field.min;
    case "nps":
      return 10;
    case "ranking":
      return field.choices.map(({ id }) => id);
    case "matrix":
      return { rows: Object.fromEntries(field.rows.map(({ id }) => [id, field.columns[0]!.id])) };
  }
}

/** The first day that is accepted. */
function day({
  min,
  max,
}: {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
} = {}): string {
  const bound = [min, max].find((text) => text !== undefined && text !== "today");
  return bound ?? new Date().toISOString().slice(0, 10);
}

function withTime(text: string): string {
  return text.includes("T") ? text : `${text}T12:00`;
}
