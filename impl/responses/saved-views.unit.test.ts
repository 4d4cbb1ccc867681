import { expect, test } from "vitest";
import { cleanViewName, VIEW_NAME_LENGTH } from "./saved-views.ts";

test.each<[string, string, string | undefined]>([
  ["spaces around it and between words", "  Late \n\t answers ", "Late answers"],
  ["markup, which stays text", "<b>x</b>", "<b>x</b>"],
  ["an emoji with a joiner", "👩‍💻", "👩‍💻"],
  ["a decomposed letter", "Zoe\u0308", "Zoë"],
  ["as many characters as fit", "😀".repeat(VIEW_NAME_LENGTH), "😀".repeat(VIEW_NAME_LENGTH)],
  ["one more", "a".repeat(VIEW_NAME_LENGTH + 1), undefined],
  ["nothing", " ", undefined],
  ["invisible characters", "\u200b\u2060\u3164", undefined],
  ["marks without a letter", "\u0301", undefined],
  ["a reversed direction and controls", "\u202eabc\u0000\u2066", "abc"],
  ["half an emoji", "a\ud83d", "a\ufffd"],
])("the name of a view with %s", (_, entered, name) => {
  expect(cleanViewName(entered)).toBe(name);
});
