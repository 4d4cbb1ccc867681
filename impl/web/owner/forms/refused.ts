/** Runs what a page asks of the domain, and turns its refusals into pages. */
import { Refusal } from "@toolwright/runtime";
import type { Site } from "../../site.ts";
import type { OwnerRequest } from "../owner-pages.ts";

/** The path of a form's id in addresses. */
export const FORM = ":form{frm_[0-9A-Za-z]{22}}";

/** A page or a post below a form, whose id is in the address. */
export function onForm<Values extends readonly unknown[]>(
  run: (request: OwnerRequest<keyof Site>, formId: string, ...values: Values) => Promise<Response>,
) {
  return (request: OwnerRequest<keyof Site>, ...values: Values) =>
    run(request, request.c.req.param("form") ?? "", ...values);
}

/** @param onRefusal the page for every refusal but `not_found`, for which all owner's pages have one */
export async function orRefused(
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

/** What was done to a form, and by whom; for operators. */
export function audit(
  { site, account }: OwnerRequest,
  action: string,
  form: string,
  more: object = {},
): void {
  site.log.info({ event: "owner_action", action, account: account.id, form, ...more });
}
