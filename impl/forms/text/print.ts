/** Prints a form as a form text that `parseFormText` reads as the same form. */
import type { FormStructure, Language } from "../../../generated/types.ts";
import { isOwnerLanguage, type OwnerLanguage } from "../../texts/owner/owner-texts.ts";
import { sentenceText } from "../../texts/sentences/sentence.ts";
import { Printer } from "./printer.ts";
import { listUncovered } from "./uncovered-parts.ts";

/**
 * Prints the form in one language. Comments at the end name parts that the notation does not cover. @param reader the language
 * of the comments; undefined: the language of the text, or English if there are no such sentences in it
 */
export function printFormText(
  structure: FormStructure,
  language: Language,
  reader: OwnerLanguage = isOwnerLanguage(language) ? language : "en",
): string {
  const comments = listUncovered(structure).map(
    (part) => `// ${sentenceText({ key: "uncovered", values: { part } }, reader)}`,
  );
  const text = printWithoutComments(structure, language);
  return comments.length === 0 ? text : `${text}\n${comments.join("\n")}\n`;
}

/** Prints the form in one language, without parts that the notation does not cover. */
export function printWithoutComments(structure: FormStructure, language: Language): string {
  return new Printer(structure, language).print();
}
