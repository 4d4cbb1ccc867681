/** The addresses about lessons, and `/lessons/ID` for the signed-in owner: the state of a lesson, and its settings. */

import type { Refusal } from "@toolwright/runtime";
import { limits } from "../../../../generated/limits.ts";
import { hashPassword } from "../../../accounts/passwords.ts";
import { type FoundLesson, findLesson } from "../../../lessons/find.ts";
import { changeLesson, deleteLesson } from "../../../lessons/own-lessons.ts";
import { html } from "../../../platform/html.ts";
import { acceptOnly, type FormValues } from "../../form-body.ts";
import { manageLesson, manageView } from "../../lesson/manage.ts";
import { followProgress, manageParts } from "../../lesson/views/manage.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import type { LessonSite } from "../../site.ts";
import { type Done, doneAddress, doneText } from "../forms/done.ts";
import { PageRefusal, refusalText, requirePassword } from "../forms/refusal-text.ts";
import { handleRefusal } from "../forms/refusals.ts";
import type { OwnerPages, OwnerRequest } from "../owner-pages.ts";
import { replyNoSuchPage } from "../refusals.ts";
import { refusalBox } from "../views/forms/parts.ts";
import { lessonActions } from "../views/lessons/actions.ts";
import { postMake, postQuote, quoteInputs, showLessons, showQuote } from "./lessons.ts";

type LessonPageRequest = OwnerRequest<keyof LessonSite>;

/** Shows a lesson of the account. Other lessons open only by their signed address. */
async function showOwnLesson(request: LessonPageRequest, lessonId: string): Promise<Response> {
  const { c, site, account } = request;
  const found = await findLesson(site, lessonId);
  if (found?.state.accountId !== account.id) return manageLesson(c, site, lessonId);
  return replyOwnLesson(request, found);
}

async function replyOwnLesson(
  request: LessonPageRequest,
  found: FoundLesson,
  refusal?: Refusal,
): Promise<Response> {
  const { t, csrf, site } = request;
  const view = await manageView(site, found, t);
  const { id, name, isPublished } = found;
  const actions = lessonActions({ t, csrf, id, name, hasPassword: view.hasPassword, isPublished });
  const { status = 200, ...refused } = refusal ? refusalText(t, refusal) : {};
  const box = "text" in refused && refusalBox(t.say("refused_title"), refused);
  const main = html`${box}${manageParts(view)}<div class="parts">${actions}</div>`;
  const title = name ?? t.say("lesson_manage");
  // The present state is newer than the notice of the order.
  const isOutdated = request.c.req.query("done") === "lesson_created" && view.progress === undefined;
  const notice = isOutdated ? undefined : doneText(request);
  return request.reply({ title, main, notice, styles: ["lesson"], ...followProgress(view) }, { status });
}

type LessonAction = (request: LessonPageRequest, lessonId: string, values: FormValues) => Promise<Done>;

/** Runs an action and redirects to the page of the lesson; after a deletion, to the list. */
async function postLessonAction(
  request: LessonPageRequest,
  lessonId: string,
  run: () => Promise<Done>,
): Promise<Response> {
  const act = async () => {
    const done = await run();
    const { site, account } = request;
    site.log.info({ event: "owner_action", action: done, account: account.id, lesson: lessonId });
    const path = done === "lesson_deleted" ? "/lessons" : `/lessons/${lessonId}`;
    return seeOther(request.c, doneAddress(path, done));
  };
  return handleRefusal(act, async (refusal) => {
    const found = await findLesson(request.site, lessonId);
    if (found?.state.accountId !== request.account.id) return replyNoSuchPage(request.c);
    return replyOwnLesson(request, found, refusal);
  });
}

const renameOwnLesson: LessonAction = async ({ site, account, t }, lessonId, values) => {
  const name = (values.get("name") ?? "").trim();
  const { max } = limits.title_length;
  if ([...name].length > max) throw new PageRefusal(t.say("copy_name_too_long", { count: max }));
  await changeLesson(site.storage, account.id, lessonId, { name: name === "" ? null : name });
  return "lesson_renamed";
};

const setLessonPassword: LessonAction = async (request, lessonId, values) => {
  const isRemoved = values.get("remove") !== undefined;
  const password = values.get("password") ?? "";
  if (!isRemoved) requirePassword(request.t, password);
  const password_hash = isRemoved ? null : await hashPassword(password);
  await changeLesson(request.site.storage, request.account.id, lessonId, { password_hash });
  return isRemoved ? "no_password" : "password";
};

const showOrHideLesson: LessonAction = async ({ site, account }, lessonId, values) => {
  const unpublished_at = values.get("hide") === "yes" ? site.clock().toISOString() : null;
  await changeLesson(site.storage, account.id, lessonId, { unpublished_at });
  return unpublished_at === null ? "lesson_shown" : "lesson_hidden";
};

const deleteOwnLesson: LessonAction = async ({ site, account, t }, lessonId, values) => {
  if (values.get("sure") !== "yes") throw new PageRefusal(t.say("lesson_delete_not_sure"));
  await deleteLesson(site, account.id, lessonId, site.clock());
  return "lesson_deleted";
};

/** The path segment of a lesson's id. */
export const LESSON = ":lesson{lsn_[0-9A-Za-z]{22}}";
const QUOTE = "/lessons/quotes/:quote{quo_[0-9A-Za-z]{22}}";

/** Inputs of each action. */
const ACTIONS: readonly (readonly [path: string, inputs: readonly string[], action: LessonAction])[] = [
  ["name", ["name"], renameOwnLesson],
  ["password", ["password", "remove"], setLessonPassword],
  ["status", ["hide"], showOrHideLesson],
  ["delete", ["sure"], deleteOwnLesson],
];

export function lessonRoutes(owner: OwnerPages): void {
  owner.get("/lessons", showLessons);
  owner.post("/lessons/quotes", quoteInputs, postQuote);
  owner.get(QUOTE, (request) => showQuote(request, request.c.req.param("quote") ?? ""));
  owner.post(QUOTE, acceptOnly("task_mode", "password"), (request, values) =>
    postMake(request, request.c.req.param("quote") ?? "", values),
  );
  const lessonId = ({ c }: { readonly c: WebContext }) => c.req.param("lesson") ?? "";
  owner.get(
    `/lessons/${LESSON}`,
    (request) => showOwnLesson(request, lessonId(request)),
    (c, site) => (c.req.query("key") ? manageLesson(c, site, lessonId({ c })) : undefined),
  );
  for (const [path, inputs, action] of ACTIONS)
    owner.post(`/lessons/${LESSON}/${path}`, acceptOnly(...inputs), (request, values) =>
      postLessonAction(request, lessonId(request), () => action(request, lessonId(request), values)),
    );
}
