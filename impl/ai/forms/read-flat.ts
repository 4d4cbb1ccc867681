/** Reads the flat shape from a model's answer. It tolerates deviations with a clear meaning. */

import { fieldTypes } from "../../forms/fields/kinds.ts";
import { isObject, type Json } from "../read-json.ts";
import type { FlatField, FlatForm, FlatSettings } from "./flat-form.ts";

const texts = [
  "id",
  "label",
  "help",
  "placeholder",
  "unit",
  "min_label",
  "max_label",
  "pattern",
  "pattern_message",
  "country",
  "statement",
  "link",
];
const flags = ["required", "allow_other", "shuffle", "multiple", "integer"];
const numbers = ["page", "step", "max_files"];
const lists = ["choices", "rows", "columns", "domains", "accept"];
const others = ["type", "min", "max", "show_if"];
const known = new Set([...texts, ...flags, ...numbers, ...lists, ...others]);

/** The parts of a field that an answer has, each of the right type; a sentence for each part that is not. */
function readField(value: unknown, place: string, problems: string[]): Partial<FlatField> {
  if (!isObject(value)) {
    problems.push(`${place} must be an object.`);
    return {};
  }
  const field: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    if (part === null || part === "") continue;
    const wrong = known.has(key) ? findProblem(key, part) : "is not a property of fields";
    if (wrong === undefined) field[key] = lists.includes(key) ? textsIn(part) : part;
    else problems.push(`${place}.${key} ${wrong}.`);
  }
  return field;
}

function findProblem(key: string, value: unknown): string | undefined {
  if (texts.includes(key) && typeof value !== "string") return "must be a text";
  if (flags.includes(key) && typeof value !== "boolean") return "must be true or false";
  if (numbers.includes(key) && typeof value !== "number") return "must be a number";
  if (lists.includes(key) && textsIn(value) === undefined) return "must be a list of texts";
  if (key === "type" && !fieldTypes.includes(String(value)))
    return `is ${JSON.stringify(value).slice(0, 60)}, but must be one of ${fieldTypes.join(", ")}`;
  if (key === "show_if" && ![value].flat().every(isObject))
    return "must be {field, op, value} or a list of these";
  if ((key === "min" || key === "max") && !["number", "string"].includes(typeof value))
    return "must be a number, a date or a time";
  return undefined;
}

/** Models write choices as texts, or as objects that have a label. */
function textsIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const found = value.map((each: unknown) => (isObject(each) ? (each.label ?? each.text) : each));
  return found.every((each) => ["string", "number"].includes(typeof each)) ? found.map(String) : undefined;
}

const settingTexts = [
  "title",
  "description",
  "submit_label",
  "answer_key",
  "opens_at",
  "closes_at",
  "closed_text",
  "full_text",
  "ending_title",
  "ending_message",
  "redirect_url",
] as const;

/** Reads the settings of the form. */
function readSettings(answer: Json, problems: string[]): FlatSettings {
  const settings: Record<string, unknown> = {};
  const take = (key: string, type: "string" | "number" | "boolean") => {
    const value = answer[key];
    if (value === undefined || value === null || value === "") return;
    if (typeof value === type) settings[key] = value;
    else problems.push(`${key} must be a ${type}.`);
  };
  for (const key of settingTexts) take(key, "string");
  take("response_limit", "number");
  take("one_response_per_email", "boolean");
  return settings;
}

/** @returns problems in the words of the flat shape */
export function readFlatForm(answer: Json): {
  readonly form: FlatForm;
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const list = Array.isArray(answer.fields) ? answer.fields : [];
  if (list.length === 0) problems.push("fields must be a list with at least one field.");
  const fields = list.map((each: unknown, index) => {
    const place = `fields[${index}]`;
    const wrong: string[] = [];
    const field = readField(each, place, wrong);
    // Malformed values have been reported already.
    const isMissing = (key: "type" | "label") =>
      field[key] === undefined && !wrong.some((problem) => problem.startsWith(`${place}.${key} `));
    problems.push(...wrong);
    if (isMissing("type")) problems.push(`${place}.type is missing.`);
    if (isMissing("label")) problems.push(`${place}.label is missing.`);
    return { type: "short_text", label: "", ...field } as FlatField;
  });
  const settings = readSettings(answer, problems);
  if (settings.title === undefined) problems.push("title is missing.");
  const form: FlatForm = {
    ...settings,
    title: settings.title ?? "",
    fields,
    ...textList(answer, "languages"),
    ...textList(answer, "pages"),
    ...textList(answer, "left_out"),
    ...(typeof answer.language === "string" && { language: answer.language }),
    ...(Array.isArray(answer.calculations) && {
      calculations: answer.calculations.filter(isObject) as unknown as NonNullable<FlatForm["calculations"]>,
    }),
  };
  return { form, problems };
}

/** The list of texts under this key, if it is one. */
export function textList<Key extends string>(
  answer: Json,
  key: Key,
): Partial<Record<Key, readonly string[]>> {
  const found = textsIn(answer[key]);
  const list: { [K in string]?: readonly string[] } = found ? { [key]: found } : {};
  return list as Partial<Record<Key, readonly string[]>>;
}
