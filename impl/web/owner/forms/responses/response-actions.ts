/** Actions on responses: mark as spam, delete, undo both, erase, erase a person. */
import { normaliseEmail } from "../../../../accounts/email-address.ts";
import { requirePermission } from "../../../../forms/access.ts";
import { findHeadedForm, type HeadedForm } from "../../../../forms/overview.ts";
import { type BroughtBack, bringBack } from "../../../../responses/bring-back.ts";
import { deleteResponses, eraseDeleted } from "../../../../responses/retention/deleted-responses.ts";
import { eraseFromForm } from "../../../../responses/retention/erase-respondent.ts";
import { markSpam } from "../../../../responses/spam.ts";
import type { AcceptInput, FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import { type MailSite, sendConfirmationMail, waitForMail } from "../../../respondent/confirm/send-mail.ts";
import { findPublicForm } from "../../../respondent/public-form/public-form.ts";
import { signInToDownload } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { type Confirmation, confirmPage } from "../../views/forms/responses/response.ts";
import { type Done, doneAddress } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit } from "../refusals.ts";
import { listAddress, readShown } from "./response-filter.ts";
import { type PdfRequest, sendSelectedPdf } from "./response-pdf.ts";
import { type ExportRequest, makeFile } from "./responses.ts";
import { readSelection } from "./selection.ts";
import { afterLeaving } from "./undo.ts";

type ActionRequest = ExportRequest & PdfRequest & OwnerRequest<keyof MailSite | "files" | "background">;

/** The maximum number of ticked responses, more than a page of the list has. */
const MAX_SELECTED = 100;

export const selectedInputs: AcceptInput = (name) => {
  if (name === "response") return { values: MAX_SELECTED, length: 40 };
  const isKnown = /^(action|one|all|format|status|from|to|field|text|answers|columns|sort)$/.test(name);
  return isKnown ? { values: 1, length: 1_600 } : undefined;
};

/** Runs an action on the ticked responses, or on the one whose page sent the form. */
export const postSelected = refuseOnOverview(async (request: ActionRequest, formId, values: FormValues) => {
  const shown = readShown((name) => values.get(name));
  const list = listAddress(formId, shown);
  const { c, site, account, t } = request;
  const form = await findHeadedForm(site.storage.db, account.id, formId);
  requirePermission(form, "edit");
  const ids = await readSelection(request, form, values);
  if (ids === undefined) return seeOther(c, doneAddress(list, "list_changed"));
  const [only] = ids;
  const own = values.get("one") === "yes" && only !== undefined;
  const back = own ? listAddress(formId, shown, { below: `/${only}` }) : list;
  if (ids.length === 0) return seeOther(c, doneAddress(list, "none_selected"));
  const action = actions.get(values.get("action") ?? "");
  if (action === undefined) throw new PageRefusal(t.say("refused_detail_other"));
  return action({ request, form, formId, ids, values, back, list });
});

interface Selected {
  readonly request: ActionRequest;
  readonly form: HeadedForm;
  readonly formId: string;
  readonly ids: readonly string[];
  readonly values: FormValues;
  /** The address of the page that sent the form: the list, or one response. */
  readonly back: string;
  readonly list: string;
}

const actions: ReadonlyMap<string, (selected: Selected) => Promise<Response>> = new Map(
  Object.entries({
    delete(selected) {
      // Responses on other pages were not seen, so their number is confirmed.
      return isAll(selected) ? askToDelete(selected) : deleteSelected(selected);
    },
    delete_sure: deleteSelected,
    restore: undo,
    erase: askToErase,
    async erase_sure({ request, formId, ids, list }) {
      const erased = await eraseDeleted(request.site, request.account.id, formId, ids);
      audit(request, "responses_erased", formId, { responses: erased });
      return seeOther(request.c, doneAddress(list, erased.length === 0 ? "unchanged" : "responses_erased"));
    },
    async spam({ request, formId, ids, back }) {
      const marked = await markSpam(request.site, request.account.id, formId, ids);
      audit(request, "responses_marked_spam", formId, { responses: marked });
      const next = marked.length === 0 ? doneAddress(back, "unchanged") : afterLeaving(back, "spam", marked);
      return seeOther(request.c, next);
    },
    not_spam: undo,
    async export({ request, form, ids, values, list }) {
      const again = signInToDownload(request, list);
      if (again !== undefined) return seeOther(request.c, again);
      if (values.get("format") === "pdf") return sendSelectedPdf(request, form, ids);
      return makeFile(request, form, values, ids);
    },
  }),
);

async function deleteSelected({ request, formId, ids, list }: Selected): Promise<Response> {
  const deleted = await deleteResponses(request.site, request.account.id, formId, ids);
  audit(request, "responses_deleted", formId, { responses: deleted });
  const next =
    deleted.length === 0 ? doneAddress(list, "unchanged") : afterLeaving(list, "responses_deleted", deleted);
  return seeOther(request.c, next);
}

function isAll({ values }: Selected): boolean {
  return (values.get("all") ?? "") !== "";
}

function askToDelete(selected: Selected): Promise<Response> {
  const { t } = selected.request;
  return ask(selected, {
    title: t.say("response_delete_title", { count: selected.ids.length }),
    text: t.say("response_delete_text"),
    button: t.say("response_delete"),
    action: "delete_sure",
  });
}

/** Asks, because erasing cannot be undone. */
function askToErase(selected: Selected): Promise<Response> {
  const { t } = selected.request;
  return ask(selected, {
    title: t.say("response_erase_title", { count: selected.ids.length }),
    text: t.say("response_erase_now_text"),
    button: t.say("response_erase_now"),
    action: "erase_sure",
  });
}

/** Asks for confirmation on a page that works without scripts. */
async function ask(
  { request, form, ids, values, back }: Selected,
  question: Pick<Confirmation, "title" | "text" | "button" | "action">,
): Promise<Response> {
  const { t, csrf } = request;
  const inputs = { ...readShown((name) => values.get(name)), all: values.get("all") ?? "" };
  const main = confirmPage({ t, csrf, form }, { ...question, ids, back, inputs });
  return request.reply({ title: question.title, main });
}

/** Messages by result. If results differ, the first one in this order is shown: the most urgent for the owner. */
const SAID: Readonly<Record<BroughtBack, Done>> = {
  full: "not_counted_full",
  choice_full: "not_counted_choice_full",
  answered_before: "not_counted_answered",
  pending_verification: "not_counted_yet",
  verified: "counts_again",
  spam: "restored_spam",
  gone: "unchanged",
};

async function undo({ request, formId, ids, back }: Selected): Promise<Response> {
  const { c, site, account } = request;
  const outcomes = new Set<string>();
  for (const id of ids) {
    const outcome = await bringBack(site, account.id, formId, id);
    outcomes.add(outcome);
    if (outcome === "pending_verification")
      site.background.run("confirmation_mail", () => mailRespondent(request, formId, id));
    audit(request, "response_brought_back", formId, { response: id, result: outcome });
  }
  const [, said] = Object.entries(SAID).find(([outcome]) => outcomes.has(outcome)) ?? [];
  return seeOther(c, doneAddress(back, said ?? "unchanged"));
}

/** Mails the respondent a new confirmation, because the former one has expired. */
async function mailRespondent({ c, site }: ActionRequest, formId: string, id: string): Promise<void> {
  const publicForm = await findPublicForm(site, formId);
  const row = await site.storage.db
    .selectFrom("responses")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirst();
  if (publicForm === undefined || row?.email == null) return;
  if ((await waitForMail(site, publicForm.form, row.email, c.var.network)) !== undefined) return;
  await sendConfirmationMail(site, publicForm, id);
}

/** Erases all data of an address in the form. */
export const postErase = refuseOnOverview(async (request: ActionRequest, formId, values: FormValues) => {
  const { c, site, account, t } = request;
  const email = normaliseEmail(values.get("email") ?? "");
  if (email === undefined) throw new PageRefusal(t.say("email_wrong"));
  if (values.get("sure") !== "yes") throw new PageRefusal(t.say("response_erase_not_sure"));
  const { responses, files, fills } = await eraseFromForm(site, account.id, formId, email);
  audit(request, "respondent_erased", formId, { responses, files, fills });
  return seeOther(c, doneAddress(`/forms/${formId}/responses`, "erased"));
});
