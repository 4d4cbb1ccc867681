import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Language } from "../../generated/types.ts";
import { formsOf, textFiles } from "../test/support/text-files.ts";
import { createSay } from "../web/editor/context.ts";
import { languageCodes, type TextKey, textsIn } from "./languages.ts";
import { fillMessage, readMessage } from "./message.ts";
import { type EditorTexts, editorTexts } from "./owner/editor/texts.ts";
import { ownerLanguages, ownerTranslation } from "./owner/owner-texts.ts";
import { type EnglishHashes, hashText, translatedHash, withEnglish } from "./owner/translations.ts";

const NO_BREAK = "\u00a0";
const keys = Object.keys(textsIn("en")) as TextKey[];
const files = [...textFiles].flatMap(([folder, languages]) =>
  [...languages].map(([language, messages]) => {
    const name = `${folder ? `${folder}/` : ""}${language}.json`;
    return { name, folder, language, messages, english: languages.get("en")! };
  }),
);

/** `count` of plurals stands there, too. */
function valuesIn(message: string): Set<string> {
  return new Set(
    formsOf(message).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
  );
}

/** A warning is written in English; other languages are made from its code, its quotations and its numbers. */
const warningValues = new Set(["message", "part", "parts", "languages", "count"]);

/** Whole numbers; fractions have forms of their own, and nothing of them is counted. */
function categoriesIn(language: Language): Set<string> {
  const plural = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1_000 }, (_, count) => plural.select(count)));
}

test("each part of the service has a file for each of its languages", () => {
  const languages = Object.fromEntries(
    [...textFiles].map(([folder, all]) => [folder, [...all.keys()].sort()]),
  );
  const owner = ownerLanguages.toSorted();
  expect(languages).toEqual({
    "": languageCodes,
    owner,
    "owner/apps": owner,
    "owner/editor": owner,
    sentences: owner,
  });
});

test.for(files)("$name has the keys of the English file in its order", ({ folder, messages, english }) => {
  const inEnglish = Object.keys(english);
  // Owners see a text that is missing or outdated in English; respondents see each in their language.
  const wanted = folder === "" ? inEnglish : inEnglish.filter((key) => Object.hasOwn(messages, key));
  expect(Object.keys(messages)).toEqual(wanted);
});

test.for(files.filter(({ folder, language }) => folder !== "" && language !== "en"))(
  "each translation in $name has the hash of its English text: `npm run texts -- --translated` records it",
  ({ folder, language, english }) => {
    const read = (name: string): EnglishHashes =>
      JSON.parse(readFileSync(join(import.meta.dirname, folder, `${name}.json`), "utf8"));
    const hashes = read("english-hashes");
    const keys = Object.keys(read(language));
    expect(keys.filter((key) => translatedHash(hashes, key, language) === undefined)).toEqual([]);
    expect(Object.keys(hashes).filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  },
);

test.for<[name: string, de: Record<string, string>, hashes: EnglishHashes, shown: string]>([
  ["translated", { title: "Formulare" }, { title: hashText("Forms") }, "Formulare"],
  ["made from an earlier English text", { title: "Formulare" }, { title: hashText("Form") }, "Forms"],
  ["missing", {}, { title: hashText("Forms") }, "Forms"],
  ["not recorded", { title: "Formulare" }, {}, "Forms"],
  [
    "anew in this language",
    { title: "Formulare" },
    { title: { de: hashText("Forms"), fr: "a" } },
    "Formulare",
  ],
  [
    "anew in another language",
    { title: "Formulare" },
    { title: { de: "a", fr: hashText("Forms") } },
    "Forms",
  ],
])("a text of the owner's pages that is %s", ([_, de, hashes, shown]) => {
  const none = { es: {}, fr: {}, it: {}, nl: {}, pl: {}, pt: {} };
  const texts = withEnglish({ en: { title: "Forms" }, de, ...none }, hashes);
  expect([texts.en.title, texts.de.title]).toEqual(["Forms", shown]);
});

test.for(files)("$name has messages with the values of the English ones", ({ folder, messages, english }) => {
  for (const [key, message] of Object.entries(messages)) {
    const original = key.startsWith("warning_") ? warningValues : valuesIn(english[key]!);
    const own = valuesIn(message);
    // English sentences are for agents, and name types and limits that people see where they are.
    const missing = folder === "sentences" ? new Set() : original.difference(own);
    expect([...own.difference(original), ...missing], key).toEqual([]);
  }
});

/** The categories of each plural in a message. */
function pluralsIn(message: string): string[][] {
  const plurals = readMessage(message).map((piece) => (typeof piece === "object" ? piece.plural : undefined));
  return plurals.filter((plural) => plural !== undefined).map((plural) => Object.keys(plural));
}

test.for(files)(
  "$name has each plural form of its language, and no others",
  ({ language, messages, english }) => {
    const known = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of Object.entries(messages)) {
      const plurals = pluralsIn(message);
      // A language may have a plural where English has none.
      expect(plurals.length, key).toBeGreaterThanOrEqual(pluralsIn(english[key]!).length);
      for (const forms of plurals) {
        expect(forms, key).toEqual(expect.arrayContaining([...categoriesIn(language)]));
        // A form of a category that the language does not have would never be read.
        expect([...known, "=0"], key).toEqual(expect.arrayContaining(forms));
      }
    }
  },
);

test.for(files)("$name has no text with blanks around it", ({ messages }) => {
  const texts = Object.values(messages).flatMap(formsOf);
  expect(texts.filter((text) => text !== text.trim() || text === "")).toEqual([]);
});

test.for(files.filter(({ language }) => language !== "en"))(
  "$name has no sentence in English",
  ({ messages, english }) => {
    const same = Object.keys(messages).filter((key) => {
      const [own = ""] = formsOf(messages[key]!);
      const words = own.replace(/\{\w+\}|Net Promoter Score/g, "").match(/\p{L}+/gu) ?? [];
      return formsOf(english[key]!).includes(own) && words.length > 2;
    });
    expect(same).toEqual([]);
  },
);

test.for(ownerLanguages)(
  "a choice is taken back in %s with no word that owners delete data by",
  (language) => {
    const words = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu));
    const { say } = ownerTranslation(language);
    const deleting = words(`${say("response_delete")} ${say("response_erase_now")}`);
    expect([...words(textsIn(language).clear_choice).intersection(deleting)]).toEqual([]);
  },
);

/** Languages that write the sentence below a greeting with a comma in lower case. The others begin it like any sentence. */
const LOWER_CASE_BELOW_GREETING: readonly string[] = "cs de el hr it lt pl ro sk sl".split(" ");

test.for(files.filter(({ folder }) => folder === "" || folder === "owner"))(
  "mails in $name begin as their language does below a greeting",
  ({ language, messages }) => {
    if (LOWER_CASE_BELOW_GREETING.includes(language)) return;
    const first = Object.entries(messages).filter(([key]) => /^(mail_\w*intro|letter_\w+_text$)/.test(key));
    expect(first.length).toBeGreaterThan(5);
    expect(first.filter(([, text]) => /^\p{Ll}/u.test(text))).toEqual([]);
  },
);

test("0 is plural in European Portuguese, on pages and in the editor", () => {
  const text = "{count, plural, one {# resposta} other {# respostas}}";
  const say = createSay({ undo: text } as unknown as EditorTexts, "pt");
  expect(say("undo", { count: 0 })).toBe("0 respostas");
  expect(say("undo", { count: 1 })).toBe("1 resposta");
  expect(ownerTranslation("pt").say("form_responses", { count: 0 })).toBe("0 respostas");
});

test("a choice of every value is one text, with the spaces of its language", () => {
  expect(ownerTranslation("fr").say("forms_status_all")).toBe(`État${NO_BREAK}: Tous`);
  expect(ownerTranslation("fr").say("folders_all")).toBe(`Dossier${NO_BREAK}: Tous`);
});

test("no text of the owner's pages has the key of a text for respondents, which would replace it", () => {
  const own = Object.keys(textFiles.get("owner")!.get("en")!);
  expect(own.filter((key) => Object.hasOwn(textsIn("en"), key))).toEqual([]);
});

test("no unit is alone on a line, and in French no colon or question mark", () => {
  for (const language of languageCodes) {
    const lines = keys.flatMap((key) => formsOf(textsIn(language)[key]));
    expect(lines.filter((text) => / M[BTot]+\b/.test(text))).toEqual([]);
    expect(lines.filter((text) => text.includes(`{size}${NO_BREAK}M`)).length, language).toBeGreaterThan(4);
  }
  const french = keys.flatMap((key) => formsOf(textsIn("fr")[key]));
  expect(french.filter((text) => / [:;?!»]|« /.test(text))).toEqual([]);
});

const filled = (message: string) =>
  fillMessage(
    message,
    (name) => `<${name}>`,
    (name) => (name === "one" ? "one" : "few"),
  );

test.for([
  ["{a} and {b}", "<a> and <b>"],
  ["it's {a}'s # 'b'", "it's <a>'s # 'b'"],
  ["'{a}' is {a}, '{{'a'}}' is not, ''{a}''", "{a} is <a>, {{a}} is not, '<a>'"],
  ["{one, plural, one {# file} other {# files}} of {a}", "<one> file of <a>"],
  ["{n, plural, =0 {none} one {#} other {many}}", "many"],
  ["{n, plural, one {#} other {{a}: '#', {one, plural, one {#} other {x}}}}", "<a>: #, <one>"],
] as const)("%s is filled", ([message, want]) => {
  expect(filled(message)).toBe(want);
});

test("the number 0 has a form of its own where a message has one", () => {
  const fill = (message: string) => fillMessage(message, () => "0");
  expect(fill("{n, plural, =0 {Nobody waits.} one {# waits.} other {# wait.}}")).toBe("Nobody waits.");
  expect(fill("{n, plural, one {# waits.} other {# wait.}}")).toBe("0 wait.");
});

test.for([
  ["{", "Character 2 should be the name of a value"],
  ["a}", "Character 2 ends a brace that nothing has begun"],
  ["{a", "Character 3 should be } or the type plural"],
  ["{a, select, x {y} other {z}}", "Character 3 should be } or the type plural"],
  ["{a, plural, one {b}}", "Character 21 ends a plural without the form other"],
  ["{a, plural, =1 {b} other {c}}", "should be a plural category"],
  ["{a, plural, other {b}", "should be a plural category"],
] as const)("%s is an error", ([message, want]) => {
  expect(() => readMessage(message)).toThrow(want);
});

/** Returns all quoted strings in the code of the service, with templates such as `change_${kind}` as patterns. */
function namesInSource() {
  const root = join(import.meta.dirname, "..");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/node_modules|^test\b/.test(path))
    .map((path) => readFileSync(join(root, path), "utf8"))
    .join("\n");
  const quoted = [...sources.matchAll(/["'`](\w+)["'`]|\btexts\.(\w+)/g)].map(([, name, key]) => name ?? key);
  const templates = [...sources.matchAll(/`((?:\w|\$\{[^}]+\})+)`/g)].map(([, template]) =>
    template!.replace(/\$\{[^}]+\}/g, "\\w+"),
  );
  const patterns = templates.filter((pattern) => /_/.test(pattern) && pattern !== "\\w+_\\w+");
  return { names: new Set(quoted), pattern: new RegExp(`^(?:${patterns.join("|")})$`) };
}

test("every text is used", () => {
  const { names, pattern } = namesInSource();
  // Sentences of the gate are read, each of them.
  const isUsed = (key: string) => names.has(key) || pattern.test(key) || /^schema_/.test(key);
  const unused = files
    .filter(({ language }) => language === "en")
    .flatMap(({ name, messages }) =>
      Object.keys(messages).flatMap((key) => (isUsed(key) ? [] : `${name}: ${key}`)),
    );
  expect(unused).toEqual([]);
});

test.each(ownerLanguages)(
  "in %s the account, a form and its questions have different words for their options",
  (language) => {
    const { say } = ownerTranslation(language);
    const { settings, outline } = editorTexts[language];
    const words = [say("nav_settings"), say("form_tab_manage"), say("form_tab_build"), settings, outline];
    expect(new Set(words).size).toBe(words.length);
  },
);
