/** The visit of a request: whether it is counted, and how far it came. */
import type { FormPage, FormStructure, Language } from "../../../../generated/types.ts";
import type { Problem } from "../../../forms/answers/problem.ts";
import type { CheckedAnswers } from "../../../forms/check-answers.ts";
import { takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { accessibleForm } from "../../../forms/forms.ts";
import { addressField } from "../../../forms/structure/offered-form.ts";
import { ADDRESS } from "../../../responses/respondent.ts";
import type { Progress, Visit } from "../../../responses/visits/visit.ts";
import type { WebContext } from "../../reply.ts";
import type { FillTicket, FormSite, Site } from "../../site.ts";
import { findPage } from "../public-form/one-question.ts";
import { findNextPage, findPreviousPage, listShownFields } from "./steps.ts";

/** The minimum time to fill in a form: faster senders are probably programs. */
export const MIN_FILL_TIME_MS = 1_500;

/** How the opening of a form is counted, for its ticket; empty: not at all. */
export type OpenedVisit = Pick<FillTicket, "visit" | "isPrefetched">;

/**
 * Decides whether an opening is counted: not that of accounts with access to the form. A page that the browser loads in advance
 * counts once its visitor begins.
 */
export async function openVisit(
  c: WebContext,
  { sessions, storage }: Pick<Site, "sessions" | "storage">,
  formId: string,
  language: Language,
): Promise<OpenedVisit> {
  if (c.req.method === "HEAD") return {};
  const signedIn = await sessions.current(c.req.raw.headers);
  if (signedIn && (await accessibleForm(storage.db, signedIn.account.id, formId))) return {};
  const isPrefetched = c.req.header("sec-purpose") !== undefined;
  return { visit: language, ...(isPrefetched && { isPrefetched }) };
}

/** Returns the visit of a ticket; undefined: it is not counted, or a program would be as quick. */
export function countedVisit({ clock }: Pick<FormSite, "clock">, ticket: FillTicket): Visit | undefined {
  const { form: formId, started: openedAt, visit: language, isPrefetched = false } = ticket;
  if (language === undefined || clock().getTime() - openedAt < MIN_FILL_TIME_MS) return undefined;
  return { formId, openedAt, language, isOpened: !isPrefetched };
}

/** A page that was sent, with the pressed button. */
interface Sent {
  readonly openFill: { readonly structure: FormStructure; readonly checked: CheckedAnswers };
  readonly page: FormPage | undefined;
  readonly action: string | undefined;
  readonly language: Language;
  readonly problems: ReadonlyMap<string, Problem>;
}

/** Returns how far a visit comes with a page. Choosing another language is no beginning. */
export function reachedBy(sent: Sent): Progress {
  const { action, language } = sent;
  return { language, at: action?.startsWith("language:") ? undefined : questionAfter(sent) };
}

/** Returns the question that the visitor sees next; undefined: none, since the form is sent. */
function questionAfter({ openFill, page, action, problems }: Sent): string | undefined {
  const { structure, checked } = openFill;
  if (action === "back")
    return firstQuestion(findPage(structure, findPreviousPage(structure, page?.id, checked)), checked);
  if (action !== "next" && action !== "send") return firstQuestion(page, checked);
  const [wrong] = problems.keys();
  if (wrong !== undefined) return wrong;
  const next = page && findNextPage(structure, page.id, checked);
  if (next !== undefined) return firstQuestion(findPage(structure, next), checked);
  return action === "next" && addressField(structure) === undefined ? ADDRESS : undefined;
}

function firstQuestion(page: FormPage | undefined, checked: CheckedAnswers): string | undefined {
  const fields = page === undefined ? [] : listShownFields(page, checked).map(({ field }) => field);
  const shown = fields.filter(({ id }) => checked.visible.has(id));
  return (shown.find(takesAnswer) ?? shown[0])?.id;
}
