import { expect, test } from "vitest";
import { en } from "../texts/en.ts";
import { languageCodes, textsIn } from "../texts/languages.ts";
import { accountEn } from "../texts/owner/account/en.ts";
import { changesEn } from "../texts/owner/changes/en.ts";
import { formsEn } from "../texts/owner/forms/en.ts";
import { profileEn } from "../texts/owner/profile/en.ts";
import { responsesEn } from "../texts/owner/responses/en.ts";
import { settingsEn } from "../texts/owner/settings/en.ts";
import type { TextKey } from "../texts/texts.ts";
import { formsOf, ownerDictionaries } from "./support/owner-dictionaries.ts";

const keys = Object.keys(en) as TextKey[];
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test.for(languageCodes)(
  "in %s nothing is missing: every text, every plural form, every value",
  (language) => {
    const texts = textsIn(language);
    // Fractions have forms of their own; what is counted here is whole.
    const plural = new Intl.PluralRules(language);
    const categories = new Set(Array.from({ length: 1_000 }, (_, count) => plural.select(count)));
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      const [own, original] = [texts[key], en[key]];
      expect(typeof own, key).toBe(typeof original);
      if (typeof own === "object") {
        expect(Object.keys(own), key).toEqual(expect.arrayContaining([...categories]));
        // A form of a category that the language does not have would never be read.
        expect(plural.resolvedOptions().pluralCategories, key).toEqual(
          expect.arrayContaining(Object.keys(own)),
        );
      }
      const wanted = new Set(formsOf(original).flatMap(valuesIn));
      const used = new Set(formsOf(own).flatMap(valuesIn));
      expect(used, key).toEqual(wanted);
      for (const text of formsOf(own)) expect(text.trim(), key).toBe(text === "" ? "-" : text);
    }
  },
);

test("no text of the owner's pages has the key of another, which would take its place", () => {
  const dictionaries = [en, accountEn, formsEn, responsesEn, settingsEn, profileEn, changesEn];
  const all = dictionaries.flatMap((one) => Object.keys(one));
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

test("in German every text of the owner's pages has values that the English one has", () => {
  const wrong = ownerDictionaries.flatMap(([english, german]) =>
    Object.entries(german).filter(([key, text]) => {
      const known = formsOf(english[key]!).flatMap(valuesIn);
      return formsOf(text)
        .flatMap(valuesIn)
        .some((name) => !known.includes(name));
    }),
  );
  expect(wrong).toEqual([]);
});

const NO_BREAK = "\u00a0";

test("no unit stands on a line of its own, and in French no colon or question mark", () => {
  for (const language of languageCodes) {
    const lines = keys.flatMap((key) => formsOf(textsIn(language)[key]));
    expect(lines.filter((text) => / M[BTot]+\b/.test(text))).toEqual([]);
    expect(lines.filter((text) => text.includes(`{size}${NO_BREAK}M`)).length, language).toBeGreaterThan(4);
  }
  const french = keys.flatMap((key) => formsOf(textsIn("fr")[key]));
  expect(french.filter((text) => / [:;?!»]|« /.test(text))).toEqual([]);
});

test.for(languageCodes.filter((language) => language !== "en"))(
  "in %s no sentence was left in English",
  (language) => {
    const texts = textsIn(language);
    const same = keys.filter((key) => {
      const [own] = formsOf(texts[key]);
      return formsOf(en[key]).includes(own!) && own!.replace(/\{\w+\}/g, "").split(" ").length > 2;
    });
    expect(same).toEqual([]);
  },
);
