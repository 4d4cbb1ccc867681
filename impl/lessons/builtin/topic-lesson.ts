/** Sections and tasks of a topic of the library. */
import type { Language } from "../../../generated/types.ts";
import type { LessonSection, LessonTask, LessonTexts } from "../content/lesson.ts";
import type { Level, Topic, TopicTask } from "../library/topic.ts";
import { findTranslation, type TranslatedTask, taskIn } from "../library/translation.ts";
import { termIn } from "../library/vocabulary.ts";
import { mix, shuffleNamed } from "./shuffle.ts";
import { capitalize, frameTexts, libraryTexts, textsIn } from "./texts.ts";

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
  const sectionIn = (language: Language, index: number) => findTranslation(topic, language)?.sections[index];
  const sections = topic.sections.map((section, index): LessonSection => {
    const shown = section.diagram === undefined ? undefined : illustration(section.diagram);
    return {
      id: `${topic.id}-${index + 1}`,
      heading: libraryTexts(languages, section.heading, (each) => sectionIn(each, index)?.heading),
      paragraphs: section[level].map((text, place) =>
        libraryTexts(languages, text, (each) => sectionIn(each, index)?.[level][place]),
      ),
      ...(shown !== undefined && { illustration: shown }),
    };
  });
  const words: LessonSection = {
    id: `${topic.id}-words`,
    heading: frameTexts(languages, "key_words"),
    paragraphs: Object.entries(topic.terms).map(([term, meaning]) =>
      keyWord(languages, term, meaning, (each) => findTranslation(topic, each)?.terms[term]),
    ),
  };
  return [...sections, words];
}

function keyWord(
  languages: readonly Language[],
  term: string,
  meaning: string,
  meaningIn: (language: Language) => string | undefined,
): LessonTexts {
  return textsIn(languages, (language) => {
    const explained = language === "en" ? meaning : meaningIn(language);
    const word = capitalize(termIn(language, term) ?? term, language);
    return explained && `${word}: ${explained}`;
  });
}

export function topicTasks(topic: Topic, { languages, level, seed }: Options): LessonTask[] {
  return topic.tasks
    .filter((task) => task.level === undefined || task.level === level)
    .map((task, index) => {
      const id = `${topic.id}-t${index + 1}`;
      return lessonTask(task, {
        id,
        languages,
        seed: `${seed}/${id}`,
        inLanguage: (each) => taskIn(topic, task, each),
      });
    });
}

interface TaskOptions {
  readonly id: string;
  readonly languages: readonly Language[];
  readonly seed: string;
  /** The same task in another language. */
  readonly inLanguage: (language: Language) => TranslatedTask | undefined;
}

function lessonTask(task: TopicTask, options: TaskOptions): LessonTask {
  const { id, languages, seed, inLanguage } = options;
  const base = {
    id,
    question: libraryTexts(languages, task.question, (each) => inLanguage(each)?.question),
    explanation: libraryTexts(languages, task.explanation, (each) => inLanguage(each)?.explanation),
  };
  switch (task.kind) {
    case "choice": {
      const all = shuffleNamed([...task.right, ...task.wrong], seed);
      const texts = all.map(({ item }, index) =>
        libraryTexts(languages, item, (each) => readChoices(inLanguage(each))?.[index]),
      );
      const options = mix(all, `${seed}/order`).map((option) => ({
        id: option.id,
        text: texts[all.indexOf(option)]!,
      }));
      return {
        ...base,
        kind: "choice",
        options,
        correct: all.slice(0, task.right.length).map((each) => each.id),
      };
    }
    case "number": {
      const { answer, tolerance, unit } = task;
      return {
        ...base,
        kind: "number",
        answer,
        tolerance,
        // Symbols of units are the same in all languages.
        ...(unit && { unit: textsIn(languages, () => unit) }),
      };
    }
    case "order": {
      const items = shuffleNamed(task.items, seed).map(({ id, item }, index) => ({
        id,
        text: libraryTexts(languages, item, (each) => inLanguage(each)?.items?.[index]),
      }));
      return { ...base, kind: "order", items };
    }
    case "gap": {
      const entries = languages.map((each) => [
        each,
        each === "en" ? task.accepted : inLanguage(each)?.accepted,
      ]);
      return { ...base, kind: "gap", accepted: Object.fromEntries(entries.filter(([, words]) => words)) };
    }
    case "open": {
      const points = task.points.map((point, index) => ({
        id: `p${index + 1}`,
        text: libraryTexts(languages, point, (each) => inLanguage(each)?.points?.[index]),
      }));
      return { ...base, kind: "open", rubric: { points } };
    }
  }
}

function readChoices(task: TranslatedTask | undefined): readonly string[] | undefined {
  return task && [...(task.right ?? []), ...(task.wrong ?? [])];
}
