/** Finds the learner's attempt by a cookie of the lesson's page. */

import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Attempt } from "../../lessons/attempts/attempt.ts";
import {
  ATTEMPT_LIFETIME_MS,
  beginAttempt,
  findAttempt,
  removeAttempt,
} from "../../lessons/attempts/attempts.ts";
import type { FoundLesson } from "../../lessons/find.ts";
import { cookieFor } from "../cookie.ts";
import type { WebContext } from "../reply.ts";
import type { LessonSite } from "../site.ts";

const COOKIE = "attempt";
const ID = /^att_[0-9A-Za-z]{22}$/;

/** The attempt before the first answer, and if attempts are not stored. */
const NOTHING: Attempt = { id: undefined, results: {} };

export async function currentAttempt(c: WebContext, site: LessonSite, found: FoundLesson): Promise<Attempt> {
  const id = getCookie(c, COOKIE);
  if (id === undefined || !ID.test(id)) return NOTHING;
  return (await findAttempt(site.storage, found.id, id, site.clock())) ?? NOTHING;
}

/** Returns the attempt for an answer. A new one is not stored if the network has begun too many. */
export async function attemptForAnswer(
  c: WebContext,
  site: LessonSite,
  found: FoundLesson,
): Promise<Attempt> {
  const current = await currentAttempt(c, site, found);
  if (current.id !== undefined) return current;
  const verdict = await site.limits.attempts(`${c.var.network} ${found.id}`);
  const begun = verdict.allowed ? await beginAttempt(site.storage, found.id, site.clock()) : undefined;
  if (begun?.id === undefined) return NOTHING;
  const maxAge = ATTEMPT_LIFETIME_MS / 1_000;
  setCookie(c, COOKIE, begun.id, { ...cookieFor(site, cookiePath(found)), maxAge });
  return begun;
}

/** Deletes the attempt and its cookie. */
export async function forgetAttempt(c: WebContext, site: LessonSite, found: FoundLesson): Promise<void> {
  const { id } = await currentAttempt(c, site, found);
  if (id !== undefined) await removeAttempt(site.storage, found.id, id);
  deleteCookie(c, COOKIE, cookieFor(site, cookiePath(found)));
}

function cookiePath(found: FoundLesson): string {
  return `/l/${found.id}`;
}
