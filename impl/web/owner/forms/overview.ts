/** `/forms/ID`: one form, its link, status, password, people, copy and deletion. */
import type { Refusal } from "@toolwright/runtime";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { listShares } from "../../../forms/shares.ts";
import { mailChoice } from "../../../responses/notifications/subscriptions.ts";
import type { ReplyOptions } from "../../reply.ts";
import { overviewPage } from "../../views/owner/forms/overview.ts";
import type { OverviewView } from "../../views/owner/forms/overview-view.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { doneText } from "./done.ts";
import { refusalText } from "./refusal-text.ts";
import { orRefused } from "./refused.ts";

type OverviewRequest = OwnerRequest<"formUrls" | "signUp">;

export function showOverview(request: OverviewRequest, formId: string): Promise<Response> {
  return orRefused(request, () => replyOverview(request, formId));
}

/** The page again, with what was refused. */
export async function replyRefusedOverview(
  request: OverviewRequest,
  formId: string,
  refusal: Refusal,
  sharing?: OverviewView["sharing"],
): Promise<Response> {
  const { status, ...refused } = refusalText(request.t, refusal);
  return replyOverview(request, formId, { refused, sharing }, { status });
}

/** What is refused is said on the page of the form. */
export function orOverview(request: OverviewRequest, formId: string, run: () => Promise<Response>) {
  return orRefused(request, run, (refusal) => replyRefusedOverview(request, formId, refusal));
}

async function replyOverview(
  request: OverviewRequest,
  formId: string,
  { refused, sharing }: Partial<Pick<OverviewView, "refused" | "sharing">> = {},
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, site, account, csrf } = request;
  const form: FormOverview = await formOverview(site.storage, account.id, formId, true);
  const shares = await listShares(site.storage, account.id, formId);
  const mails = await mailChoice(site.storage.db, { form: formId, account: account.id });
  const main = overviewPage({
    t,
    again: signInAgain(request, `/forms/${formId}`),
    csrf,
    form,
    shares,
    mails,
    account: account.email,
    urls: site.formUrls(formId),
    refused,
    sharing,
    mayInvite: site.signUp !== "closed",
  });
  // The address of a published form is there to be copied.
  const scripts = form.status === "published" ? (["copy"] as const) : [];
  return request.reply({ title: form.title, main, notice: doneText(request), scripts }, options);
}
