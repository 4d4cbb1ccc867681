import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { problemText } from "../../components/problem-text.ts";
import { acceptOnly, readForm } from "../../form-body.ts";
import { securityHeaders, type WebContext } from "../../reply.ts";
import type { FormSite } from "../../site.ts";
import { formRequest } from "../public-form/form-request.ts";
import { findPublicForm } from "../public-form/public-form.ts";
import { readTicket } from "./open-fill.ts";
import { receiveUpload } from "./receive-upload.ts";

/** The JSON reply to the page's script. */
type Uploaded =
  | { readonly id: string; readonly name: string; readonly size: number }
  | { readonly message: string };

/** Answers a POST of one file by the page's script, which shows the progress. */
export async function postFile(c: WebContext, site: FormSite, formId: string): Promise<Response> {
  const publicForm = await findPublicForm(site, formId);
  const network = c.var.network;
  const verdict = await site.limits.steps(network);
  if (publicForm?.state !== "open" || !verdict.allowed) return reply(c, undefined);
  const { t } = formRequest(c, publicForm);
  let uploaded: Uploaded | undefined;
  await readForm(c, acceptOnly(inputs.ticket), async (file, before) => {
    const ticket = readTicket(site, publicForm.form, before.get(inputs.ticket));
    const received =
      uploaded === undefined ? await receiveUpload(site, publicForm, ticket, file, network) : undefined;
    if (received?.problem) uploaded = { message: problemText(t, received.problem) };
    if (received?.file)
      uploaded = { id: received.file.id, name: received.file.name, size: received.file.size_bytes };
  });
  return reply(c, uploaded);
}

function reply(c: WebContext, uploaded: Uploaded | undefined): Response {
  return c.body(JSON.stringify(uploaded ?? {}), statusOf(uploaded), {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    ...securityHeaders(false),
  });
}

/** 409: no file was stored, because the form is not open, the page is out of date, or the network has sent too much. */
function statusOf(uploaded: Uploaded | undefined): 201 | 409 | 422 {
  if (uploaded === undefined) return 409;
  return "id" in uploaded ? 201 : 422;
}
