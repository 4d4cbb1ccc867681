import type { WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { replyNotFound, replyUnavailable } from "../visit/messages.ts";
import { formRequest } from "../visit/request.ts";
import { findVisit } from "../visit/visit.ts";
import { newFilling, replyStep } from "./filling.ts";
import { readHidden } from "./given.ts";
import { replyPasswordPage } from "./password.ts";
import { firstPage } from "./steps.ts";

/** GET of a form: its first page, or why there is none to see. */
export async function showForm(c: WebContext, site: Site, formId: string): Promise<Response> {
  const visit = await findVisit(site, formId);
  if (visit === undefined) return replyNotFound(c, site);
  const request = formRequest(c, visit);
  if (visit.state !== "open") return replyUnavailable(c, site, request, visit.state);
  if (visit.form.password_hash !== null) return replyPasswordPage(c, site, request, hiddenQuery(c, visit));
  const filling = newFilling(site, visit, undefined, hiddenQuery(c, visit));
  return replyStep(c, site, request, filling, firstPage(filling.structure, filling.checked));
}

function hiddenQuery(c: WebContext, { structure }: Parameters<typeof formRequest>[1]) {
  return readHidden(structure, (id) => c.req.query(id));
}
