/** What readers should know of how a lesson was made. */
import type { Language } from "../../../generated/types.ts";
import type { LessonNotice } from "../content/lesson.ts";
import { isWhollyIn } from "../library/translation.ts";
import type { LessonRequest } from "../writer.ts";
import type { Plan } from "./plan.ts";
import { frameTexts, listed } from "./texts.ts";

const MOST_PARTS = 20;

/** The languages in which the library does not have all texts of a lesson's topics. */
export function untranslatedLanguages({ topics }: Plan, languages: readonly Language[]): Language[] {
  return languages.filter((language) => topics.some((topic) => !isWhollyIn(topic, language)));
}

export function noticesOf(plan: Plan, { languages, taskMode }: LessonRequest): LessonNotice[] {
  const notices: LessonNotice[] = [];
  const add = (code: string, text: LessonNotice["text"], about?: LessonNotice["languages"]) =>
    notices.push({ code, text, ...(about && { languages: about }) });
  if (plan.topics.length > 0) add("from_library", frameTexts(languages, "from_library"));
  if (plan.groups.length > 0) add("from_prompt", frameTexts(languages, "from_prompt"));
  const untranslated = untranslatedLanguages(plan, languages);
  if (untranslated.length > 0) add("untranslated", frameTexts(languages, "untranslated"), untranslated);
  const others = languages.filter((language) => language !== plan.language);
  if (plan.groups.length > 0 && others.length > 0) {
    add("untranslated", frameTexts(languages, "prompt_language"), others);
  }
  const left = [...plan.unknown, ...plan.uncovered.flatMap(({ words }) => words)].slice(0, MOST_PARTS);
  if (left.length > 0) {
    add(
      "not_taught",
      frameTexts(languages, "not_taught", (language) => ({ parts: listed(language, left) })),
    );
  }
  if (taskMode === "ai_reviewed") add("key_words", frameTexts(languages, "review_method"));
  return notices;
}
