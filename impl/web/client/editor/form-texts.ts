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
  return collectOwners(structure).flatMap(({ path, id, texts }) =>
    [...texts].map(([key, text]) => ({ path: [...path, key], id, text })),
  );
}

/** A part of the form, with the texts that it has, by their keys. */
interface TextOwner extends Omit<PlacedText, "text"> {
  readonly texts: ReadonlyMap<string, LocalizedText>;
}

/** Every part of the form, each before the parts inside it. */
export function collectOwners(structure: FormStructure): TextOwner[] {
  const owners: TextOwner[] = [];
  const visit = (value: object, path: readonly string[], ids: readonly string[]) => {
    const texts = new Map<string, LocalizedText>();
    owners.push({ path, id: ids.join("/") || "form", texts });
    for (const [key, part] of Object.entries(value)) {
      if (typeof part !== "object" || part === null) continue;
      const next = key === "fields" ? [key] : [...ids, String(part.id ?? key)];
      if (isTextKey(key)) texts.set(key, part);
      else visit(part, [...path, key], next);
    }
  };
  visit(structure, [], []);
  return owners;
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
