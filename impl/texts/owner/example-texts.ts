/** The texts that stand in new forms and new questions until their owners write their own. */
import { editorTexts } from "./editor/texts.ts";
import { type OwnerLanguage, ownerLanguages, ownerTranslation } from "./owner-texts.ts";

/** Texts that the editor adds; `{n}` counts the items of a list. */
const OF_EDITOR = ["new_form_title", "new_label", "new_choice", "new_row", "new_column"] as const;

/** Texts with which forms begin on the page for new forms. */
const OF_PAGES = ["new_title", "new_empty_title"] as const;

/** Texts that other form builders and language models write in their place. */
const OF_OTHERS = ["Untitled", "Untitled question", "Option {n}"];

const NUMBER = /\d+/;

let known: ReadonlySet<string> | undefined;

/** Returns whether the text stands for one that is still to be written, in any language of the owner's pages. */
export function isExampleText(text: string): boolean {
  known ??= new Set([...ownerLanguages.flatMap(listIn), ...OF_OTHERS].map(toKey));
  return known.has(toKey(text)) || known.has(toKey(text.replace(NUMBER, "{n}")));
}

function listIn(language: OwnerLanguage): string[] {
  const { say } = ownerTranslation(language);
  return [...OF_EDITOR.map((key) => editorTexts[language][key]), ...OF_PAGES.map((key) => say(key))];
}

function toKey(text: string): string {
  return text.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
