/** Proof: every state of the pages in a browser, in all languages. */
import { expect, test } from "vitest";
import { languageCodes } from "../texts/languages.ts";
import { DESKTOP, PHONE } from "./support/browser.ts";
import { walkStates, wideLanguages, wideLessons } from "./support/browser-states.ts";

test("no state of any page has a barrier on a phone or a desktop, in the light or the dark", async () => {
  const { found } = await walkStates([
    { viewport: PHONE, colorScheme: "light" },
    { viewport: PHONE, colorScheme: "dark" },
    { viewport: DESKTOP, colorScheme: "light" },
    { viewport: DESKTOP, colorScheme: "dark" },
  ]);
  expect(found).toEqual({});
}, 600_000);

test("in no language is a page too wide for a small phone, with everything wrong on it either", async () => {
  expect(await wideLanguages(languageCodes)).toEqual({});
});

test("in no language is a lesson too wide for phones and desktops, answered or not", async () => {
  expect(await wideLessons(languageCodes)).toEqual({});
});
