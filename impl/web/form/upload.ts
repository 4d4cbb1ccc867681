import { readForm } from "../form-body.ts";
import { securityHeaders, type WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { inputs } from "../views/inputs.ts";
import { problemText } from "../views/problem-text.ts";
import { formRequest } from "../visit/request.ts";
import { findVisit } from "../visit/visit.ts";
import { readTicket } from "./filling.ts";
import { takeUpload } from "./receive.ts";

/** What the page's script is told about a file that it sent. */
type Uploaded =
  | { readonly id: string; readonly name: string; readonly size: number }
  | { readonly message: string };

/** POST of one file by the page's script, so that it can show how far it is. */
export async function takeFile(c: WebContext, site: Site, formId: string): Promise<Response> {
  const visit = await findVisit(site, formId);
  const network = site.networkOf(c.env.incoming);
  const verdict = await site.limits.steps(network);
  if (visit?.state !== "open" || !verdict.allowed) return answer(c, undefined);
  const { t } = formRequest(c, visit);
  let uploaded: Uploaded | undefined;
  await readForm(c.env.incoming, async (file, before) => {
    const ticket = readTicket(site, visit.form, before.get(inputs.ticket));
    const taken = uploaded === undefined ? await takeUpload(site, visit, ticket, file, network) : undefined;
    if (taken?.problem) uploaded = { message: problemText(t, taken.problem) };
    if (taken?.file) uploaded = { id: taken.file.id, name: taken.file.name, size: taken.file.size_bytes };
  });
  return answer(c, uploaded);
}

function answer(c: WebContext, uploaded: Uploaded | undefined): Response {
  const status = uploaded === undefined ? 409 : "id" in uploaded ? 201 : 422;
  return c.body(JSON.stringify(uploaded ?? {}), status, {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...securityHeaders(false),
  });
}
