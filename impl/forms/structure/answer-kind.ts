/** The kind of value that a field is answered with. */
import type { Choice, FormField } from "../../../generated/types.ts";

/** The kinds of answers that conditions and calculations distinguish. */
export type AnswerKind =
  | {
      readonly kind: "text" | "number" | "boolean" | "date" | "time" | "datetime" | "rows" | "files" | "none";
    }
  | { readonly kind: "choice" | "choices"; readonly choices: readonly Choice[] };

export function answerKind(field: FormField): AnswerKind {
  switch (field.type) {
    case "short_text":
    case "long_text":
    case "email":
    case "phone":
    case "url":
      return { kind: "text" };
    case "number":
    case "rating":
    case "scale":
    case "nps":
      return { kind: "number" };
    case "yes_no":
    case "consent":
      return { kind: "boolean" };
    case "date":
    case "time":
    case "datetime":
      return { kind: field.type };
    case "single_choice":
    case "dropdown":
      return { kind: "choice", choices: field.choices };
    case "multiple_choice":
    case "ranking":
      return { kind: "choices", choices: field.choices };
    case "matrix":
      return { kind: "rows" };
    case "file_upload":
    case "signature":
      return { kind: "files" };
    case "statement":
    case "section":
      return { kind: "none" };
  }
}
