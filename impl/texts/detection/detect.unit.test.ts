/** Tests in which language a text is read. The sentences are those of pages of the service, which nobody wrote for this. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { detectLanguage } from "./detect.ts";
import { LANGUAGES } from "./names.ts";

function sentences(language: Language): string[] {
  const file = new URL(`../${language}.json`, import.meta.url);
  const texts = Object.values(JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  return texts.filter((text) => !/[{}]/.test(text) && text.split(/\s+/).length >= 4);
}

test.each<[language: Language, text: string]>([
  [
    "lt",
    "Paprašykite naujos nuorodos to, kas jums ją davė. Per pastarąsias 30 dienų. Bandymai saugomi be vardų.",
  ],
  ["sk", "Žiaľ, formulár už neprijíma ďalšie odpovede."],
  ["et", "Kas sõbrad tulevad õhtul?"],
  ["en", "Photos of the trip to Łódź and Žďár"],
  ["de", "Fragebogen zum Café am Ångström-Platz"],
])("%s: %s", (language, text) => {
  expect(detectLanguage(text, [])).toBe(language);
});

test.each(LANGUAGES)("of 100 pairs of sentences in %s at most 6 are read in another language", (language) => {
  const all = sentences(language);
  const pairs = Array.from({ length: 100 }, (_, at) => {
    const [one, two] = [all[(at * 7) % all.length], all[(at * 13 + 5) % all.length]];
    return `${one}\n${two}`;
  });
  const others = pairs.filter((pair) => detectLanguage(pair, []) !== language);
  expect(others.length, others.join("\n\n")).toBeLessThanOrEqual(6);
});
