/** Runs functions of the domain for a page, and turns their refusals into pages. */
import { Refusal } from "@toolwright/runtime";
import type { Site } from "../../site.ts";
import type { OwnerRequest } from "../owner-pages.ts";

/** The path segment of a form's id. */
export const FORM = ":form{frm_[0-9A-Za-z]{22}}";

/** Wraps a handler of a page or post below a form, whose id is in the address. */
export function onForm<Values extends readonly unknown[]>(
  run: (request: OwnerRequest<keyof Site>, formId: string, ...values: Values) => Promise<Response>,
) {
  return (request: OwnerRequest<keyof Site>, ...values: Values) =>
    run(request, request.c.req.param("form") ?? "", ...values);
}

/** Runs a function. @param onRefusal sends the page for a refusal, except `not_found`, for which all owner's pages share a page */
export async function handleRefusal(
  run: () => Promise<Response>,
  onRefusal: (refusal: Refusal) => Promise<Response>,
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "not_found") throw error;
    return onRefusal(error);
  }
}

/** Logs an action on a form and its account, for operators. */
export function audit(
  { site, account }: OwnerRequest,
  action: string,
  form: string,
  more: object = {},
): void {
  site.log.info({ event: "owner_action", action, account: account.id, form, ...more });
}
