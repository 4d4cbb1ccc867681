import type { Language, LocalizedText } from "../../../generated/types.ts";
import { shorten } from "../../texts/shorten.ts";

const MAX_LENGTH = 80;

/**
 * The name of a field, choice or page in messages: its text in one language, shortened and in quotes.
 * @param otherwise used if there is no text, such as the id
 */
export function shortName(text: LocalizedText | undefined, language: Language, otherwise: string): string {
  const name = (text?.[language] ?? otherwise).replace(/\s+/g, " ").trim();
  return `"${shorten(name, MAX_LENGTH)}"`;
}
