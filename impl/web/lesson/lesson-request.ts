/** Reads a request to the page of a lesson: its language, and the access of the browser. */
import type { Language } from "../../../generated/types.ts";
import type { FoundLesson } from "../../lessons/find.ts";
import { type Translation, translation } from "../../texts/translate.ts";
import { type MessageView, messagePage } from "../components/message.ts";
import { type ReplyOptions, reply, type WebContext } from "../reply.ts";
import { chooseLanguage } from "../respondent/public-form/public-form.ts";

export interface LessonRequest {
  readonly c: WebContext;
  readonly found: FoundLesson;
  readonly t: Translation;
  addressIn(language: Language): string;
}

/** Reads a request. @param requested the language of the page that was sent; undefined: the `lang` parameter decides */
export function lessonRequest(c: WebContext, found: FoundLesson, requested?: string): LessonRequest {
  const [fallback = "en", ...others] = found.languages;
  const language = chooseLanguage(
    [fallback, ...others],
    requested ?? c.req.query("lang"),
    c.req.header("accept-language"),
  );
  return {
    c,
    found,
    t: translation(language, fallback),
    addressIn: (other) => `/l/${found.id}?lang=${other}`,
  };
}

/** Sends a page with one message about a lesson. */
export function replyLessonMessage(
  { c, t, found, addressIn }: LessonRequest,
  message: Pick<MessageView, "title" | "text" | "more" | "mark">,
  options: ReplyOptions = {},
  page: Pick<ReturnType<typeof messagePage>, "scripts" | "styles" | "refreshSeconds"> = {},
): Response {
  const view = messagePage({ t, embedded: false, languages: found.languages, addressIn, ...message });
  return reply(c, { ...view, ...page }, options);
}
