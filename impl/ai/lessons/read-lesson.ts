/** Reads the shape in which models write lessons; the rules of lessons judge the result. */
import type { Language } from "../../../generated/types.ts";
import { lessonProblems } from "../../lessons/content/check.ts";
import type { Lesson, LessonSection } from "../../lessons/content/lesson.ts";
import type { LessonRequest } from "../../lessons/writer.ts";
import { isObject, type Json, listIn, textIn, textsIn } from "../read-json.ts";
import type { Reading } from "../repair.ts";
import { readPictures } from "./read-pictures.ts";
import { readTask } from "./read-task.ts";

/** A lesson in its default language, and its omissions in the words of the prompt. */
export interface DraftedLesson {
  readonly lesson: Lesson;
  readonly leftOut: readonly string[];
}

const FEWEST_TASKS = 3;

export function readLesson(answer: Json, request: LessonRequest): Reading<DraftedLesson> {
  const problems: string[] = [];
  const [language] = request.languages as [Language, ...Language[]];
  const tasks = listIn(answer, "tasks", problems)
    .map((task, at) =>
      readTask(task, { place: `tasks[${at}]`, id: `t${at + 1}`, language, seed: request.seed }, problems),
    )
    .filter((task) => task !== undefined);
  const { pictures, sectionOf } = readPictures(answer, request, language, problems);
  const sections = listIn(answer, "sections", problems).map((each, at): LessonSection => {
    const section = isObject(each) ? each : {};
    const illustration = sectionOf.indexOf(at);
    return {
      id: `s${at + 1}`,
      heading: { [language]: textIn(section, "heading") },
      paragraphs: textsIn(section, "paragraphs").map((text) => ({ [language]: text })),
      ...(illustration >= 0 && { illustration }),
    };
  });
  const lesson: Lesson = {
    languages: request.languages,
    title: { [language]: textIn(answer, "title") },
    summary: { [language]: textIn(answer, "summary") },
    sections,
    tasks: tasks.filter(({ kind }) => kind !== "open" || request.taskMode === "ai_reviewed"),
    notices: [],
    pictures,
    pendingLanguages: request.languages.slice(1),
  };
  problems.push(...taskProblems(lesson, request), ...lessonProblems(lesson, [language]));
  return problems.length > 0 ? { problems } : { value: { lesson, leftOut: textsIn(answer, "left_out") } };
}

function taskProblems({ tasks }: Lesson, { taskMode }: LessonRequest): string[] {
  const problems: string[] = [];
  if (tasks.length < FEWEST_TASKS) problems.push(`tasks must have at least ${FEWEST_TASKS} usable entries.`);
  if (taskMode === "ai_reviewed" && !tasks.some(({ kind }) => kind === "open"))
    problems.push('tasks must have at least one of the kind "open".');
  return problems;
}
