/** The page of a lesson's owner at its signed address. It needs no sign-in, because agents pass the address on. */

import type { Language } from "../../../generated/types.ts";
import { attemptStatistics } from "../../lessons/attempts/statistics.ts";
import { type FoundLesson, findLesson } from "../../lessons/find.ts";
import { generationProgress } from "../../lessons/status.ts";
import type { Translation } from "../../texts/translate.ts";
import { reply, type WebContext } from "../reply.ts";
import { visitorTranslation } from "../respondent/public-form/form-request.ts";
import { replyGeneralMessage } from "../respondent/public-form/message-replies.ts";
import type { LessonSite } from "../site.ts";
import { listPictures, replyNoLesson } from "./show-lesson.ts";
import { type ManageView, managePage } from "./views/manage.ts";

export async function manageLesson(c: WebContext, site: LessonSite, lessonId: string): Promise<Response> {
  const key = c.req.query("key") ?? "";
  if (!site.lessonAddresses.isManagementKey(lessonId, key)) return replyKeyMissing(c);
  const found = await findLesson(site, lessonId);
  if (found === undefined) return replyNoLesson(c);
  const page = managePage(await manageView(site, found, visitorTranslation(c)));
  return reply(c, page, { headers: { "Cache-Control": "private, no-store" } });
}

/** Returns the data of the owner's page of a lesson, both at its signed address and after a sign-in. */
export async function manageView(site: LessonSite, found: FoundLesson, t: Translation): Promise<ManageView> {
  const { id, state, lesson, passwordHash } = found;
  const { status, credits } = state;
  const tasks = lesson?.tasks.map((task) => task.id) ?? [];
  const urls = site.lessonAddresses.urlsOf(id);
  return {
    t,
    status,
    progress: status === "queued" || status === "generating" ? generationProgress(state) : undefined,
    failures: listFailures(found),
    lesson,
    publicUrl: urls.public,
    hasPassword: passwordHash !== null,
    pictures: listManagedPictures(found, t.language, new URL(urls.manage).search),
    credits: { quoted: credits.reserved + credits.charged + credits.refunded, ...credits },
    reviewsByModel: site.writer.review !== undefined,
    statistics: await attemptStatistics(site.storage, id, tasks, site.clock()),
  };
}

/** Sends the same page whether the lesson exists or not. */
function replyKeyMissing(c: WebContext): Response {
  const message = { title: "lesson_manage_key_title", text: "lesson_manage_key_text", mark: "lock" } as const;
  return replyGeneralMessage(c, message, { status: 403 });
}

/** Lists the reasons of failures without repetitions: all parts of a failed lesson have the same reason. */
function listFailures({ state }: FoundLesson): string[] {
  const others = state.parts.filter(({ kind }) => kind !== "illustration");
  return [...new Set(others.map(({ error }) => error).filter((error) => error !== null))];
}

/** Lists the pictures for the owner. @param query has the key, which opens pictures behind a password */
function listManagedPictures(found: FoundLesson, language: Language, query: string) {
  const pictures = listPictures(found, language, query);
  return found.illustrations.map(({ index, status, error }) => ({
    index,
    status,
    ...(error !== undefined && { error }),
    ...pictures.get(index),
  }));
}
