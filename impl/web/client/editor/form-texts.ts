/** All texts of a form: listed, written, and removed with their language. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { isTextKey } from "../../../forms/structure/places.ts";
import { setText } from "./edits.ts";

/** Without a language and every text in it. */
export function removeLanguage(structure: FormStructure, language: Language): FormStructure {
  const languages = structure.languages.filter((one) => one !== language) as FormStructure["languages"];
  const without = (form: FormStructure, { path, text }: PlacedText) =>
    setAt(form, path, setText(text, language, ""));
  return collectTexts(structure).reduce(without, { ...structure, languages });
}

/** A text, its path of keys, and the ids on it, which stay when questions are moved: `fields/course/choices/c1`. */
export interface PlacedText {
  readonly path: readonly string[];
  readonly id: string;
  readonly text: LocalizedText;
}

/** Every text of the form in the order of the page. */
export function collectTexts(structure: FormStructure): PlacedText[] {
  const texts: PlacedText[] = [];
  const visit = (value: object, path: PlacedText["path"], ids: readonly string[]) => {
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== "object" || part === null) continue;
      const next = key === "fields" ? [key] : [...ids, String(part.id ?? key)];
      if (isTextKey(key)) texts.push({ path: [...path, key], id: ids.join("/") || "form", text: part });
      else visit(part, [...path, key], next);
    }
  };
  const { title, description, ...rest } = structure;
  visit({ title, description }, [], []);
  visit(rest, [], []);
  return texts;
}

/** A part deep inside set. */
export function setAt<Value>(
  value: Value,
  [key, ...path]: readonly string[],
  part: LocalizedText | undefined,
): Value {
  if (key === undefined) return part as Value;
  const inner = setAt((value as Record<string, unknown>)[key], path, part);
  return (Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }) as Value;
}
