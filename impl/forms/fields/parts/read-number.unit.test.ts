import fc from "fast-check";
import { expect, test } from "vitest";
import { languageCodes } from "../../../texts/languages.ts";
import { localeOf } from "../../../texts/locale.ts";
import { numberFormat, writeNumber } from "../../../texts/number.ts";
import { describeReading, findTwoNumbers, readNumber, writeUnmistakably } from "./read-number.ts";

/** What is typed on a page in a language -> the number; a list: it can be two numbers. */
const typed: [language: string, text: string, want: number | readonly number[]][] = [
  ["en", "45,000", 45_000],
  ["de", "45.000", 45_000],
  ["en", "45.000", [45, 45_000]],
  ["de", "45,000", [45, 45_000]],
  ["en", "1.234", [1.234, 1234]],
  ["en", "0.125", 0.125],
  ["de", "0.125", 0.125],
  ["de", "1.234,5", 1234.5],
  ["en", "1.234,5", 1234.5],
  ["de", "1,234.5", 1234.5],
  ["de", "1 234", 1234],
  ["fr", "1\u202f234,5", 1234.5],
  ["de", "1'234.5", 1234.5],
  ["de", "1’234’567", 1_234_567],
  ["en", "1,5", 1.5],
  ["de", "1.5", 1.5],
  ["en", "12 kg", 12],
  ["en", "kg 12", 12],
  ["de", "1.200 Kilo", 1200],
  ["en", "٤٥", 45],
  ["en", "١٬٢٣٤٫٥", 1234.5],
  ["en", "१२", 12],
  ["en", "４５", 45],
  ["en", "−2", -2],
  ["en", "1e3", 1000],
  ["en", "1,23,456", Number.NaN],
  ["en", "1,23", 1.23],
  ["en", "1,234,56", Number.NaN],
  ["en", "12 apples", Number.NaN],
  ["en", "kg", Number.NaN],
  ["en", "5²", Number.NaN],
  ["en", "1 2", Number.NaN],
];

test.for(typed)("on a page in %s, %s is read as %s", ([language, text, want]) => {
  const notation = { language, units: ["kg", "Kilo"] };
  const two = findTwoNumbers(text, notation);
  expect(two ?? readNumber(text, notation)).toEqual(want);
  for (const number of two ?? []) {
    const written = writeUnmistakably(number, notation);
    expect(findTwoNumbers(written, notation)).toBeUndefined();
    expect(readNumber(written, notation)).toBe(number);
  }
});

const numbers = fc
  .tuple(fc.maxSafeInteger(), fc.nat(15))
  .map(([digits, fraction]) => Number((digits / 10 ** fraction).toPrecision(15)));

test.for(languageCodes)("reads every number as Intl writes it in %s", (language) => {
  const locale = localeOf(language);
  const format = numberFormat(locale);
  fc.assert(
    fc.property(numbers, (number) => {
      const text = writeNumber(number, format);
      expect(readNumber(text, { language }), text).toBe(number + 0);
      if (findTwoNumbers(text, { language }) === undefined)
        expect(describeReading(text, { language }, locale), text).toBe("");
    }),
    { numRuns: 150 },
  );
});

test("says how a number is read only where it is written in another way", () => {
  const say = (text: string, language = "en") => describeReading(text, { language }, localeOf(language));
  expect(["45", "45,000", "45000", "1,5", "45.000", "many", ""].map((text) => say(text))).toEqual([
    "",
    "",
    "= 45,000",
    "= 1.5",
    "45 / 45,000 ?",
    "",
    "",
  ]);
  expect(say("1'234.5", "de")).toBe("= 1.234,5");
});
