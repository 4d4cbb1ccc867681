import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { PhoneField } from "../../../generated/types.ts";
import { cleanText } from "../../platform/clean-text.ts";
import { type Checked, type Problem, problem } from "../answers/problem.ts";
import { textTally } from "../answers/tallies/texts.ts";
import type { CheckContext, QuestionKind } from "./kind.ts";
import { textFilter } from "./parts/filters.ts";
import { lineInput } from "./parts/line-input.ts";
import { oneInput } from "./parts/one-input.ts";
import { callingCode, phoneCountry } from "./parts/phone-country.ts";
import type { FieldView } from "./parts/view.ts";

/** A phone number. */
export const phone: QuestionKind<PhoneField> = {
  ...oneInput,
  own: { placeholder: true, required: true, default_country: true },
  check: checkPhone,
  sample: () => "+49 30 123456",
  tally: textTally,
  filter: () => textFilter,
  hints,
  rules: (field, say, language) => [["phone", say(wrong(phoneCountry(field, language)))]],
  input: (view) => lineInput(view, "tel", { autocomplete: "tel", inputmode: "tel" }),
};

function hints({ field, language, t }: Omit<FieldView<PhoneField>, "aria">): readonly string[] {
  const country = phoneCountry(field, language);
  if (country === undefined) return [];
  return [t.say("phone_country", { country: t.country(country), code: callingCode(country) })];
}

/**
 * Accepts every number that is possible in its country, because tables of numbers in use are soon outdated; its answer is in
 * E.164 format. A national number in a field without a country is accepted as it is written: the respondent cannot know
 * that a country code is needed, and the owner can most likely dial it.
 */
function checkPhone(field: PhoneField, input: unknown, { language }: CheckContext): Checked<string> {
  if (typeof input !== "string") return problem("invalid");
  // Numbers copied from contacts begin and end with marks of direction.
  const text = cleanText(input.replace(/\p{Cf}/gu, ""), "one");
  if (text === "") return undefined;
  const country = phoneCountry(field, language);
  if (country === undefined && NATIONAL.test(text)) return { answer: text.replace(/\s+/g, " ") };
  const number = country
    ? parsePhoneNumberFromString(text, { extract: false, defaultCountry: country })
    : parsePhoneNumberFromString(text.replace(INTERNATIONAL, "+"), { extract: false });
  return number?.isPossible() && number.ext === undefined
    ? { answer: number.number }
    : { problem: wrong(country) };
}

function wrong(country: string | undefined): Problem {
  return { code: "phone", country };
}

/** The international prefix in nearly all of Europe. */
const INTERNATIONAL = /^00(?=\d)/;
/** 4 to 15 digits, which begin with no international prefix, and what people write between them. */
const NATIONAL = /^(?!00)\(?\p{Nd}(?:[\s()./\p{Pd}]*\p{Nd}){3,14}$/u;
