/** Runs what a page asks of the domain, and turns its refusals into pages. */
import { Refusal } from "@toolwright/runtime";
import type { OwnerRequest } from "../owner-pages.ts";
import { replyNoSuchPage } from "../refusals.ts";

/** The path of a form's id in addresses. */
export const FORM = ":form{frm_[0-9A-Za-z]{22}}";

/**
 * A form of another account and one that does not exist get the same page.
 * @param onRefusal the page for every other refusal; by default it is thrown
 */
export async function orRefused(
  { c }: OwnerRequest,
  run: () => Promise<Response>,
  onRefusal: (refusal: Refusal) => Promise<Response> = (refusal) => Promise.reject(refusal),
): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "not_found" ? replyNoSuchPage(c) : onRefusal(error);
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
