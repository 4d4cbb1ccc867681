/** The language files of the built-in generator: what forms show, and the words that prompts are read by. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { Language } from "../../generated/types.ts";
import english from "../ai/builtin/languages/en.json" with { type: "json" };
import keys from "../ai/builtin/languages/keys.json" with { type: "json" };
import templates from "../ai/builtin/purposes/templates.json" with { type: "json" };
import { LANGUAGES } from "../texts/detection/names.ts";
import { phraseKey } from "../texts/fold.ts";

type LanguageFile = Pick<typeof english, "headFirst"> & {
  readonly labels: Readonly<Record<keyof typeof english.labels, Readonly<Record<string, string>>>>;
  readonly words: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

const room = new URL("../ai/builtin/", import.meta.url);
const concepts = Object.keys(english.labels.fields);
const kindNames = Object.keys({ ...english.words.kinds, ...english.words.kindNouns });

/** Groups whose lists are named by what they mean. A language may lack some. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  aliases: concepts,
  headNouns: concepts,
  choices: Object.keys(english.labels.choices),
  kinds: kindNames,
  kindNouns: kindNames,
  intents: Object.keys(templates),
};

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
  fr: "fields.date fields.communication fields.message fields.question fields.description fields.cv fields.portfolio fields.photo fields.motivation fields.budget fields.allergies fields.version fields.newsletter fields.signature choices.excellent choices.expert choices.suite choices.bug texts.quiz_title texts.total",
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

function fileOf(language: Language): LanguageFile {
  return JSON.parse(readFileSync(new URL(`languages/${language}.json`, room), "utf8"));
}

/** Every text of a language by its path, such as `fields.email`. */
function texts(language: Language): Map<string, string> {
  return new Map(
    Object.entries(fileOf(language).labels).flatMap(([section, labels]) =>
      Object.entries(labels).map(([key, text]) => [`${section}.${key}`, text] as const),
    ),
  );
}

/** The paths of lists that readers name: `and`, `answers.codes`, `aliases`. */
function lists({ words }: LanguageFile): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === "string" || name in NAMED ? [name] : Object.keys(value).map((part) => `${name}.${part}`),
  );
}

const readers = ["reading", "items", "purposes", "forms", "edits"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(ts|json)$/.test(file) && !file.startsWith("words/"))
    .map((file) => readFileSync(new URL(`${folder}/${file}`, room), "utf8")),
);

function isNamed(...names: readonly string[]): boolean {
  return readers.some((text) => names.some((name) => text.includes(name)));
}

test("every list of words has a reader", () => {
  const isRead = (list: string) => {
    const [group, part] = list.split(".");
    if (part === undefined) return isNamed(`"${list}"`, `.${list}(`);
    return isNamed(`"${group}"`, `"${list}"`);
  };
  expect(lists(fileOf("en")).filter((list) => !isRead(list))).toEqual([]);
});

test("every text and every key of lists has a reader", () => {
  const texts = Object.keys(english.labels.texts).filter((key) => !isNamed(`"${key}"`, `texts.${key}`));
  expect([texts, Object.keys(keys).filter((key) => !isNamed(`"${key}"`))]).toEqual([[], []]);
});

test("each language has a file, and each file is that of a language", () => {
  const files = readdirSync(new URL("languages/", room)).filter((file) => /^[a-z]{2}\.json$/.test(file));
  expect(files).toEqual(LANGUAGES.map((language) => `${language}.json`).toSorted());
});

describe.each(LANGUAGES)("the language file of %s", (language) => {
  const { headFirst, words } = fileOf(language);

  it("has the lists of all languages, and no others", () => {
    expect(headFirst).toBeTypeOf("boolean");
    expect(lists({ ...english, words }).toSorted()).toEqual(lists(english).toSorted());
    const unknown = Object.entries(NAMED).flatMap(([group, names]) =>
      Object.keys(words[group] ?? {}).filter((name) => !names.includes(name)),
    );
    expect(unknown).toEqual([]);
  });

  it("has every text, without blanks at its ends", () => {
    expect([...texts(language).keys()]).toEqual([...texts("en").keys()]);
    expect([...texts(language)].filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  it("keeps the placeholders", () => {
    const placeholders = (text = "") => text.match(/\{\w+\}/g)?.toSorted();
    const other = [...texts("en")].filter(
      ([path, text]) => placeholders(text)?.join() !== placeholders(texts(language).get(path))?.join(),
    );
    expect(other).toEqual([]);
  });

  it("is translated, but for words that are the same as in English", () => {
    if (language === "en") return;
    const inEnglish = texts("en");
    const same = [...texts(language)].filter(
      ([path, text]) => text === inEnglish.get(path) && !EVERYWHERE.has(path),
    );
    expect(same.map(([path]) => path)).toEqual(AS_IN_ENGLISH[language]?.split(" ").filter(Boolean));
  });

  it("gives every concept a name of its own", () => {
    const named = Map.groupBy(Object.values(fileOf(language).labels.fields), (label) => label);
    const shared = [...named].filter(([, labels]) => labels.length > 1).map(([label]) => label);
    expect(shared).toEqual(SAME_WORD[language] ?? []);
  });

  it("lets no alias mean two things", () => {
    const { labels } = fileOf(language);
    const meanings = new Map(concepts.map((concept) => [phraseKey(labels.fields[concept] ?? ""), concept]));
    const clashes: string[] = [];
    for (const [concept, phrases] of Object.entries(words.aliases ?? {})) {
      for (const key of phrases.split(",").map(phraseKey)) {
        const other = meanings.get(key);
        if (other && other !== concept) clashes.push(`${key}: ${other}, ${concept}`);
        meanings.set(key, other ?? concept);
      }
    }
    expect(clashes).toEqual([]);
  });

  it("has no empty phrase", () => {
    const empty = Object.values(words)
      .flatMap((value) => (typeof value === "string" ? [value] : Object.values(value)))
      .filter((list) => list !== "" && list.split(",").some((phrase) => !/[\p{L}\p{N}&]/u.test(phrase)));
    expect(empty).toEqual([]);
  });
});
