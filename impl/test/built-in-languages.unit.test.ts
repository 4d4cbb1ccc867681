import { describe, expect, it } from "vitest";
import { INTENTS } from "../builder/intents.ts";
import { CHOICES, CONCEPTS } from "../builder/lexicon/concepts.ts";
import { phraseKey } from "../builder/lexicon/fold.ts";
import { labelsIn, wordsIn } from "../builder/lexicon/lexicon.ts";
import { LANGUAGES } from "../builder/lexicon/names.ts";
import { KINDS, QUESTION_KINDS, UNITS, type Words } from "../builder/lexicon/words.ts";

const SECTIONS = ["fields", "choices", "texts"] as const;

/** Every text of a language by its path, such as `fields.email`. */
function texts(language: (typeof LANGUAGES)[number]): Map<string, string> {
  return new Map(
    SECTIONS.flatMap((section) =>
      Object.entries(labelsIn(language)[section]).map(([key, text]) => [`${section}.${key}`, text] as const),
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
  es: "choices.no choices.neutral choices.suite choices.individual texts.total",
  et: "choices.post choices.vegan",
  fi: "fields.portfolio choices.freelance",
  fr: "fields.date fields.communication fields.message fields.question fields.description fields.cv fields.portfolio fields.photo fields.motivation fields.budget fields.allergies fields.version fields.newsletter fields.signature choices.excellent choices.expert choices.suite choices.bug texts.question_number texts.documents texts.quiz_title texts.total texts.score",
  ga: "fields.cv choices.post",
  hr: "fields.newsletter",
  hu: "",
  it: "fields.portfolio fields.file fields.budget fields.browser fields.newsletter choices.no choices.social_media choices.part_time choices.suite choices.bug texts.quiz_title",
  lt: "",
  lv: "fields.portfolio",
  mt: "fields.feedback fields.cv fields.screenshot fields.newsletter choices.email choices.full_time choices.part_time choices.freelance choices.internship choices.vegan choices.suite choices.adult choices.student choices.bug texts.total",
  nl: "fields.website fields.deadline fields.feedback fields.portfolio fields.product fields.budget fields.browser fields.school choices.beginner choices.expert choices.post choices.freelance choices.suite choices.student choices.bug texts.quiz_title",
  pl: "fields.cv fields.portfolio fields.newsletter texts.quiz_title",
  pt: "fields.newsletter choices.suite choices.individual texts.total",
  ro: "fields.cv fields.browser choices.expert choices.vegetarian choices.vegan choices.adult choices.individual choices.student texts.quiz_title texts.total",
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

type OptionalKey = { [Key in keyof Words]-?: undefined extends Words[Key] ? Key : never }[keyof Words];

/** What the words of a language consist of: a list of phrases, or lists by these keys. It follows the type of `Words`. */
const SHAPE: Readonly<Record<Exclude<keyof Words, "headFirst">, "phrases" | readonly string[]>> = {
  aliases: CONCEPTS,
  choices: CHOICES,
  opinions: CONCEPTS,
  headNouns: CONCEPTS,
  inflections: "phrases",
  askEndings: "phrases",
  askParticles: "phrases",
  endings: CONCEPTS,
  intents: Object.keys(INTENTS),
  kinds: KINDS,
  kindNouns: KINDS,
  units: UNITS,
  questions: QUESTION_KINDS,
  answers: [
    "codes",
    "numbered",
    "rates",
    "measures",
    "counted",
    "dates",
    "dateEnds",
    "times",
    "timeEnds",
    "states",
    "tails",
    "asks",
    "cuts",
    "units",
  ],
  people: ["wants", "modals", "gives", "finals", "uploads", "describes", "signs", "indirect", "may"],
  and: "phrases",
  or: "phrases",
  openers: "phrases",
  purposes: "phrases",
  aspects: "phrases",
  topics: "phrases",
  ratings: "phrases",
  options: "phrases",
  optional: "phrases",
  required: "phrases",
  copulas: "phrases",
  changeVerbs: "phrases",
  all: "phrases",
  except: "phrases",
  range: "phrases",
  atLeast: "phrases",
  atMost: "phrases",
  ifYes: "phrases",
  ifNo: "phrases",
  example: "phrases",
  fillers: "phrases",
  dangling: "phrases",
  form: "phrases",
  requests: "phrases",
  frequentWords: "phrases",
  agree: "phrases",
  statementStarts: "phrases",
  standardParts: "phrases",
  anonymous: "phrases",
  titleMarkers: "phrases",
  languageMarkers: "phrases",
};

/** What a language may do without. */
const OPTIONAL: Readonly<Record<OptionalKey, true>> = {
  choices: true,
  opinions: true,
  headNouns: true,
  topics: true,
  headFirst: true,
  endings: true,
  standardParts: true,
  people: true,
  inflections: true,
  anonymous: true,
  titleMarkers: true,
  askEndings: true,
  askParticles: true,
};

describe.each(LANGUAGES)("the lexicon of %s", (language) => {
  it("has the words that its type promises, and no others", () => {
    const { headFirst = false, ...words } = wordsIn(language);
    expect(headFirst).toBeTypeOf("boolean");
    const missing = Object.keys(SHAPE).filter((key) => !(key in words) && !(key in OPTIONAL));
    expect(missing).toEqual([]);
    for (const [key, value] of Object.entries(words)) {
      const shape = SHAPE[key as keyof typeof SHAPE];
      if (typeof shape !== "object") expect([shape, typeof value], key).toEqual(["phrases", "string"]);
      else {
        expect(shape, key).toEqual(expect.arrayContaining(Object.keys(value)));
        expect(new Set(Object.values(value).map((list) => typeof list)), key).toEqual(new Set(["string"]));
      }
    }
    expect(Object.keys(wordsIn(language).units).sort()).toEqual([...UNITS].sort());
  });

  it("has every text, without blanks at its ends", () => {
    expect([...texts(language).keys()]).toEqual([...texts("en").keys()]);
    expect([...texts(language)].filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  it("keeps the place of the number in numbered questions", () => {
    expect(labelsIn(language).texts.question_number).toContain("{n}");
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
      const label = labelsIn(language).fields[concept];
      named.set(label, [...(named.get(label) ?? []), concept]);
    }
    const shared = [...named].filter(([, concepts]) => concepts.length > 1).map(([label]) => label);
    expect(shared).toEqual(SAME_WORD[language] ?? []);
  });

  it("lets no alias mean two things", () => {
    const meanings = new Map(
      CONCEPTS.map((concept) => [phraseKey(labelsIn(language).fields[concept]), concept as string]),
    );
    const clashes: string[] = [];
    for (const [concept, phrases] of Object.entries(wordsIn(language).aliases)) {
      for (const key of phrases.split(",").map(phraseKey)) {
        const other = meanings.get(key);
        if (other && other !== concept) clashes.push(`${key}: ${other}, ${concept}`);
        meanings.set(key, other ?? concept);
      }
    }
    expect(clashes).toEqual([]);
  });

  it("has no empty phrase", () => {
    const empty = phraseLists(wordsIn(language)).filter(([, list]) =>
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
