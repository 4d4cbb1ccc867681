import { describe, expect, it } from "vitest";
import { CONCEPTS } from "../builder/lexicon/concepts.ts";
import { phraseKey } from "../builder/lexicon/fold.ts";
import { LABELS, LANGUAGES, WORDS } from "../builder/lexicon/lexicon.ts";
import type { Words } from "../builder/lexicon/words.ts";

const SECTIONS = ["fields", "choices", "texts"] as const;

/** Every text of a language by its path, such as `fields.email`. */
function texts(language: (typeof LANGUAGES)[number]): Map<string, string> {
  return new Map(
    SECTIONS.flatMap((section) =>
      Object.entries(LABELS[language][section]).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );
}

/** Texts that are written as in English, and rightly so. */
const AS_IN_ENGLISH: Readonly<Record<string, string>> = {
  bg: "",
  cs: "fields.portfolio fields.newsletter choices.expert",
  da: "fields.feedback fields.cv fields.motivation fields.budget fields.browser fields.version choices.neutral choices.post choices.freelance choices.suite texts.quiz_title texts.send",
  de: "fields.name fields.website fields.feedback fields.portfolio fields.motivation fields.budget fields.screenshot fields.browser fields.version fields.newsletter choices.neutral choices.post choices.vegan choices.suite texts.quiz_title",
  el: "fields.email choices.email",
  es: "choices.no choices.neutral choices.suite choices.individual",
  et: "choices.post choices.vegan",
  fi: "fields.portfolio choices.freelance",
  fr: "fields.date fields.communication fields.message fields.question fields.description fields.cv fields.portfolio fields.photo fields.motivation fields.budget fields.allergies fields.version fields.newsletter fields.signature choices.excellent choices.expert choices.suite choices.bug texts.question_number texts.documents texts.quiz_title",
  ga: "fields.cv choices.post",
  hr: "fields.newsletter",
  hu: "",
  it: "fields.portfolio fields.file fields.budget fields.browser fields.newsletter choices.no choices.social_media choices.part_time choices.suite choices.bug texts.quiz_title",
  lt: "",
  lv: "fields.portfolio",
  mt: "fields.feedback fields.cv fields.screenshot fields.newsletter choices.email choices.full_time choices.part_time choices.freelance choices.internship choices.vegan choices.suite choices.adult choices.student choices.bug",
  nl: "fields.website fields.deadline fields.feedback fields.portfolio fields.product fields.budget fields.browser fields.school choices.beginner choices.expert choices.post choices.freelance choices.suite choices.student choices.bug texts.quiz_title",
  pl: "fields.cv fields.portfolio fields.newsletter texts.quiz_title",
  pt: "fields.newsletter choices.suite choices.individual",
  ro: "fields.cv fields.browser choices.expert choices.vegetarian choices.vegan choices.adult choices.individual choices.student texts.quiz_title",
  sk: "fields.newsletter choices.expert",
  sl: "",
  sv: "fields.cv fields.portfolio fields.motivation fields.budget fields.version choices.neutral choices.expert choices.student",
};
/** Abbreviations of standards: the same everywhere. */
const EVERYWHERE = new Set(["fields.iban", "fields.bic"]);

/** Two things that one language calls by one word. */
const SAME_WORD: Readonly<Record<string, readonly string[]>> = {
  es: ["Nombre"],
  fr: ["Taille"],
  it: ["Nome"],
};

describe.each(LANGUAGES)("the lexicon of %s", (language) => {
  it("has every text, without blanks at its ends", () => {
    expect([...texts(language).keys()]).toEqual([...texts("en").keys()]);
    expect([...texts(language)].filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  it("keeps the place of the number in numbered questions", () => {
    expect(LABELS[language].texts.question_number).toContain("{n}");
  });

  it("is translated, but for words that are the same as in English", () => {
    if (language === "en") return;
    const english = texts("en");
    const same = [...texts(language)].filter(
      ([path, text]) => text === english.get(path) && !EVERYWHERE.has(path),
    );
    expect(same.map(([path]) => path)).toEqual(AS_IN_ENGLISH[language]?.split(" ").filter(Boolean));
  });

  it("gives every concept a name of its own", () => {
    const named = new Map<string, string[]>();
    for (const concept of CONCEPTS) {
      const label = LABELS[language].fields[concept];
      named.set(label, [...(named.get(label) ?? []), concept]);
    }
    const shared = [...named].filter(([, concepts]) => concepts.length > 1).map(([label]) => label);
    expect(shared).toEqual(SAME_WORD[language] ?? []);
  });

  it("lets no alias mean two things", () => {
    const meanings = new Map(
      CONCEPTS.map((concept) => [phraseKey(LABELS[language].fields[concept]), concept as string]),
    );
    const clashes: string[] = [];
    for (const [concept, phrases] of Object.entries(WORDS[language].aliases)) {
      for (const key of phrases.split(",").map(phraseKey)) {
        const other = meanings.get(key);
        if (other && other !== concept) clashes.push(`${key}: ${other}, ${concept}`);
        meanings.set(key, other ?? concept);
      }
    }
    expect(clashes).toEqual([]);
  });

  it("has no empty phrase", () => {
    const empty = phraseLists(WORDS[language]).filter(([, list]) =>
      list.split(",").some((phrase) => !/[\p{L}\p{N}&]/u.test(phrase)),
    );
    expect(empty).toEqual([]);
  });
});

/** Every list of phrases by its path. */
function phraseLists(words: Words): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    if (typeof value === "string") return [[name, value]];
    if (typeof value !== "object") return [];
    return Object.entries(value as Record<string, string>).map(([key, list]) => [`${name}.${key}`, list]);
  });
}
