/** Forms as their owners read them. */
import type { FormStructure, LocalizedText } from "../../../generated/types.ts";
import { keepDigits } from "../amounts.ts";
import { fillMentions, MISSING, mentionables } from "../mention.ts";

/**
 * Returns the form as its owner reads it, who sees no answers in its questions and its pages: an ellipsis for each mention. Its amounts
 * stay amounts, also those that only a mention beside a currency tells.
 */
export function readableForm(structure: FormStructure): FormStructure {
  const readable = hideMentions(structure);
  keepDigits(readable, structure);
  return readable;
}

function hideMentions(structure: FormStructure): FormStructure {
  const named = mentionables(structure);
  const hide = (texts: LocalizedText): LocalizedText => mapTexts(texts, (text) => hideIn(text, named));
  return {
    ...structure,
    pages: structure.pages.map((page) => ({
      ...page,
      ...(page.title && { title: hide(page.title) }),
      fields: page.fields.map((field) => ({ ...field, label: hide(field.label) })),
    })),
  };
}

/** @param named everything that the text may mention */
function hideIn(text: string, named: ReadonlyMap<string, unknown>): string {
  return fillMentions(
    text,
    (id) => named.has(id),
    () => MISSING,
  );
}

function mapTexts(texts: LocalizedText, map: (text: string) => string): LocalizedText {
  return Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, map(text)]));
}
