/** The rules of lessons, whether a model or the built-in writer wrote them: every task can be answered, and every text is there and can be shown. */
import type { Language } from "../../../generated/types.ts";
import type { Lesson, LessonTask } from "./lesson.ts";
import { type PlacedText, placedTexts } from "./texts.ts";

const MOST = { sections: 60, paragraphs: 40, tasks: 60, options: 10, items: 10, points: 8, words: 20 };
const LONGEST = { text: 2_000, title: 200, word: 100 };

/** @param languages in which every text has to be there. Each problem is a sentence that begins with a place. */
export function lessonProblems(lesson: Lesson, languages: readonly Language[]): string[] {
  const { sections, tasks } = lesson;
  return [
    ...countProblem("sections", sections.length, 1, MOST.sections),
    ...sections.flatMap(({ paragraphs }, at) =>
      countProblem(`sections[${at}].paragraphs`, paragraphs.length, 1, MOST.paragraphs),
    ),
    ...countProblem("tasks", tasks.length, 1, MOST.tasks),
    ...tasks.flatMap((task, at) => taskProblems(task, `tasks[${at}]`, languages)),
    ...repeatedIds([...sections.map(({ id }) => id), ...tasks.map(({ id }) => id)], "ids"),
    ...pictureProblems(lesson),
    ...placedTexts(lesson).flatMap((text) => languages.flatMap((language) => textProblems(text, language))),
  ];
}

function taskProblems(task: LessonTask, place: string, languages: readonly Language[]): string[] {
  switch (task.kind) {
    case "choice": {
      const ids = task.options.map(({ id }) => id);
      const isKeyed = task.correct.length > 0 && task.correct.every((id) => ids.includes(id));
      return [
        ...countProblem(`${place}.options`, ids.length, 2, MOST.options),
        ...repeatedIds(ids, `${place}.options`),
        ...(isKeyed ? [] : [`${place}.correct must name one or more of the options.`]),
        ...(task.correct.length < ids.length ? [] : [`${place}.options must have one that is wrong.`]),
        ...distinct(task.options, `${place}.options`, languages),
      ];
    }
    case "order":
      return [
        ...countProblem(`${place}.items`, task.items.length, 3, MOST.items),
        ...repeatedIds(
          task.items.map(({ id }) => id),
          `${place}.items`,
        ),
        ...distinct(task.items, `${place}.items`, languages),
      ];
    case "number":
      return [
        ...(Number.isFinite(task.answer) ? [] : [`${place}.answer must be a number.`]),
        ...(task.tolerance >= 0 && Number.isFinite(task.tolerance)
          ? []
          : [`${place}.tolerance must be 0 or more.`]),
      ];
    case "gap":
      return languages
        .filter((language) => (task.question[language] ?? "").split("___").length !== 2)
        .map(
          (language) => `${place}.question must have ___ once, in place of the missing words (${language}).`,
        );
    case "open":
      return [
        ...countProblem(`${place}.points`, task.rubric.points.length, 1, MOST.points),
        ...repeatedIds(
          task.rubric.points.map(({ id }) => id),
          `${place}.points`,
        ),
      ];
  }
}

/** Each planned picture belongs to one section. */
function pictureProblems({ sections, pictures }: Lesson): string[] {
  if (pictures === undefined) return [];
  return pictures.flatMap((_, at) => {
    const places = sections.filter(({ illustration }) => illustration === at).length;
    return places === 1 ? [] : [`pictures[${at}] must belong to one section of its own.`];
  });
}

function textProblems(placed: PlacedText, language: Language): string[] {
  const { place } = placed;
  if ("words" in placed) {
    const words = placed.words[language] ?? [];
    const isUsable = words.every((word) => isShown(word) && word.length <= LONGEST.word);
    return [
      ...countProblem(place, words.length, 1, MOST.words),
      ...(isUsable ? [] : [`${place} must have words of at most ${LONGEST.word} characters (${language}).`]),
    ];
  }
  const text = placed.texts[language];
  const longest = place === "title" ? LONGEST.title : LONGEST.text;
  if (text === undefined || !isShown(text)) return [`${place} must be a text (${language}).`];
  return text.length <= longest
    ? []
    : [`${place} has more than ${longest} characters (${language}). Make it shorter.`];
}

/** Has something to read, and nothing that no page can show. */
function isShown(text: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(text) && text.isWellFormed() && !/(?![\n\t])\p{Cc}/u.test(text);
}

function countProblem(place: string, count: number, least: number, most: number): string[] {
  return count >= least && count <= most ? [] : [`${place} must have ${least} to ${most} entries.`];
}

function repeatedIds(ids: readonly string[], place: string): string[] {
  return new Set(ids).size === ids.length ? [] : [`${place} must be unique.`];
}

/** Two options that read alike look like one. */
function distinct(
  named: readonly { readonly text: Readonly<Partial<Record<Language, string>>> }[],
  place: string,
  languages: readonly Language[],
): string[] {
  return languages
    .filter((language) => {
      const texts = named.map(({ text }) => text[language]?.trim().toLowerCase());
      return new Set(texts).size < texts.length;
    })
    .map((language) => `${place} must all be different (${language}).`);
}
