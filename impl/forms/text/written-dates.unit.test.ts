import { expect, test } from "vitest";
import { LANGUAGES } from "../../texts/detection/names.ts";
import { readTokens } from "./marks/tokens.ts";
import { writtenDateAt } from "./written-dates.ts";

function read(text: string, language: (typeof LANGUAGES)[number]) {
  const tokens = readTokens(text, { from: 0, to: text.length });
  const found = writtenDateAt(tokens, 0, language);
  return found && { text: found.text, rest: tokens.slice(found.to).map(({ key }) => key) };
}

test.for(LANGUAGES)("every month of %s is read as its own long dates write it", (language) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  for (let month = 0; month < 12; month += 1) {
    const date = new Date(Date.UTC(2027, month, month + 1));
    const written = format.format(date);
    expect(read(written, language), written).toEqual({ text: date.toISOString().slice(0, 10), rest: [] });
  }
});

test.for([
  ["1er mai 2027", "fr", "2027-05-01"],
  ["May 1st, 2027", "en", "2027-05-01"],
  ["20th May 2027", "en", "2027-05-20"],
  ["1º de maio de 2027", "pt", "2027-05-01"],
  ["20 mayo 2027", "es", "2027-05-20"],
  ["May 20, 2027", "de", "2027-05-20"],
  ["20. Mai 2027", "de", "2027-05-20"],
] as const)("%s", ([written, language, text]) => {
  expect(read(written, language)).toEqual({ text, rest: [] });
});

test.for([
  ["20 May", "en"],
  ["May 2027", "en"],
  ["20 people 2027", "en"],
  ["120 May 2027", "en"],
  ["may be 20", "en"],
] as const)("%s is no date", ([written, language]) => {
  expect(read(written, language)).toBeUndefined();
});
