/** The texts of the editor, by language. Its page loads only one language (`editor-de.js`), apart from its script. */
import type { OwnerLanguage } from "../owner-texts.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };

export type EditorTextKey = keyof typeof en;

export type EditorTexts = Readonly<Record<EditorTextKey, string>>;

export const editorTexts: Readonly<Record<OwnerLanguage, EditorTexts>> = { en, de };
