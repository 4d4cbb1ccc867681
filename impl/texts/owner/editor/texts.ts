/** The words of the editor, by language. It is in English where a language has none. */
import { de } from "./de.ts";
import { en } from "./en.ts";

export type EditorTextKey = keyof typeof en;

export type EditorTexts = Readonly<Record<EditorTextKey, string>>;

/** @param language code of the language of the pages */
export function editorTexts(language: string): EditorTexts {
  return language === "de" ? de : en;
}
