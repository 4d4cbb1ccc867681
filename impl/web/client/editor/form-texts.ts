/** All texts of a form: listed, written, and removed with their language. */
import type { FormStructure, Language, LocalizedText } from "../../../../generated/types.ts";
import { isTextKey } from "../../../forms/structure/places.ts";

/** Without a language and every text in it. */
export function removeLanguage(structure: FormStructure, language: Language): FormStructure {
  const strip = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => strip(item));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).filter(([name]) => !(isTextKey(key) && name === language));
    return Object.fromEntries(entries.map(([name, part]) => [name, strip(part, name)]));
  };
  const stripped = strip(structure) as FormStructure;
  return {
    ...stripped,
    languages: structure.languages.filter((one) => one !== language) as FormStructure["languages"],
  };
}

/** Every text of the form in the order of the page, with its path of keys. */
export function collectTexts(structure: FormStructure): { path: (string | number)[]; text: LocalizedText }[] {
  const texts: { path: (string | number)[]; text: LocalizedText }[] = [];
  const visit = (value: unknown, path: (string | number)[]) => {
    if (typeof value !== "object" || value === null) return;
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [key, part] of entries) {
      const isText = isTextKey(String(key)) && typeof part === "object" && part !== null;
      if (isText) texts.push({ path: [...path, key], text: part as LocalizedText });
      else visit(part, [...path, key]);
    }
  };
  const { title, description, ...rest } = structure;
  visit({ title, description }, []);
  visit(rest, []);
  return texts;
}

/** A part deep inside set. */
export function setAt<Value>(
  value: Value,
  [key, ...path]: readonly (string | number)[],
  part: LocalizedText | undefined,
): Value {
  if (key === undefined) return part as Value;
  const inner = setAt((value as Record<string, unknown>)[key], path, part);
  return (Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner }) as Value;
}
