/** A form with every rule that an answer can break, and answers that break them. */
import type { FormField, FormStructure } from "../../../generated/types.ts";

const choices = [
  { id: "c0", label: { en: "One" } },
  { id: "c1", label: { en: "Two" } },
];

/** A field with a rejected answer: the name of an input with its value. */
type Mistake = readonly [field: Omit<FormField, "label">, entries: Readonly<Record<string, string>>];

/** Every kind of mistake that an answer can have, by the text that says so. */
const mistakes: Readonly<Record<string, Mistake>> = {
  required: [{ id: "required", type: "short_text", required: true } as never, {}],
  required_choice: [{ id: "pick", type: "single_choice", choices, required: true } as never, {}],
  required_consent: [
    { id: "agree", type: "consent", statement: { en: "I do" }, required: true } as never,
    {},
  ],
  required_file: [
    { id: "file", type: "file_upload", required: true, validation: { max_files: 3 } } as never,
    {},
  ],
  required_signature: [{ id: "sign", type: "signature", required: true } as never, {}],
  email: of({ type: "email" }, "nobody"),
  phone: of({ type: "phone" }, "one two"),
  url: of({ type: "url" }, "javascript:alert(1)"),
  number: of({ type: "number" }, "many"),
  integer: of({ type: "number", validation: { integer: true } }, "1.5"),
  date: of({ type: "date" }, "2026-02-30"),
  time: of({ type: "time" }, "25:00"),
  datetime: of({ type: "datetime" }, "soon"),
  choice: of({ type: "dropdown", choices }, "c9"),
  other_empty: [
    { id: "other_empty", type: "single_choice", choices, allow_other: true } as never,
    { "a.other_empty": "+other", "o.other_empty": " " },
  ],
  ranking: [
    { id: "ranking", type: "ranking", choices } as never,
    { "r.ranking.c0": "1", "r.ranking.c1": "1" },
  ],
  matrix_rows: matrix({ id: "rows", required: true }),
  matrix_rows_or_none: matrix({ id: "optional_rows" }),
  pattern: of({ type: "short_text", validation: { pattern: "[a-z]+" } }, "A1"),
  min_length: of({ type: "short_text", validation: { min_length: 5 } }, "a"),
  max_length: of({ type: "short_text", validation: { max_length: 1 } }, "ab"),
  min_selections: of({ type: "multiple_choice", choices, validation: { min_selections: 2 } }, "c0"),
  max_selections: [
    {
      id: "max_selections",
      type: "multiple_choice",
      choices: [...choices, { id: "c2", label: { en: "Three" } }],
      allow_other: true,
      validation: { max_selections: 1 },
    } as never,
    { "a.max_selections": "c0,c1" },
  ],
  number_min: of({ type: "number", validation: { min: 5 } }, "1"),
  number_max: of({ type: "number", validation: { max: 5 } }, "9"),
  number_step: of({ type: "number", validation: { step: 5 } }, "7"),
  two_numbers: of({ type: "number" }, "45.000"),
  not_before: of({ type: "date", validation: { min: "2030-01-01" } }, "2029-01-01"),
  not_after: of({ type: "datetime", validation: { max: "2020-01-01T00:00" } }, "2029-01-01T00:00"),
  email_domain: of({ type: "email", validation: { allowed_domains: ["example.com"] } }, "a@example.org"),
  email_domain_blocked: of(
    { type: "email", validation: { blocked_domains: ["example.org"] } },
    "a@example.org",
  ),
};

/** A matrix that wants every row, and has one. */
function matrix(field: { readonly id: string; readonly required?: boolean }): Mistake {
  const rows = { rows: choices, columns: choices, validation: { require_all_rows: true } };
  return [{ ...field, type: "matrix", ...rows } as never, { [`m.${field.id}.c0`]: "c1" }];
}

function of(field: object, answer: string): Mistake {
  const id = `f${JSON.stringify([answer, field]).replace(/\W/g, "").toLowerCase().slice(0, 60)}`;
  return [{ id, ...field } as never, { [`a.${id}`]: answer }];
}

/** A page on which each field can be answered wrongly in its own way. */
export const mistakenForm: FormStructure = {
  title: { en: "Mistakes" },
  default_language: "en",
  languages: ["en"],
  pages: [
    {
      id: "p",
      fields: Object.entries(mistakes).map(
        ([text, [field]]) => ({ ...field, label: { en: `Wrong: ${text}` } }) as FormField,
      ),
    },
  ],
};

/** The keys of the messages about its mistakes, in the order of the page. */
export const mistakeTexts = Object.keys(mistakes);

/** The wrong entries; several values of one name are separated by commas. */
export const wrongEntries: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(mistakes).map(([, entries]) => entries),
);
