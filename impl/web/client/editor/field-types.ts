/** The types of fields: how the editor groups them, what a new one has, and which properties each takes. */
import type { FormField, Language, SelectableChoice } from "../../../../generated/types.ts";

export type FieldType = FormField["type"];

/** As the menu for a new field shows them. */
export const fieldGroups = {
  group_text: ["short_text", "long_text", "email", "phone", "url", "number"],
  group_choice: ["single_choice", "multiple_choice", "dropdown", "yes_no", "consent", "ranking", "matrix"],
  group_points: ["rating", "scale", "nps"],
  group_time: ["date", "time", "datetime"],
  group_file: ["file_upload", "signature"],
  group_display: ["section", "statement"],
} as const satisfies Record<string, readonly FieldType[]>;

export const fieldTypes: readonly FieldType[] = Object.values(fieldGroups).flat();

/** One sign a type, so that lists can be scanned. Readers of the screen hear the name instead. */
export const signs: Readonly<Record<FieldType, string>> = {
  short_text: "Aa",
  long_text: "¶",
  email: "@",
  phone: "☏",
  url: "↗",
  number: "12",
  single_choice: "◉",
  multiple_choice: "☑",
  dropdown: "▾",
  yes_no: "±",
  consent: "✓",
  ranking: "⇅",
  matrix: "⊞",
  rating: "★",
  scale: "↔",
  nps: "10",
  date: "31",
  time: "◷",
  datetime: "31",
  file_upload: "⤒",
  signature: "✎",
  section: "H",
  statement: "T",
};

/** A structure as the editor handles its parts: by name, whatever their type. */
export type Part = Record<string, unknown> & { readonly id: string };

type Say = (key: "new_choice" | "new_row" | "new_column" | "new_statement", n: number) => string;

/** A field that can be stored as it is. */
export function newField(
  type: FieldType,
  id: string,
  label: string,
  language: Language,
  say: Say,
): FormField {
  const text = (words: string) => ({ [language]: words });
  const items = (key: "new_choice" | "new_row" | "new_column", prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at + 1}`, label: text(say(key, at + 1)) }));
  const own: Partial<Record<FieldType, object>> = {
    single_choice: { choices: items("new_choice", "c", 3) },
    multiple_choice: { choices: items("new_choice", "c", 3) },
    dropdown: { choices: items("new_choice", "c", 3) },
    ranking: { choices: items("new_choice", "c", 3) },
    matrix: { rows: items("new_row", "r", 2), columns: items("new_column", "c", 3) },
    consent: { statement: text(say("new_statement", 1)) },
    rating: { max: 5 },
    scale: { min: 1, max: 7 },
  };
  return { id, type, label: text(label), ...own[type] } as unknown as FormField;
}

const TEXTS = ["short_text", "long_text"] as const;
const WITH_PLACEHOLDER: readonly FieldType[] = [
  ...TEXTS,
  "email",
  "phone",
  "url",
  "number",
  "single_choice",
  "dropdown",
];

export const takesPlaceholder = (type: FieldType) => WITH_PLACEHOLDER.includes(type);

export const takesAnswer = (type: FieldType) => type !== "section" && type !== "statement";

/** A ranking uses every choice, so none of them has a capacity. */
function unlimited({ choices }: Part): unknown {
  return (choices as readonly SelectableChoice[]).map(({ id, label }) => ({ id, label }));
}

/** Properties of both types stay when the type changes; the others are dropped, and what is missing is added. */
export function changeType(field: FormField, type: FieldType, language: Language, say: Say): FormField {
  const { id, label, description, visible_if } = field;
  const fresh = newField(type, id, "", language, say) as unknown as Part;
  const before = field as unknown as Part;
  const kept = Object.fromEntries(
    ["choices", "rows", "columns", "statement", "max", "min"]
      .filter((key) => key in fresh && key in before && !(key === "max" && type === "rating"))
      .map((key) => [key, key === "choices" && type === "ranking" ? unlimited(before) : before[key]]),
  );
  const isTextPair = [field.type, type].every((one) => (TEXTS as readonly FieldType[]).includes(one));
  const hasChoices = "choices" in fresh && "choices" in before && type !== "ranking";
  return {
    ...fresh,
    ...kept,
    label,
    ...(description && { description }),
    ...(takesAnswer(type) && before.required !== undefined && { required: before.required }),
    ...(takesPlaceholder(type) && before.placeholder !== undefined && { placeholder: before.placeholder }),
    ...(isTextPair && before.validation !== undefined && { validation: before.validation }),
    ...(hasChoices && before.allow_other !== undefined && { allow_other: before.allow_other }),
    ...("choices" in fresh && before.shuffle !== undefined && { shuffle: before.shuffle }),
    ...(visible_if && { visible_if }),
  } as unknown as FormField;
}
