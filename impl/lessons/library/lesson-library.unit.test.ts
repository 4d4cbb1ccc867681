import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import type { Language } from "../../../generated/types.ts";
import { overlaps, type Picture, readPicture } from "../../test/support/lesson-pictures.ts";
import { LANGUAGES } from "../../texts/detection/names.ts";
import { splitWords, wordIndex } from "../builtin/prompt/words.ts";
import { builtinWriter } from "../builtin/writer.ts";
import { lessonProblems } from "../content/check.ts";
import type { Lesson, LessonTask, LessonTexts } from "../content/lesson.ts";
import { publicTask } from "../content/public-task.ts";
import { listLabels } from "../drawing/diagram.ts";
import { allTopics } from "./topic.ts";
import { isWhollyIn } from "./translation.ts";
import { findVocabulary, type Vocabulary } from "./vocabulary.ts";

const library = new URL("./", import.meta.url);
const json = (path: string) => JSON.parse(readFileSync(new URL(path, library), "utf8"));
const never = new AbortController().signal;

const ajv = new Ajv2020({ allErrors: true });
const isTopic = ajv.compile(json("topic.schema.json"));
const topics = allTopics();
const others = LANGUAGES.filter((language) => language !== "en");
/** Terms of the library, and labels of its diagrams, which are terms too unless they start with `=`. */
const terms = new Set(
  topics.flatMap(({ terms, diagrams }) => [
    ...Object.keys(terms),
    ...diagrams.flatMap(listLabels).filter((label) => !label.startsWith("=")),
  ]),
);

it("has at least 24 topics", () => {
  expect(topics.length).toBeGreaterThanOrEqual(24);
});

it("has no words in labels that are the same in all languages", () => {
  const same = topics
    .flatMap(({ diagrams }) => diagrams.flatMap(listLabels))
    .filter((label) => label.startsWith("="));
  const symbols = /^=[\d\s×÷+−\-=≈°%€/(),.✓✗]*(?:[INSVXLCM]|CO₂|H₂O|O₂|C₆H₁₂O₆|d|m|m\/s)?$/u;
  expect(same.filter((label) => !symbols.test(label))).toEqual([]);
});

describe.each(LANGUAGES)("the words of %s", (language) => {
  const english = findVocabulary("en");
  const vocabulary = json(`languages/${language}.json`) as Vocabulary;

  it("are complete, without others", () => {
    expect(Object.keys(vocabulary.frame)).toEqual(Object.keys(english.frame));
    expect(Object.keys(vocabulary.words)).toEqual(Object.keys(english.words));
    if (language === "en") return;
    expect(Object.keys(vocabulary.titles).toSorted()).toEqual(topics.map(({ id }) => id).toSorted());
    expect(Object.keys(vocabulary.terms).toSorted()).toEqual([...terms].toSorted());
    expect(Object.keys(vocabulary.names).filter((id) => !topics.some((topic) => topic.id === id))).toEqual(
      [],
    );
  });

  it("keep the placeholders, and none is empty", () => {
    const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
    for (const [key, text] of Object.entries(english.frame)) {
      expect(placeholders(vocabulary.frame[key as keyof Vocabulary["frame"]])).toEqual(placeholders(text));
    }
    const texts = [vocabulary.frame, vocabulary.words, vocabulary.titles, vocabulary.terms].flatMap(
      Object.values,
    );
    expect(texts.filter((text) => text.trim() === "")).toEqual([]);
  });
});

/** Answers a task by its key, as a learner would who knows everything. */
function answeredByKey(task: LessonTask): boolean {
  switch (task.kind) {
    case "choice":
      return (
        task.correct.length > 0 && task.correct.every((id) => task.options.some((option) => option.id === id))
      );
    case "number":
      return Number.isFinite(task.answer) && task.tolerance >= 0;
    case "order":
      return (
        new Set(task.items.map(({ text }) => text.en)).size === task.items.length && task.items.length >= 3
      );
    case "gap":
      return (
        (task.question.en ?? "").includes("___") &&
        (task.accepted.en ?? []).every((word) => word.trim() !== "")
      );
    case "open":
      return task.rubric.points.every(({ text }) => (text.en ?? "").length > 0);
  }
}

const request = (prompt: string, languages: readonly Language[]) =>
  ({
    accountId: "acc_1",
    prompt,
    languages,
    illustrationCount: 3,
    taskMode: "ai_reviewed",
    seed: "quo_7",
  }) as const;

function textsOf({ title, summary, sections, tasks, notices }: Lesson): LessonTexts[] {
  return [
    title,
    summary,
    ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ...tasks.flatMap(({ question, explanation }) => [question, explanation ?? question]),
    ...notices.map(({ text }) => text),
  ];
}

describe.each(topics.map((topic) => [topic.id, topic] as const))("the topic %s", (id, topic) => {
  it("fits its schema", () => {
    isTopic(json(`topics/${id}.json`));
    expect(isTopic.errors ?? []).toEqual([]);
  });

  it("is found by its title and each of its names", () => {
    for (const name of [topic.title, ...topic.names, ...(topic.weak ?? [])]) {
      expect([name, builtinWriter.objection(request(`A lesson about ${name}`, ["en"]))]).toEqual([
        name,
        undefined,
      ]);
      expect([name, builtinWriter.warnings(request(`A lesson about ${name}`, ["en"]))]).toEqual([name, []]);
    }
  });

  it.each(["for 8 year olds", "for adults"])("gives a whole lesson %s", async (audience) => {
    const asked = request(`${topic.title} ${audience}`, ["en"]);
    const lesson = await builtinWriter.write(asked, never);
    expect(lesson.title.en).toBe(topic.title);
    expect(
      textsOf(lesson).filter((texts) => Object.values(texts).some((text) => text.trim() === "") || !texts.en),
    ).toEqual([]);
    expect(lessonProblems(lesson, ["en"])).toEqual([]);
    const kinds = new Set(lesson.tasks.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(["choice", "gap", "number", "open", "order"]);
    for (const task of lesson.tasks) {
      expect([task.question.en, answeredByKey(task)]).toEqual([task.question.en, true]);
      expect(
        Object.keys(publicTask(task)).filter((key) => /correct|answer|accepted|rubric|explanation/.test(key)),
      ).toEqual([]);
    }
    expect(lesson.sections.flatMap(({ illustration }) => illustration ?? []).toSorted()).toEqual([0, 1, 2]);
  });

  it("names every label of a diagram in its alt text", () => {
    const missing = topic.diagrams.flatMap((diagram) => {
      const said = wordIndex(splitWords(diagram.alt));
      const labels = listLabels(diagram).filter((label) => !label.startsWith("="));
      return labels.filter((label) => !splitWords(label).every((word) => said.has(word)));
    });
    expect(missing).toEqual([]);
  });

  it("draws its diagrams in all its languages, with alt texts, and no label on another one", async () => {
    const wrong: string[] = [];
    for (const language of LANGUAGES.filter((each) => isWhollyIn(topic, each))) {
      const asked = request(topic.title, [language]);
      const lesson = await builtinWriter.write(asked, never);
      for (const index of [0, 1, 2]) {
        const { bytes, mediaType, alt } = await builtinWriter.illustrate(asked, lesson, index, never);
        const picture: Picture = readPicture(new TextDecoder().decode(bytes));
        expect([mediaType, (alt[language] ?? "").length > 20]).toEqual(["image/svg+xml", true]);
        wrong.push(...overlaps(picture).map((each) => `${language} ${index}: ${each}`));
      }
    }
    expect(wrong).toEqual([]);
  });
});

it("names only existing languages", () => {
  const files = readdirSync(new URL("languages/", library)).map((file) => file.replace(".json", ""));
  expect(files.toSorted()).toEqual([...others, "en"].toSorted());
});
