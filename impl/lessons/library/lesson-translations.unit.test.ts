/** Translated topics of the library: each has the shape and the facts of the English one, and makes whole lessons. */
import { readdirSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { LANGUAGES } from "../../texts/detection/names.ts";
import { isSameWord, splitWords } from "../builtin/prompt/words.ts";
import { builtinWriter } from "../builtin/writer.ts";
import { isWrittenIn } from "../content/texts.ts";
import { listLabels } from "../drawing/diagram.ts";
import { allTopics, type Topic } from "./topic.ts";
import { findTranslation, type TranslatedTask } from "./translation.ts";
import { findVocabulary, termIn } from "./vocabulary.ts";

const never = new AbortController().signal;
const folder = new URL("translations/", import.meta.url);
const files = readdirSync(folder).flatMap((language) =>
  readdirSync(new URL(`${language}/`, folder)).map(
    (file) => [language as Language, file.replace(".json", "")] as const,
  ),
);
const topicOf = (id: string) => allTopics().find((topic) => topic.id === id)!;

/** The numbers in a text, whatever sign stands before their decimals. */
const numbersIn = (text: string) =>
  (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map((each) => each.replace(",", ".")).toSorted();

it("belong to existing topics and languages", () => {
  expect(files.filter(([language]) => !LANGUAGES.includes(language) || language === "en")).toEqual([]);
  expect(files.filter(([, id]) => topicOf(id) === undefined)).toEqual([]);
});

describe.each(files)("in %s, %s", (language, id) => {
  const topic = topicOf(id);
  const translation = findTranslation(topic, language)!;

  it("has the shape of the English topic, and no empty text", () => {
    expect(Object.keys(translation)).toEqual(["about", "terms", "sections", "tasks", "diagrams"]);
    expect(Object.keys(translation.terms)).toEqual(Object.keys(topic.terms));
    const shapes = (sections: Topic["sections"] | typeof translation.sections) =>
      sections.map(({ younger, older }) => [younger.length, older.length]);
    expect(shapes(translation.sections)).toEqual(shapes(topic.sections));
    expect(translation.tasks.map(shapeOf)).toEqual(topic.tasks.map(shapeOf));
    expect(translation.diagrams.length).toBe(topic.diagrams.length);
    const empty = pairsOf(topic, language).filter(([, text]) => text.trim() === "" || text !== text.trim());
    expect(empty).toEqual([]);
  });

  it("has the same numbers and ends of sentences, and nothing in English", () => {
    const wrong = pairsOf(topic, language).filter(([english, text]) => {
      const numbers = numbersIn(english).join() === numbersIn(text).join();
      const ends = /[.?]$/.exec(english)?.[0] === /[.?]$/.exec(text)?.[0];
      return !(numbers && ends) || (text === english && splitWords(english).length > 2);
    });
    expect(wrong).toEqual([]);
  });

  it("names every label of a diagram in its alt text", () => {
    const missing = topic.diagrams.flatMap((diagram, index) => {
      const said = splitWords(translation.diagrams[index]!);
      return listLabels(diagram)
        .filter((label) => !label.startsWith("="))
        .map((label) => termIn(language, label)!)
        .filter(
          (label) =>
            !splitWords(label).every((word) =>
              said.some((each) => isSameWord(each, word) || isSameWord(word, each)),
            ),
        );
    });
    expect(missing).toEqual([]);
  });

  it("makes a whole lesson, without a refund, in the words of the language", async () => {
    const request = {
      accountId: "acc_1",
      prompt: topic.title,
      languages: [language, "en"],
      illustrationCount: 3,
      taskMode: "ai_reviewed",
      seed: "quo_7",
    } as const;
    expect(builtinWriter.warnings(request)).toEqual([]);
    const lesson = await builtinWriter.write(request, never);
    expect(lesson.title[language]).toBe(findVocabulary(language).titles[id]);
    const texts = [
      lesson.summary,
      ...lesson.sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
      ...lesson.tasks.flatMap(({ question, explanation }) => [question, explanation!]),
    ];
    expect(texts.filter((text) => text[language] === undefined || text.en === undefined)).toEqual([]);
    for (const task of lesson.tasks) {
      if (task.kind === "gap") expect(task.question[language]).toContain("___");
      if (task.kind === "open")
        expect(task.rubric.points.filter(({ text }) => text[language] === undefined)).toEqual([]);
    }
  });
});

it("are complete: the writer writes every accepted lesson in each ordered language", async () => {
  for (const topic of allTopics()) {
    for (const language of LANGUAGES) {
      const request = {
        accountId: "acc_1",
        prompt: topic.title,
        languages: [language],
        illustrationCount: 0,
        taskMode: "ai_reviewed",
        seed: "quo_1",
      } as const;
      const isKnown = language === "en" || findTranslation(topic, language) !== undefined;
      const missing = builtinWriter.objection(request)?.missingLanguages;
      expect([topic.id, missing]).toEqual([topic.id, isKnown ? undefined : [language]]);
      if (isKnown) expect(isWrittenIn(await builtinWriter.write(request, never), language)).toBe(true);
    }
  }
});

/** Which texts a task has, and how many. */
function shapeOf({ right, wrong, items, accepted, points, question }: Partial<TranslatedTask>) {
  return [
    right?.length,
    wrong?.length,
    items?.length,
    accepted !== undefined,
    points?.length,
    question!.includes("___"),
  ];
}

/** Each English text and its translation. */
function pairsOf(topic: Topic, language: Language): (readonly [english: string, translated: string])[] {
  const translation = findTranslation(topic, language)!;
  const zip = (one: readonly string[] = [], other: readonly string[] = []) =>
    one.map((text, index) => [text, other[index] ?? ""] as const);
  return [
    [topic.about, translation.about],
    ...zip(Object.values(topic.terms), Object.values(translation.terms)),
    ...topic.sections.flatMap((section, index) => {
      const translated = translation.sections[index]!;
      return [
        [section.heading, translated.heading] as const,
        ...zip(section.younger, translated.younger),
        ...zip(section.older, translated.older),
      ];
    }),
    ...topic.tasks.flatMap((task: Partial<TranslatedTask>, index) => {
      const translated = translation.tasks[index]!;
      return [
        [task.question!, translated.question] as const,
        [task.explanation!, translated.explanation] as const,
        ...zip(task.right, translated.right),
        ...zip(task.wrong, translated.wrong),
        ...zip(task.items, translated.items),
        ...zip(task.points, translated.points),
      ];
    }),
  ];
}

test("German uses Sie, like the page", () => {
  const { frame } = findVocabulary("de");
  const texts = [frame, ...allTopics().map((topic) => findTranslation(topic, "de"))];
  const familiar =
    /\b(du|dein\w*|dich|dir|Du|Dein\w*|Bringe|Beginne|Ordne|Erkläre|Nenne|Beschreibe|Schreibe|Wähle)\b/;
  expect(texts.filter((each) => familiar.test(JSON.stringify(each ?? "")))).toEqual([]);
});
