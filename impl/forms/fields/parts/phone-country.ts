/** The country of phone numbers without a country code. */
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import type { Language, PhoneField } from "../../../../generated/types.ts";

/**
 * Suggests the country in which most readers of a language live. English suggests none: it is read everywhere, and a number
 * with a wrong country would be stored wrong without a message.
 */
function suggestCountry(language: Language): CountryCode | undefined {
  if (language === "en") return undefined;
  // Most who speak it live in Brazil, but the service is for the languages of the EU.
  const country = language === "pt" ? "PT" : new Intl.Locale(language).maximize().region;
  return country !== undefined && isSupportedCountry(country) ? country : undefined;
}

/**
 * The country of the field, else the one that the language suggests; undefined: numbers need a country code.
 * @param language the default language of the form, so that a number means the same to all of its respondents
 */
export function phoneCountry(
  { default_country: country }: Pick<PhoneField, "default_country">,
  language: Language,
): CountryCode | undefined {
  if (country !== undefined) return isSupportedCountry(country) ? country : undefined;
  return suggestCountry(language);
}

/** Such as +49. */
export function callingCode(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`;
}
