import type { Language, LocalizedText } from "../../../generated/types.ts";

const MAX_LENGTH = 80;

/**
 * The name of a field, choice or page in messages: its text in one language, shortened and in quotes.
 * @param otherwise used if there is no text, such as the id
 */
export function nameOf(text: LocalizedText | undefined, language: Language, otherwise: string): string {
  const letters = [...(text?.[language] ?? otherwise).replace(/\s+/g, " ").trim()];
  return `"${letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH - 1).join("")}…` : letters.join("")}"`;
}
