/** Sections and tasks of a topic of the library. */
import type { Language } from "../../../generated/types.ts";
import type { LessonSection, LessonTask, LessonTexts } from "../content/lesson.ts";
import type { Level, Topic, TopicTask } from "../library/topic.ts";
import { termIn } from "../library/vocabulary.ts";
import { named, shuffled } from "./shuffle.ts";
import { capitalized, frameTexts, libraryTexts, textsIn } from "./texts.ts";

interface Options {
  readonly languages: readonly Language[];
  readonly level: Level;
  readonly seed: string;
}

/** @param illustration the index of the picture that shows a diagram, if there is one */
export function topicSections(
  topic: Topic,
  { languages, level }: Options,
  illustration: (diagram: number) => number | undefined,
): LessonSection[] {
  const sections = topic.sections.map((section, index): LessonSection => {
    const shown = section.diagram === undefined ? undefined : illustration(section.diagram);
    return {
      id: `${topic.id}-${index + 1}`,
      heading: libraryTexts(languages, section.heading),
      paragraphs: section[level].map((text) => libraryTexts(languages, text)),
      ...(shown !== undefined && { illustration: shown }),
    };
  });
  const words: LessonSection = {
    id: `${topic.id}-words`,
    heading: frameTexts(languages, "key_words"),
    paragraphs: Object.entries(topic.terms).map(([term, meaning]) => keyWord(languages, term, meaning)),
  };
  return [...sections, words];
}

/** English with its meaning; in another language beside the English term, which the English paragraphs use. */
function keyWord(languages: readonly Language[], term: string, meaning: string): LessonTexts {
  const english = `${capitalized(term, "en")}: ${meaning}`;
  const texts = textsIn(languages, (language) => {
    if (language === "en") return english;
    const translated = termIn(language, term);
    return translated && `${capitalized(translated, language)} (${term})`;
  });
  return Object.keys(texts).length === languages.length ? texts : { ...texts, en: english };
}

export function topicTasks(topic: Topic, { languages, level, seed }: Options): LessonTask[] {
  return topic.tasks
    .filter((task) => task.level === undefined || task.level === level)
    .map((task, index) => lessonTask(task, `${topic.id}-t${index + 1}`, languages, seed));
}

function lessonTask(task: TopicTask, id: string, languages: readonly Language[], seed: string): LessonTask {
  const text = (english: string) => libraryTexts(languages, english);
  const base = { id, question: text(task.question), explanation: text(task.explanation) };
  const ownSeed = `${seed}/${id}`;
  switch (task.kind) {
    case "choice": {
      const all = named([...task.right, ...task.wrong], ownSeed);
      const options = shuffled(all, `${ownSeed}/order`).map((option) => ({
        id: option.id,
        text: text(option.item),
      }));
      return {
        ...base,
        kind: "choice",
        options,
        correct: all.slice(0, task.right.length).map((option) => option.id),
      };
    }
    case "number": {
      const { answer, tolerance, unit } = task;
      return {
        ...base,
        kind: "number",
        answer,
        tolerance,
        ...(unit && { unit: unitTexts(languages, unit) }),
      };
    }
    case "order": {
      const items = named(task.items, ownSeed).map((item) => ({ id: item.id, text: text(item.item) }));
      return { ...base, kind: "order", items };
    }
    case "gap":
      return { ...base, kind: "gap", accepted: wordsInLanguages(languages, task.accepted) };
    case "open":
      return { ...base, kind: "open", rubric: { points: rubricPoints(task.points, languages) } };
  }
}

/** Symbols of units are the same in all languages. */
function unitTexts(languages: readonly Language[], unit: string): LessonTexts {
  return textsIn(languages, () => unit);
}

function rubricPoints(
  points: Extract<TopicTask, { kind: "open" }>["points"],
  languages: readonly Language[],
) {
  return points.map((point, index) => ({
    id: `p${index + 1}`,
    text: libraryTexts(languages, point.text),
    keywords: wordsInLanguages(languages, point.keywords),
  }));
}

/** The English words, and in each language the translations of those that are terms. */
function wordsInLanguages(languages: readonly Language[], words: readonly string[]) {
  const entries = languages
    .filter((language) => language !== "en")
    .map((language) => [language, words.flatMap((word) => termIn(language, word) ?? [])] as const)
    .filter(([, translated]) => translated.length > 0);
  return { ...Object.fromEntries(entries), en: words };
}
