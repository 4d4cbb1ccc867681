/** Names, ids and values of the inputs of form pages. */
import type { AnswerField } from "../../answers/answer.ts";

/** Names of the inputs of a form page. Ids of fields contain no dot. */
export const inputs = {
  answer: (field: string) => `a.${field}`,
  /** The text of "Other" beside the choices. */
  other: (field: string) => `o.${field}`,
  place: (field: string, choice: string) => `r.${field}.${choice}`,
  cell: (field: string, row: string) => `m.${field}.${row}`,
  /** Ids of files to remove. */
  removed: (field: string) => `x.${field}`,
  hidden: (field: string) => `h.${field}`,
  address: "address",
  /** A full choice that somebody waits for. */
  choice: "choice",
  ticket: "ticket",
  page: "page",
  language: "lang",
  action: "go",
  password: "password",
  code: "code",
  /** A trap for bots: people do not see this input and leave it empty. */
  trap: "remarks_2",
} as const;

/** The value of the choice "Other". No choice of a form has this id. */
export const OTHER = "+other";

/** The value of `page` on the welcome page. Pages of a form have other ids. */
export const WELCOME = "+welcome";

/** The id of the element that an error message leads to: the first input of the field. */
export function focusId(field: AnswerField | { readonly id: string; readonly type?: undefined }): string {
  return `f-${field.id}`;
}
