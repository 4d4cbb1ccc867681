/** `/forms/ID`, the Share page of a form, and `/forms/ID/settings`. */
import type { Refusal } from "@toolwright/runtime";
import type { FormUrls } from "../../../../generated/types.ts";
import { accessibleFolder } from "../../../forms/folders/folders.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { mergedChanges } from "../../../forms/pending.ts";
import { listShares } from "../../../forms/sharing/shares.ts";
import { listWebhooks } from "../../../forms/webhooks/webhooks.ts";
import { listCopies } from "../../../responses/notifications/copies.ts";
import { type MailTexts, mailTexts } from "../../../responses/notifications/mail-texts.ts";
import {
  listMentionable,
  previewReceipt,
  previewTexts,
} from "../../../responses/notifications/preview-texts.ts";
import { mailChoice } from "../../../responses/notifications/subscriptions.ts";
import { readWaitingList } from "../../../responses/waiting/waiting-list.ts";
import { UTC } from "../../../texts/time-zone.ts";
import type { ReplyOptions } from "../../reply.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { readEmbeddingChoices } from "../views/forms/embedding.ts";
import type { LimitInputs } from "../views/forms/limit-inputs.ts";
import { sharePage } from "../views/forms/overview.ts";
import { type MailTextsView, type OverviewView, REFUSED_PARTS } from "../views/forms/overview-view.ts";
import { formSettingsPage } from "../views/forms/settings.ts";
import type { OwnerView } from "../views/frame.ts";
import { listChangeTexts } from "./change-text.ts";
import { doneText } from "./done.ts";
import { refusalText } from "./refusal-text.ts";
import { handleRefusal } from "./refusals.ts";

type OverviewRequest = OwnerRequest<"formUrls" | "signUp">;

/** A tab of a form that has actions. */
export type FormTab = "share" | "settings";

export function tabPath(formId: string, tab: FormTab): string {
  return `/forms/${formId}${tab === "share" ? "" : "/settings"}`;
}

/** Sends the page again with a refusal. */
export async function replyRefused(
  request: OverviewRequest,
  formId: string,
  refusal: Refusal,
  {
    page,
    action,
    sharing,
  }: { readonly page: FormTab; readonly action?: string; readonly sharing?: OverviewView["sharing"] },
): Promise<Response> {
  const { status, ...reasons } = refusalText(request.t, refusal);
  const refused = { ...reasons, part: REFUSED_PARTS.find((part) => part === action) };
  if (page === "settings") return replySettings(request, formId, refused, { status });
  return replyOverview(request, formId, { refused, sharing }, { status });
}

/** Wraps a handler below a form: its refusals are shown on the page of the form. */
export function refuseOnOverview<Request extends OverviewRequest, Values extends readonly unknown[]>(
  run: (request: Request, formId: string, ...values: Values) => Promise<Response>,
) {
  return (request: Request, formId: string, ...values: Values) =>
    handleRefusal(
      () => run(request, formId, ...values),
      (refusal) => replyRefused(request, formId, refusal, { page: "share" }),
    );
}

export async function replyOverview(
  request: OverviewRequest,
  formId: string,
  { refused, sharing }: Partial<Pick<OverviewView, "refused" | "sharing">> = {},
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, site, account, csrf } = request;
  const form: FormOverview = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  const urls = site.formUrls(formId);
  const shares = await listShares(site.storage, account.id, formId);
  const main = sharePage({
    t,
    again: signInAgain(request, `/forms/${formId}`),
    csrf,
    form,
    changes: merged && listChangeTexts(t, { before: merged.published, after: merged.structure }),
    mails: await mailChoice(site.storage.db, { form: formId, account: account.id }),
    shares,
    folder:
      form.folder_id === null
        ? undefined
        : await accessibleFolder(site.storage.db, account.id, form.folder_id),
    account: account.email,
    urls,
    choices: readEmbeddingChoices(request.c.req.url),
    refused,
    sharing,
    mayInvite: site.signUp !== "closed",
  });
  const notice = doneText(request);
  if (form.status !== "published") return request.reply({ title: form.title, main, notice }, options);
  return request.reply({ title: form.title, main, notice, ...withPreview(urls) }, options);
}

/** Returns the scripts and frames of a page that shows the link of a form: a button copies it, another opens the form in a dialog. */
export function withPreview(urls: FormUrls): Pick<OwnerView, "scripts" | "frames"> {
  return { scripts: ["copy", "embed"], frames: [new URL(urls.public).origin] };
}

/** @param entered the values of a post that saved nothing */
export async function replySettings(
  request: OverviewRequest,
  formId: string,
  refused?: OverviewView["refused"],
  options: ReplyOptions = {},
  entered: { readonly texts?: MailTexts; readonly limits?: LimitInputs } = {},
): Promise<Response> {
  const { t, site, account, csrf } = request;
  const form = await formOverview(site.storage, account.id, formId, true);
  const { db } = site.storage;
  const subscription = { form: formId, account: account.id };
  const mails = await mailChoice(db, subscription);
  const texts = mails?.answers ? (entered.texts ?? (await mailTexts(db, subscription))) : undefined;
  const mailTextsView = texts && viewTexts(request, form, texts);
  const copies = await listCopies(db, subscription);
  const waiting = await readWaitingList(db, account.id, formId);
  const again = signInAgain(request, `/forms/${formId}/settings`);
  const mayConnect = form.access === "owner" || form.access === "admin";
  const { webhooks } = mayConnect ? await listWebhooks(db, { accountId: account.id, formId }) : {};
  const main = formSettingsPage({
    t,
    csrf,
    form,
    mails,
    mailTexts: mailTextsView,
    receipt: form.structure && form.receipts === 1 ? previewReceipt(form.structure, site.clock()) : undefined,
    copies,
    waiting,
    zone: account.time_zone ?? UTC,
    limits: entered.limits,
    again,
    webhooks,
    refused,
  });
  const title = `${t.say("form_tab_manage")}: ${form.title}`;
  const scripts = texts ? (["mail-texts"] as const) : [];
  return request.reply({ title, main, notice: doneText(request), scripts }, options);
}

function viewTexts(
  { t, site }: OverviewRequest,
  { structure }: FormOverview,
  texts: MailTexts,
): MailTextsView {
  const isEmpty = texts.subject === "" && texts.text === "";
  return {
    texts,
    preview: structure && !isEmpty ? previewTexts(t, structure, texts, site.clock()) : undefined,
    answers: structure ? listMentionable(t, structure) : [],
  };
}
