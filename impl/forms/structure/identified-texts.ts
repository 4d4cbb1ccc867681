/** The texts of a form by the ids on their way, which stay when questions are moved. */
import type { FormStructure, LocalizedText } from "../../../generated/types.ts";
import { isTextKey } from "./places.ts";

/** A text, its path of keys, and the ids on it: `fields/course/choices/c1`. */
export interface IdentifiedText {
  readonly path: readonly string[];
  readonly id: string;
  readonly text: LocalizedText;
}

/** Every text of the form in the order of the page. */
export function collectTexts(structure: FormStructure): IdentifiedText[] {
  return collectOwners(structure).flatMap(({ path, id, texts }) =>
    [...texts].map(([key, text]) => ({ path: [...path, key], id, text })),
  );
}

/** A part of the form, with the texts that it has, by their keys. */
interface TextOwner extends Omit<IdentifiedText, "text"> {
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

/** The property of the text, such as `label`. */
export function textKey({ path }: Pick<IdentifiedText, "path">): string {
  return path.at(-1) ?? "";
}

/** Identifies a text among all texts of the form. */
export function textId(text: Omit<IdentifiedText, "text">): string {
  return `${text.id} ${textKey(text)}`;
}

/** Tells whether the structure requires the text; all other texts may be left out. */
export function isNeeded(text: Pick<IdentifiedText, "path">): boolean {
  const key = textKey(text);
  return (
    key === "label" ||
    key === "statement" ||
    (key === "title" && text.path[0] !== "pages" && text.path[0] !== "welcome")
  );
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
