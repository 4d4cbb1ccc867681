/** Says what became of a prompt that was not understood in full: only then may a part be read wrongly without a sign of it. */
import type { FormField, FormStructure, LocalizedText, Warning } from "../../generated/types.ts";
import { clip } from "./texts.ts";

/** A warning holds at most this many characters of fields, so that it is not cut. */
const MAX_LENGTH = 800;
/** More are not listed. */
const MAX_WARNINGS = 4;
/** Choices and rows that are named of a field. */
const MAX_CHOICES = 12;

/** Warnings that list the fields with their types and rules, where other warnings show that the prompt is hard to read. */
export function readBack(form: FormStructure, warnings: readonly Warning[]): Warning[] {
  if (!warnings.some(({ code }) => code === "not_understood" || code === "read_as")) return [];
  const fields = form.pages.flatMap((page) => page.fields).map((field) => described(field, form));
  return inGroups(fields)
    .slice(0, MAX_WARNINGS)
    .map((group) => ({
      code: "read_back",
      message: `The prompt is not understood in full, so compare what the form asks for: ${group.join("; ")}. Edit what differs, or send the form as structure.`,
    }));
}

/** `"Guests" (number, optional, from 1 to 8, under a condition)`. */
function described(field: FormField, form: FormStructure): string {
  const rules = [
    field.type === "yes_no" ? "yes or no" : field.type.replaceAll("_", " "),
    ...("required" in field && !field.required ? ["optional"] : []),
    ...bounds(field),
    ...options(field, form),
    ...(field.visible_if ? ["under a condition"] : []),
  ];
  return `${quoted(field.label, 60, form)} (${rules.join(", ")})`;
}

function bounds(field: FormField): string[] {
  const rules: Readonly<Record<string, unknown>> = {
    ...field,
    ...("validation" in field && field.validation),
  };
  const within = (low: string, high: string, what = "") => {
    const ends = [...said(rules[low], "from"), ...said(rules[high], "to")];
    return ends.length === 0 ? [] : [`${ends.join(" ")}${what}`];
  };
  return [
    ...within("min", "max"),
    ...within("min_length", "max_length", " characters"),
    ...within("min_selections", "max_selections", " choices"),
    ...said(rules.max_files, "files: at most"),
  ];
}

function said(bound: unknown, word: string): string[] {
  return typeof bound === "number" || typeof bound === "string" ? [`${word} ${bound}`] : [];
}

function options(field: FormField, form: FormStructure): string[] {
  const of = (name: string, list: readonly { readonly label: LocalizedText }[]) => {
    const labels = list.slice(0, MAX_CHOICES).map(({ label }) => quoted(label, 40, form));
    return `${name} ${labels.join(", ")}${list.length > MAX_CHOICES ? " and more" : ""}`;
  };
  if (field.type === "matrix") return [of("rows", field.rows), of("columns", field.columns)];
  if (!("choices" in field)) return [];
  const other = "allow_other" in field && field.allow_other ? ["or an answer of one's own"] : [];
  return [of("of", field.choices), ...other];
}

function quoted(text: LocalizedText, length: number, { default_language: language }: FormStructure): string {
  return `"${clip(text[language] ?? "", length)}"`;
}

function inGroups(texts: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = 0;
  for (const text of texts) {
    const last = groups.at(-1);
    if (last && length + text.length <= MAX_LENGTH) last.push(text);
    else {
      groups.push([text]);
      length = 0;
    }
    length += text.length;
  }
  return groups;
}
