import { accessibleForm } from "../../../forms/forms.ts";
import { seeOther, type WebContext } from "../../reply.ts";
import type { FormSite, Site } from "../../site.ts";
import { formRequest } from "../public-form/form-request.ts";
import { replyNotFound, replyTooMany, replyUnavailable } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import { newFill } from "./open-fill.ts";
import { replyPasswordPage } from "./password.ts";
import { countAnswers } from "./post-form.ts";
import { openVisit } from "./visit.ts";
import { replyOpened } from "./welcome.ts";

/** Answers a GET of a form: its welcome page, its first page, or a message why it is not available. */
export async function showForm(c: WebContext, site: FormSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return (await leadToPreview(c, site, formId)) ?? replyNotFound(c);
  const verdict = site.limits.computing(c.var.network, publicForm.cost);
  if (!verdict.allowed) return replyTooMany(c, verdict.retryAfterSeconds);
  const request = formRequest(c, publicForm);
  if (publicForm.state !== "open") return replyUnavailable(request, publicForm.state);
  const opened = await openVisit(c, site, formId, request.t.language);
  if (opened.visit !== undefined && !opened.isPrefetched) site.openings.count(formId, opened.visit);
  if (publicForm.form.password_hash !== null) return replyPasswordPage(request);
  const openFill = newFill(site, publicForm, request.prefilled, request.t.language, opened);
  countAnswers(site, request, openFill);
  return replyOpened({ site, request, openFill });
}

/** Redirects a signed-in account with access to the preview of a draft. For all others the draft does not exist. */
async function leadToPreview(
  c: WebContext,
  { sessions, storage }: Pick<Site, "sessions" | "storage">,
  formId: string,
): Promise<Response | undefined> {
  const signedIn = await sessions.current(c.req.raw.headers);
  if (signedIn === undefined) return undefined;
  const form = await accessibleForm(storage.db, signedIn.account.id, formId);
  return form && seeOther(c, `/forms/${formId}/preview`, signedIn.cookies);
}
