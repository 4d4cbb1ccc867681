/** Mentions: texts of a form that show an answer or the result of a calculation, such as `{{name}}`. */
import type { Calculation, FormField, FormStructure } from "../../generated/types.ts";
import { clientKind } from "./fields/client/client-kinds.ts";

/** Part of a text: plain text, or the id of a field, hidden field or calculation whose value is inserted. */
export type TextPart = string | { readonly id: string };

/** Such as in "Hello {{first_name}}". Unknown names stay plain text. */
export function textParts(text: string, isNamed: (id: string) => boolean): TextPart[] {
  return text.split(/(\{\{[a-z][a-z0-9_]{0,63}\}\})/).map((part, at) => {
    const id = part.slice(2, -2);
    return at % 2 === 1 && isNamed(id) ? { id } : part;
  });
}

/** Shown in place of an answer that is missing, or that its reader does not see. */
export const MISSING = "…";

/** Fills answers in once: a mention in an answer stays as it is. */
export function fillMentions(
  text: string,
  isNamed: (id: string) => boolean,
  answerTo: (id: string) => string,
): string {
  return textParts(text, isNamed)
    .map((part) => (typeof part === "string" ? part : answerTo(part.id)))
    .join("");
}

/** Whether the answer of a field fits into a sentence. */
export function isMentionable(field: FormField): boolean {
  const { answer, isUnmentionable } = clientKind(field.type);
  return !isUnmentionable && answer !== "rows" && answer !== "files" && answer !== "none";
}

/** Everything that a text of the form may mention, by id. */
export function mentionables({
  pages,
  hidden_fields = [],
  calculations = [],
}: FormStructure): ReadonlyMap<string, FormField | Calculation | "hidden"> {
  const fields = pages.flatMap((page) => page.fields).filter(isMentionable);
  return new Map<string, FormField | Calculation | "hidden">([
    ...hidden_fields.map(({ id }) => [id, "hidden"] as const),
    ...fields.map((field) => [field.id, field] as const),
    ...calculations.map((calculation) => [calculation.id, calculation] as const),
  ]);
}
