/** The words of the editor, by language. They are apart from those of the other pages because its script loads them. */
import type { OwnerLanguage } from "../owner-texts.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

export type EditorTextKey = keyof typeof en;

export type EditorTexts = Readonly<Record<EditorTextKey, string>>;

const written: Readonly<Partial<Record<string, EditorTexts>>> = {
  en,
  de,
} satisfies Readonly<Record<OwnerLanguage, EditorTexts>>;

/** @param language code of the language of the pages */
export function editorTexts(language: string): EditorTexts {
  return written[language] ?? en;
}
