import type { FormStructure } from "../../../generated/types.ts";

/** A form of 500 long texts, the entries that fill it in, and as many entries that it does not have. */
export function longTexts(letters: string) {
  const ids = Array.from({ length: 500 }, (_, n) => `text_${n}`);
  const fields = ids.map((id) => ({ id, type: "long_text" as const, label: { en: id } }));
  const entries = (prefix: string) => Object.fromEntries(ids.map((id) => [`a.${prefix}${id}`, letters]));
  const structure: FormStructure = {
    title: { en: "Letter" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p", fields }],
  };
  return { structure, own: entries(""), foreign: entries("other_") };
}
