/** Moves a fill to the current version of its form if the respondent would skip a new consent otherwise. */
import { checkAnswers } from "../../../forms/check-answers.ts";
import { saveFill } from "../../../responses/fills.ts";
import { newConsents, shownConsents, withoutTicks } from "../../../responses/new-consents.ts";
import { formRequest } from "../public-form/form-request.ts";
import { replyUnavailable } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import { type OpenFill, replyStep, type ShownPage, storedFill } from "./open-fill.ts";
import { findPageOfField } from "./steps.ts";

/**
 * Shows the page with the new consent, in the current version and with the answers so far. Undefined: the opened version has every
 * consent of the current one, so the respondent finishes it.
 */
export async function replyNewConsent(shown: ShownPage): Promise<Response | undefined> {
  const { site, request, openFill } = shown;
  const { form, structure } = request.publicForm;
  if (openFill.ticket.version === form.version) return undefined;
  const consents = newConsents(openFill.structure, structure);
  if (consents.length === 0) return undefined;
  const rawAnswers = withoutTicks(openFill.rawAnswers, consents);
  const now = site.clock();
  const checked = checkAnswers(structure, rawAnswers, openFill.uploads, now, request.t.language);
  const [consent] = shownConsents(consents, checked);
  if (consent === undefined) return undefined;
  const ticket = { ...openFill.ticket, version: form.version };
  const moved: OpenFill = { ...openFill, ticket, structure, rawAnswers, checked };
  await saveFill(site.storage.db, storedFill(moved), now);
  const notice = request.t.say("form_changed");
  const page = { ...shown, openFill: moved, pageId: findPageOfField(structure, consent.id) };
  return replyStep(page, { notice, status: 422 });
}

/** Does the same for a form that was changed while its last page was being sent. */
export async function replyChanged(shown: ShownPage): Promise<Response> {
  const { site, request } = shown;
  const publicForm = await findPublicForm(site, request.form.id);
  if (publicForm?.state !== "open") return replyUnavailable(request, publicForm?.state ?? "archived");
  const current = formRequest(request.c, publicForm, request.t.language);
  const page = { ...shown, request: current, pageId: undefined };
  const notice = current.t.say("form_changed");
  return (await replyNewConsent(page)) ?? replyStep(page, { notice, status: 422 });
}
