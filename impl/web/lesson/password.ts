/** Asks for the password of a lesson before it shows the lesson, and remembers the access in a cookie. */

import { getCookie, setCookie } from "hono/cookie";
import { isPassword } from "../../accounts/passwords.ts";
import { inputs } from "../../forms/fields/parts/inputs.ts";
import type { FoundLesson } from "../../lessons/find.ts";
import { passwordForm } from "../components/password-form.ts";
import { cookieFor } from "../cookie.ts";
import { seeOther, type WebContext } from "../reply.ts";
import { minutes } from "../respondent/public-form/message-replies.ts";
import type { LessonSite } from "../site.ts";
import { type LessonRequest, replyLessonMessage } from "./lesson-request.ts";

const COOKIE = "opened";
/** The maximum lifetime of the cookie, which otherwise ends with the browser's session: others may use the browser tomorrow. */
const OPEN_MS = 24 * 3_600_000;

/** Returns whether the browser may see the lesson. */
export function isOpen(c: WebContext, { openedLessons, clock }: LessonSite, found: FoundLesson): boolean {
  if (found.passwordHash === null || !found.isPublished) return found.isPublished;
  const cookie = getCookie(c, COOKIE);
  const opened = cookie === undefined ? undefined : openedLessons.verify(cookie);
  return (
    opened?.lesson === found.id && opened.password === passwordMark(found) && opened.until > clock().getTime()
  );
}

/** Identifies the present password. */
function passwordMark({ passwordHash }: FoundLesson): string | undefined {
  return passwordHash?.slice(-12);
}

/** Asks for the password and reveals nothing about the lesson. */
export function replyLessonPassword(
  request: LessonRequest,
  wrong?: { readonly message: string; readonly status: 403 | 429 },
): Response {
  const { t, addressIn } = request;
  const more = passwordForm({
    t,
    action: addressIn(t.language),
    hidden: { [inputs.language]: t.language },
    message: wrong?.message,
    open: t.say("lesson_open"),
  });
  const message = {
    title: t.say("lesson_protected"),
    text: t.say("password_text"),
    more,
    mark: "lock" as const,
  };
  return replyLessonMessage(request, message, { status: wrong?.status ?? 200 });
}

/** Opens the lesson for this browser if the password is right. */
export async function postLessonPassword(
  site: LessonSite,
  request: LessonRequest,
  password: string,
): Promise<Response> {
  const { c, t, found, addressIn } = request;
  const { id, passwordHash } = found;
  const verdict = await site.limits.passwords(`${c.var.network} ${id}`);
  if (!verdict.allowed) {
    const message = t.say("too_many_text", { count: minutes(verdict.retryAfterSeconds) });
    return replyLessonPassword(request, { message, status: 429 });
  }
  const isRight = passwordHash === null || (await isPassword(password, passwordHash));
  if (!isRight) return replyLessonPassword(request, { message: t.say("password_wrong"), status: 403 });
  keepOpen(c, site, found);
  return seeOther(c, addressIn(t.language));
}

/** Sets one cookie for the page, and one for the pictures. */
function keepOpen(c: WebContext, site: LessonSite, found: FoundLesson): void {
  const until = site.clock().getTime() + OPEN_MS;
  const value = site.openedLessons.sign({ lesson: found.id, password: passwordMark(found), until });
  for (const path of [`/l/${found.id}`, `/lessons/${found.id}/images`])
    setCookie(c, COOKIE, value, cookieFor(site, path));
}
