/** The words for a choice that means an answer of one's own, such as "Other". */
import type { Language } from "../../../generated/types.ts";
import { instructionsIn } from "./instructions.ts";

export function ownAnswerWords(languages: readonly Language[]): string[] {
  return [...new Set(languages.flatMap((language) => instructionsIn(language).vocabulary.other ?? []))];
}
