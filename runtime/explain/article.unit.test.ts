/** Articles before names of entities, types and spans of time. */
import { expect, test } from "vitest";
import { withArticle, withCapitalArticle } from "./article.ts";

test.each([
  ["order", "an order"],
  ["appointment", "an appointment"],
  ["invoice", "an invoice"],
  ["upload", "an upload"],
  ["item", "an item"],
  ["hour", "an hour"],
  ["form", "a form"],
  ["user", "a user"],
  ["unit", "a unit"],
  ["usage", "a usage"],
  ["one_time_code", "a one_time_code"],
  ["host", "a host"],
])("%s: %s", (word, text) => {
  expect(withArticle(word)).toBe(text);
  expect(withCapitalArticle(word)).toBe(`A${text.slice(1)}`);
});
