import { formRequest } from "../public-form/form-request.ts";
import { replyNotFound, replyUnavailable } from "../public-form/message-replies.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { newFill, replyStep } from "./open-fill.ts";
import { replyPasswordPage } from "./password.ts";
import { readHiddenFields } from "./read-answers.ts";
import { firstPage } from "./steps.ts";

/** GET of a form: its first page, or a message why it is not available. */
export async function showForm(c: WebContext, site: Site, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  if (publicForm === undefined) return replyNotFound(c, site);
  const request = formRequest(c, publicForm);
  if (publicForm.state !== "open") return replyUnavailable(c, site, request, publicForm.state);
  if (publicForm.form.password_hash !== null)
    return replyPasswordPage(c, site, request, hiddenQuery(c, publicForm));
  const openFill = newFill(site, publicForm, hiddenQuery(c, publicForm));
  return replyStep(c, site, request, openFill, firstPage(openFill.structure, openFill.checked));
}

function hiddenQuery(c: WebContext, { structure }: Parameters<typeof formRequest>[1]) {
  return readHiddenFields(structure, (id) => c.req.query(id));
}
