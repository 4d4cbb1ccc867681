/** What readers should know of how a lesson was made. */
import type { LessonNotice } from "../content/lesson.ts";
import type { LessonRequest } from "../writer.ts";
import type { Plan } from "./plan.ts";
import { formatList, frameTexts } from "./texts.ts";

const MOST_PARTS = 20;

export function listNotices(plan: Plan, { languages }: LessonRequest): LessonNotice[] {
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
