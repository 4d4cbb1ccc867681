/** Writes the lesson that a plan describes. */
import type { Language } from "../../../generated/types.ts";
import type { Lesson, LessonNotice, LessonTask, LessonTexts } from "../content/lesson.ts";
import { findTranslation } from "../library/translation.ts";
import { findVocabulary, frameText, termIn } from "../library/vocabulary.ts";
import type { LessonRequest } from "../writer.ts";
import type { Plan, PlannedIllustration } from "./plan.ts";
import { headingTexts, statementSections, statementTasks } from "./statement-lesson.ts";
import { capitalize, formatList, frameTexts, textsIn } from "./texts.ts";
import { topicSections, topicTasks } from "./topic-lesson.ts";

/** The number of tasks for each of several topics; a single topic has more. */
const FIXED_TASKS_OF_SEVERAL = 4;
const MOST_PARTS = 20;

export function writeLesson(plan: Plan, request: LessonRequest): Lesson {
  const { languages, seed, taskMode } = request;
  const options = { languages, level: plan.level, language: plan.language, seed };
  const place = (isIt: (planned: PlannedIllustration) => boolean) => {
    const index = plan.illustrations.findIndex(isIt);
    return index < 0 ? undefined : index;
  };
  const sections = plan.topics.flatMap((topic) =>
    topicSections(topic, options, (diagram) =>
      place((each) => "topic" in each && each.topic === topic && each.diagram === diagram),
    ),
  );
  const own = statementSections(plan.parts, options, (part) =>
    place((each) => "part" in each && each.part === part),
  );
  const tasks = [
    ...plan.topics.flatMap((topic) => limitTasks(topicTasks(topic, options), plan.topics.length)),
    ...statementTasks(plan.groups, options),
  ];
  return {
    languages,
    title: writeTitle(plan, languages),
    summary: writeSummary(plan, languages),
    sections: [...sections, ...own],
    tasks: tasks.filter(({ kind }) => kind !== "open" || taskMode === "ai_reviewed"),
    notices: listNotices(plan, request),
  };
}

function limitTasks(tasks: readonly LessonTask[], topics: number): LessonTask[] {
  if (topics === 1) return [...tasks];
  const fixed = tasks.filter(({ kind }) => kind !== "open").slice(0, FIXED_TASKS_OF_SEVERAL);
  return [...fixed, ...tasks.filter(({ kind }) => kind === "open").slice(0, 1)];
}

/** Titles of the library are translated; a heading of the prompt stays in its language. */
function writeTitle({ topics, groups, language }: Plan, languages: readonly Language[]): LessonTexts {
  const heading = groups[0]?.heading;
  if (topics.length === 0) return headingTexts(groups[0] ?? {}, language, languages);
  return textsIn(languages, (each) => {
    const titles = topics.map(({ id, title }) =>
      each === "en" ? title : (findVocabulary(each).titles[id] ?? title),
    );
    return formatList(each, [...titles, ...(heading === undefined ? [] : [heading])]);
  });
}

function writeSummary({ topics, groups }: Plan, languages: readonly Language[]): LessonTexts {
  const only = topics.length === 1 && groups.length === 0 ? topics[0] : undefined;
  return textsIn(languages, (language) => {
    const about = only && (language === "en" ? only.about : findTranslation(only, language)?.about);
    if (about !== undefined) return about;
    const terms = topics.flatMap((topic) => Object.keys(topic.terms)).map((term) => termIn(language, term));
    const known = [...new Set(terms.filter((term) => term !== undefined))];
    if (known.length > 0) return frameText(language, "learn", { list: formatList(language, known) });
    return capitalize(frameText(language, "from_prompt"), language);
  });
}

/** Returns notices for readers about the creation of a lesson. */
function listNotices(plan: Plan, { languages }: LessonRequest): LessonNotice[] {
  const notices: LessonNotice[] = [];
  const add = (code: string, text: LessonNotice["text"]) => notices.push({ code, text });
  if (plan.topics.length > 0) add("from_library", frameTexts(languages, "from_library"));
  if (plan.groups.length > 0) add("from_prompt", frameTexts(languages, "from_prompt"));
  const left = [...plan.unknown, ...plan.uncovered.flatMap(({ words }) => words)].slice(0, MOST_PARTS);
  if (left.length > 0) {
    add(
      "not_taught",
      frameTexts(languages, "not_taught", (language) => ({ parts: formatList(language, left) })),
    );
  }
  return notices;
}
