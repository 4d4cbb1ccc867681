/** Texts with mentions such as `{{name}}`, as users read them: with the name of the question in place of its id. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { type TextPart, textParts } from "../../../forms/mention.ts";
import { pickText } from "../context.ts";
import { listSources } from "./sources.ts";

interface Edited {
  readonly structure: FormStructure;
  readonly language: Language;
}

export type NamedPart = string | { readonly id: string; readonly name: string };

/** Splits a text into words and mentions. A mention of nothing in the form stays part of the words. */
export function namedParts(structure: FormStructure, text: string): NamedPart[] {
  if (!text.includes("{{")) return [text];
  const names = new Map(listSources(structure).map(({ id, label }) => [id, label]));
  const name = (part: TextPart) => (typeof part === "string" ? part : { ...part, name: names.get(part.id)! });
  return textParts(text, (id) => names.has(id)).map(name);
}

/** Reads a text in the language that is written, for a place that shows only words. */
export function plainText({ structure, language }: Edited, text: LocalizedText | undefined): string {
  const words = pickText(text, language, structure.default_language);
  const names = namedParts(structure, words).map((part) =>
    typeof part === "string" ? part : `[${part.name}]`,
  );
  return names.join("");
}
