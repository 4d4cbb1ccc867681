/** The country of phone numbers without a country code. */
import {
  type CountryCode,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
} from "libphonenumber-js/min";
import examples from "libphonenumber-js/mobile/examples";
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

/** The country of the example in a form without one, as most in English: an English-speaking country of the EU. */
const COUNTRY_OF_EXAMPLES = "IE";

/** A mobile number with its country code, as people write it: `+49 1512 3456789`. */
export function examplePhone(country: string = COUNTRY_OF_EXAMPLES): string {
  const known = isSupportedCountry(country) ? country : COUNTRY_OF_EXAMPLES;
  return getExampleNumber(known, examples)?.formatInternational() ?? "";
}
