/** Suggests the country of phone numbers without a country code. The service and the editor share it. */
import type { Language } from "../../../../generated/types.ts";

/**
 * Returns the country in which most readers of a language live, such as "DE". English suggests none: it is read everywhere, and a
 * number with a wrong country would be stored wrong without a message.
 */
export function suggestedCountry(language: Language): string | undefined {
  if (language === "en") return undefined;
  // Most who speak it live in Brazil, but the service is for the languages of the EU.
  return language === "pt" ? "PT" : new Intl.Locale(language).maximize().region;
}
