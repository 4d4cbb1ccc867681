/** The words for a choice with an answer of the respondent's own, such as "Other". */
import type { Language } from "../../generated/types.ts";
import words from "./own-answer.json" with { type: "json" };

export function ownAnswerWords(languages: readonly Language[]): string[] {
  return [...new Set(languages.flatMap((language) => words[language]))];
}
