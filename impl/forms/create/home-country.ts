/** The country of new phone questions: that of another one in the form, else the one where the owner lives. */
import { type CountryCode, getCountries, isSupportedCountry } from "libphonenumber-js/min";
import type { FormField, FormStructure, Language, PhoneField } from "../../../generated/types.ts";
import { phoneCountry } from "../fields/parts/phone-country.ts";

/** Countries where a language is common besides the one that `Intl` knows as the first of the country. */
const ALSO_SPOKEN: Readonly<Partial<Record<Language, readonly CountryCode[]>>> = {
  de: ["BE", "LU"],
  en: ["HK", "IN", "KE", "MT", "PH", "PK", "TZ", "UG"],
  fr: ["BE", "CA", "CH"],
  it: ["CH"],
  sv: ["FI"],
};

let countriesByZone: ReadonlyMap<string, CountryCode> | undefined;

/** Maps time zones to their countries. Each zone of `Intl` has one. It takes 100 ms, so it is made when it is needed. */
function listCountriesByZone(): ReadonlyMap<string, CountryCode> {
  const zonesOf = (country: CountryCode) => regionLocale(country).getTimeZones?.() ?? [];
  return new Map(
    getCountries().flatMap((country) => zonesOf(country).map((zone) => [zone, country] as const)),
  );
}

/** A locale without a language. TypeScript does not know all of its methods yet. */
function regionLocale(country: CountryCode): Intl.Locale & { getTimeZones?(): readonly string[] } {
  return new Intl.Locale(`und-${country}`);
}

/**
 * Returns the country of a time zone, if the language of the form is common there. Otherwise the form may be for people elsewhere,
 * and the country would make wrong numbers of theirs.
 */
function homeCountry(zone: string | null, language: Language): CountryCode | undefined {
  if (zone === null) return undefined;
  countriesByZone ??= listCountriesByZone();
  const country = countriesByZone.get(zone);
  if (country === undefined) return undefined;
  const isSpoken =
    regionLocale(country).maximize().language === language || ALSO_SPOKEN[language]?.includes(country);
  return isSpoken ? country : undefined;
}

/**
 * Returns the country for a new phone question of a form; undefined: the language of the form suggests it already, or nothing
 * does.
 * @param zone of the owner's account; null: it is not known
 */
export function newPhoneCountry(structure: FormStructure, zone: string | null): CountryCode | undefined {
  const language = structure.default_language;
  const country = siblingCountry(structure) ?? homeCountry(zone, language);
  return country === phoneCountry({}, language) ? undefined : country;
}

/** The country of the first phone question that has one. */
function siblingCountry(structure: FormStructure): CountryCode | undefined {
  return phoneFields(structure)
    .map(({ default_country: country }) => country)
    .find((country) => country !== undefined && isSupportedCountry(country));
}

/**
 * Gives a country to the new phone questions that have none.
 * @param before the structure before an edit, whose questions stay as they are
 */
export function withPhoneCountry(
  structure: FormStructure,
  country: CountryCode | undefined,
  before?: FormStructure,
): FormStructure {
  if (country === undefined) return structure;
  const old = new Set(before && phoneFields(before).map(({ id }) => id));
  const complete = (field: FormField): FormField =>
    field.type === "phone" && field.default_country === undefined && !old.has(field.id)
      ? { ...field, default_country: country }
      : field;
  const pages = structure.pages.map((page) => ({ ...page, fields: page.fields.map(complete) }));
  return { ...structure, pages };
}

function phoneFields({ pages }: FormStructure): PhoneField[] {
  return pages.flatMap(({ fields }) => fields).filter((field) => field.type === "phone");
}
