/** The country of new phone questions, by language, time zone and the other questions. */
import { expect, test } from "vitest";
import type { FormField, FormStructure, Language } from "../../../generated/types.ts";
import { newPhoneCountry, withPhoneCountry } from "./home-country.ts";

function form(language: Language, fields: readonly FormField[]): FormStructure {
  return {
    title: { [language]: "Club" } as FormStructure["title"],
    default_language: language,
    languages: [language],
    pages: [{ id: "one", fields: [...fields] }],
  };
}

const label = { en: "Phone" };
const phone = { id: "phone", type: "phone", label } as const;

test.each([
  ["en", "Europe/London", "GB"],
  ["en", "Europe/Dublin", "IE"],
  ["en", "America/New_York", "US"],
  ["en", "Australia/Sydney", "AU"],
  ["en", "Asia/Calcutta", "IN"],
  // The form may be for people elsewhere.
  ["en", "Europe/Berlin", undefined],
  ["en", "Asia/Tokyo", undefined],
  ["en", "UTC", undefined],
  ["en", "Middle/Earth", undefined],
  ["en", null, undefined],
  ["de", "Europe/Vienna", "AT"],
  ["de", "Europe/Zurich", "CH"],
  ["fr", "Europe/Zurich", "CH"],
  ["fr", "Europe/Brussels", "BE"],
  ["fr", "America/Toronto", "CA"],
  ["nl", "Europe/Brussels", "BE"],
  ["es", "America/Mexico_City", "MX"],
  ["pt", "America/Sao_Paulo", "BR"],
  ["sv", "Europe/Helsinki", "FI"],
  // The language suggests the same, or something better.
  ["de", "Europe/Berlin", undefined],
  ["de", "America/New_York", undefined],
  ["pt", "Europe/Lisbon", undefined],
] as const)("in %s and the zone %s a new phone question has the country %s", (language, zone, want) => {
  expect(newPhoneCountry(form(language, [phone]), zone)).toBe(want);
});

test("the country of another question comes before that of the owner, and one that does not exist is passed over", () => {
  const asked = (code: string) => form("en", [{ ...phone, id: "other", default_country: code }]);
  expect(newPhoneCountry(asked("NZ"), "Europe/London")).toBe("NZ");
  expect(newPhoneCountry(asked("QQ"), "Europe/London")).toBe("GB");
});

test("only new questions that have no country get one", () => {
  const before = form("en", [phone]);
  const fields: FormField[] = [
    phone,
    { ...phone, id: "new" },
    { ...phone, id: "own", default_country: "FR" },
    { id: "name", type: "short_text", label },
  ];
  const after = withPhoneCountry(form("en", fields), "GB", before);
  const countries = after.pages[0]!.fields.map((one) => [
    one.id,
    one.type === "phone" && one.default_country,
  ]);
  expect(countries).toEqual([
    ["phone", undefined],
    ["new", "GB"],
    ["own", "FR"],
    ["name", false],
  ]);
  expect(withPhoneCountry(before, undefined)).toBe(before);
});
