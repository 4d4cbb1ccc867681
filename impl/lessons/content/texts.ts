/** Finds every text of a lesson, for checks and translations. */
import type { Language } from "../../../generated/types.ts";
import type { GapTask, Lesson, LessonTask, LessonTexts } from "./lesson.ts";

/** A text of a lesson, or a list of words, and where it stands. */
export type PlacedText =
  | { readonly place: string; readonly texts: LessonTexts }
  | { readonly place: string; readonly words: GapTask["accepted"] };

/** Returns the texts in reading order. Notices are left out: they are texts of the service. */
export function placedTexts({ title, summary, sections, tasks, pictures = [] }: Lesson): PlacedText[] {
  return [
    { place: "title", texts: title },
    { place: "summary", texts: summary },
    ...sections.flatMap(({ heading, paragraphs }, at) => [
      { place: `sections[${at}].heading`, texts: heading },
      ...paragraphs.map((texts, index) => ({ place: `sections[${at}].paragraphs[${index}]`, texts })),
    ]),
    ...pictures.flatMap(({ alt, labels = [] }, at) => [
      { place: `pictures[${at}].alt`, texts: alt },
      ...labels.map((texts, index) => ({ place: `pictures[${at}].labels[${index}]`, texts })),
    ]),
    ...tasks.flatMap((task, at) => taskTexts(task, `tasks[${at}]`)),
  ];
}

/** Whether the lesson has every text in a language. */
export function isWrittenIn(lesson: Lesson, language: Language): boolean {
  return placedTexts(lesson).every(
    (placed) => ("texts" in placed ? placed.texts : placed.words)[language] !== undefined,
  );
}

function taskTexts(task: LessonTask, place: string): PlacedText[] {
  const { question, explanation } = task;
  return [
    { place: `${place}.question`, texts: question },
    ...partTexts(task, place),
    ...(explanation ? [{ place: `${place}.explanation`, texts: explanation }] : []),
  ];
}

function partTexts(task: LessonTask, place: string): PlacedText[] {
  switch (task.kind) {
    case "choice":
      return task.options.map(({ text }, at) => ({ place: `${place}.options[${at}]`, texts: text }));
    case "order":
      return task.items.map(({ text }, at) => ({ place: `${place}.items[${at}]`, texts: text }));
    case "number":
      return task.unit ? [{ place: `${place}.unit`, texts: task.unit }] : [];
    case "gap":
      return [{ place: `${place}.accepted`, words: task.accepted }];
    case "open":
      return task.rubric.points.map(({ text }, at) => ({ place: `${place}.points[${at}]`, texts: text }));
  }
}
