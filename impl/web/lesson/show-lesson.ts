/** Shows a lesson, or a message why it is not available. */

import type { Language } from "../../../generated/types.ts";
import type { Attempt } from "../../lessons/attempts/attempt.ts";
import { type FoundLesson, findLesson } from "../../lessons/find.ts";
import { generationProgress } from "../../lessons/status.ts";
import { type ReplyOptions, reply, type WebContext } from "../reply.ts";
import { replyGeneralMessage } from "../respondent/public-form/message-replies.ts";
import type { LessonSite } from "../site.ts";
import { currentAttempt } from "./attempt-cookie.ts";
import { type LessonRequest, lessonRequest, replyLessonMessage } from "./lesson-request.ts";
import { isOpen, replyLessonPassword } from "./password.ts";
import { type LessonPicture, lessonPage } from "./views/lesson.ts";
import type { RejectedAnswer } from "./views/task-view.ts";
import { REFRESH_SECONDS, waitingMessage } from "./views/waiting.ts";

/** The type of pictures that the service draws itself. An image model makes bitmaps. */
const DRAWN = "image/svg+xml";

/** Answers a GET of a lesson. */
export async function showLesson(c: WebContext, site: LessonSite, lessonId: string): Promise<Response> {
  const found = await findLesson(site, lessonId);
  if (found === undefined || !found.isPublished) return replyNoLesson(c);
  const request = lessonRequest(c, found);
  if (!isOpen(c, site, found)) return replyLessonPassword(request);
  return replyLesson(site, request, await currentAttempt(c, site, found));
}

export function replyNoLesson(c: WebContext): Response {
  return replyGeneralMessage(c, { title: "lesson_not_found", text: "not_found_text" }, { status: 404 });
}

/** Sends the lesson with an attempt, or the progress of its generation. */
export function replyLesson(
  { writer }: LessonSite,
  request: LessonRequest,
  attempt: Attempt,
  {
    rejected,
    notice,
    ...options
  }: ReplyOptions & { readonly rejected?: RejectedAnswer; readonly notice?: string } = {},
): Response {
  const { c, t, found, addressIn } = request;
  const { state, lesson } = found;
  if (state.status === "failed") return replyFailed(request);
  if (lesson === undefined) {
    const message = waitingMessage(t, generationProgress(state));
    const page = { scripts: ["waiting"], styles: ["lesson"], refreshSeconds: REFRESH_SECONDS } as const;
    return replyLessonMessage(request, message, {}, page);
  }
  const page = lessonPage({
    t,
    lesson,
    pictures: listPictures(found, t.language),
    results: attempt.results,
    rejected,
    notice,
    isKept: attempt.id !== undefined,
    reviewsByModel: writer.review !== undefined,
    addressIn,
  });
  return reply(c, page, options);
}

function replyFailed(request: LessonRequest): Response {
  const { t } = request;
  const message = {
    title: t.say("lesson_failed_title"),
    text: t.say("lesson_failed_text"),
    mark: "closed",
  } as const;
  return replyLessonMessage(request, message, { status: 410 });
}

/**
 * Lists the pictures of a lesson.
 * @param language the language of the labels, if the lesson has it
 * @param query the query of the addresses
 */
export function listPictures(
  { id, illustrations }: FoundLesson,
  language: Language,
  query = "",
): ReadonlyMap<number, LessonPicture> {
  return new Map(
    illustrations.map(({ index, status, alt, mediaType, size }) => {
      const url = `/lessons/${id}/images/${index}${query}#${language}`;
      return [
        index,
        status === "completed"
          ? { url, alt: alt ?? {}, isByImageModel: mediaType !== DRAWN, size }
          : undefined,
      ];
    }),
  );
}
