/** The country of phone numbers without a country code. */
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from "libphonenumber-js/min";
import type { Language, PhoneField } from "../../../../generated/types.ts";
import { suggestedCountry } from "../client/suggested-country.ts";

/**
 * The country of the field, else the one that the language suggests; undefined: numbers without a country code stay as written.
 * @param language the default language of the form, so that a number means the same to all of its respondents
 */
export function phoneCountry(
  { default_country: country }: Pick<PhoneField, "default_country">,
  language: Language,
): CountryCode | undefined {
  const known = country ?? suggestedCountry(language);
  return known !== undefined && isSupportedCountry(known) ? known : undefined;
}

/** Such as +49. */
export function callingCode(country: CountryCode): string {
  return `+${getCountryCallingCode(country)}`;
}
