/** The part of each field kind that browsers load too. It may import only types, and files with the same restriction. */
import type { FormField } from "../../../../generated/types.ts";
import type { AnswerField, FileField } from "../../answers/answer.ts";
import {
  type AnswerKind,
  type ClientKind,
  type EditorInput,
  type FieldType,
  limit,
  makeBound,
  newItems,
  type TextProperty,
  type Words,
} from "./client-kind.ts";

const newChoices = (words: Words) => ({ choices: newItems(words, "new_choice", 3) });

const choice = { group: "choice", answer: "choice", placeholder: true, fresh: newChoices } as const;

/** The field kinds by type, in the order of the menu for a new field. */
const clientKinds: { readonly [Type in FieldType]: ClientKind } = {
  short_text: { group: "text", answer: "text", placeholder: true, becomes: ["long_text"] },
  long_text: { group: "text", answer: "text", placeholder: true },
  email: { group: "text", answer: "text", placeholder: true },
  phone: { group: "text", answer: "text", placeholder: true },
  url: { group: "text", answer: "text", placeholder: true },
  number: { group: "text", answer: "number", placeholder: true },
  single_choice: { ...choice, becomes: ["dropdown"] },
  multiple_choice: { group: "choice", answer: "choices", fresh: newChoices },
  dropdown: { ...choice, becomes: ["single_choice"] },
  yes_no: { group: "choice", answer: "boolean" },
  consent: {
    group: "choice",
    answer: "boolean",
    isUnmentionable: true,
    fresh: (words) => ({ statement: words("new_statement", 1) }),
  },
  ranking: { group: "choice", answer: "choices", isUnmentionable: true, fresh: newChoices },
  matrix: {
    group: "choice",
    answer: "rows",
    fresh: (words) => ({ rows: newItems(words, "new_row", 2), columns: newItems(words, "new_column", 3) }),
  },
  rating: { group: "points", answer: "number", fresh: () => ({ max: 5 }) },
  scale: { group: "points", answer: "number", fresh: () => ({ min: 1, max: 7 }) },
  nps: { group: "points", answer: "number" },
  date: { group: "time", answer: "date" },
  time: { group: "time", answer: "time" },
  datetime: { group: "time", answer: "datetime" },
  file_upload: { group: "file", answer: "files" },
  signature: { group: "file", answer: "files" },
  section: { group: "display", answer: "none", becomes: ["statement"] },
  statement: { group: "display", answer: "none", becomes: ["section"] },
};

const lengths: readonly EditorInput[] = [
  {
    limits: [
      { pair: [limit("min_length", { min: 0, max: 10_000 }), limit("max_length", { min: 1, max: 10_000 })] },
      "pattern",
    ],
  },
];
const list: EditorInput = { list: "choices", min: 1, max: 300 };
const ownAnswers: readonly EditorInput[] = ["allow_other", { flag: "shuffle" }];
const cards: readonly EditorInput[] = [list, "pictures", "capacities", ...ownAnswers];
const moments: readonly EditorInput[] = [{ limits: ["earliest", "latest"] }];

/** The inputs of the editor besides the properties of every field, in order. */
export const editorInputs: { readonly [Type in FieldType]: readonly EditorInput[] } = {
  short_text: lengths,
  long_text: lengths,
  email: [{ limits: ["allowed_domains", "blocked_domains"] }],
  phone: ["default_country"],
  url: [],
  number: [
    {
      limits: [{ pair: [limit("min"), limit("max"), limit("step")] }, { flag: "integer", of: "validation" }],
      isOpen: true,
    },
  ],
  single_choice: cards,
  multiple_choice: [
    ...cards,
    { pair: [limit("min_selections", { min: 0, max: 300 }), limit("max_selections", { min: 1, max: 300 })] },
  ],
  dropdown: [list, "capacities", ...ownAnswers],
  yes_no: [],
  consent: [{ line: "link", type: "url", maxLength: 2_000 }],
  ranking: [list, { flag: "shuffle" }],
  matrix: [
    { list: "rows", min: 1, max: 50 },
    { list: "columns", min: 2, max: 20 },
    { flag: "multiple" },
    { flag: "require_all_rows", of: "validation" },
  ],
  rating: [{ ...makeBound("max", 3, 10), label: "max_stars", cleared: 5 }],
  scale: [
    { pair: [makeBound("min", -1_000, 1_000), makeBound("max", -1_000, 1_000), makeBound("step", 1, 1_000)] },
  ],
  nps: [],
  date: moments,
  time: moments,
  datetime: moments,
  file_upload: ["files"],
  signature: [],
  section: [],
  statement: [],
};

/** The texts that the page shows beside the label, the description and the choices. */
export const editorTexts: { readonly [Type in FieldType]?: readonly TextProperty[] } = {
  number: [{ text: "unit" }],
  consent: [{ text: "statement", label: "statement_consent", isMultiline: true, cleared: {} }],
  scale: [{ text: "min_label" }, { text: "max_label" }],
};

export function clientKind(type: FieldType): ClientKind {
  return clientKinds[type];
}

export function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(clientKinds, type);
}

export const fieldTypes: readonly FieldType[] = Object.keys(clientKinds).filter(isFieldType);

/** Whether one of the two types can become the other without a loss, so that limits of the one mean the same in the other. */
export function areAlike(one: string, other: string): boolean {
  const leads = (from: string, to: string) =>
    isFieldType(from) && clientKind(from).becomes?.some((type) => type === to);
  return leads(one, other) || leads(other, one) || false;
}

export function takesAnswer(field: FormField): field is AnswerField {
  return clientKinds[field.type].answer !== "none";
}

export function isFileField(field: FormField): field is FileField {
  return clientKinds[field.type].answer === "files";
}

/** The kind of value that a field is answered with. */
export function answerKind(field: FormField): AnswerKind {
  const kind = clientKinds[field.type].answer;
  if (kind !== "choice" && kind !== "choices") return { kind };
  return { kind, choices: "choices" in field ? field.choices : [] };
}
