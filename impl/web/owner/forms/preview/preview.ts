/** `/forms/ID/preview`: the public page of a form in any status, drawn by the same views. It stores nothing but test responses. */
import { findAccount } from "../../../../accounts/accounts.ts";
import { inputs } from "../../../../forms/fields/parts/inputs.ts";
import { collectImages } from "../../../../forms/images.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { placesLeft } from "../../../../responses/capacity.ts";
import { translation } from "../../../../texts/translate.ts";
import { availabilityNote } from "../../../components/availability-note.ts";
import { csrfInput } from "../../../components/controls/post-form.ts";
import type { PageView } from "../../../components/layout.ts";
import type { FormValues } from "../../../form-body.ts";
import { reply } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { formTop, type LinkedPage } from "../../views/forms/form-head.ts";
import { previewNotice } from "../../views/forms/preview/notice.ts";
import { previewProblem } from "../../views/forms/preview/problem.ts";
import { refusalText } from "../refusal-text.ts";
import { handleRefusal } from "../refusals.ts";
import { postTest, testButton } from "./keep-test.ts";
import { drawFirst, drawNextPage, type Previewed, previewLanguage, readEntered } from "./preview-page.ts";
import { readSent } from "./sent-structure.ts";
import { loadStoredForm, type StoredForm } from "./stored-form.ts";

export async function showPreview(request: OwnerRequest, formId: string): Promise<Response> {
  const form = await loadStoredForm(request, formId);
  const language = previewLanguage(request, form.structure, request.c.req.query(inputs.language));
  const shown = await readyToShow(request, form, { structure: form.structure, language, answers: {} });
  return replyPage(request, form, shown, drawFirst(request, shown));
}

/** Answers a post of the preview. A refusal, such as of an expired proposal, is shown in the frame of the editor. */
export function postPreview(
  request: OwnerRequest<"proposals">,
  formId: string,
  values: FormValues,
): Promise<Response> {
  return handleRefusal(
    () => drawPosted(request, formId, values),
    async (refusal) => {
      const { text, status } = refusalText(request.t, refusal);
      return reply(request.c, previewProblem(request.t, text), { status });
    },
  );
}

async function drawPosted(request: OwnerRequest<"proposals">, formId: string, values: FormValues) {
  const form = await loadStoredForm(request, formId);
  const read = readSent(request, formId, values) ?? { structure: form.structure };
  if ("problem" in read) return reply(request.c, previewProblem(request.t, read.problem), { status: 422 });
  const entered = readEntered(request, read.structure, values);
  if (values.get("test") === "yes") return postTest(request, form, read.structure, entered);
  const isFramed = values.get("proposal") !== undefined || values.get("structure") !== undefined;
  const shown = await readyToShow(request, form, { ...read, ...entered }, isFramed);
  return replyPage(request, form, shown, drawNextPage(request, shown, values));
}

/** Collects what a preview is drawn from. @param isFramed whether the editor shows it */
export async function readyToShow(
  request: OwnerRequest,
  form: StoredForm,
  shown: Pick<Previewed, "structure" | "language" | "answers" | "places">,
  isFramed = false,
): Promise<Previewed> {
  const { site, csrf, t } = request;
  return {
    ...shown,
    isFramed,
    left: await placesLeft(site.storage.db, form.id, shown.structure, site.clock()),
    images: await collectImages(site.storage.db, form.id, shown.structure),
    path: `/forms/${form.id}/preview`,
    seed: form.id,
    extraInputs: html`${csrfInput(csrf)}`,
    notice: await drawNotice(request, form, shown, isFramed ? undefined : previewNotice(t, csrf, form)),
    test: testButton({ t, csrf }, form, shown),
  };
}

/** Draws the notice above the form: why it takes no answers at this time, and the explanation of the preview. */
async function drawNotice(
  { site }: OwnerRequest,
  form: StoredForm,
  { structure, language }: Pick<Previewed, "structure" | "language">,
  explanation: Html | undefined,
): Promise<Html | undefined> {
  const owner = await findAccount(site.storage.db, form.owner_email);
  const t = translation(language, structure.default_language);
  const note = availabilityNote(t, structure.settings, site.clock(), owner?.time_zone ?? undefined);
  if (note === undefined) return explanation;
  return html`<div lang="${language}">${note}</div>${explanation}`;
}

/** Sends the page: in the editor with the editor's styles, elsewhere below the head of all pages of the form. */
export function replyPage(
  { c, t }: OwnerRequest,
  form: StoredForm,
  { isFramed }: Previewed,
  page: PageView,
  current: LinkedPage = "preview",
): Response {
  const { styles = [], lead } = page;
  const options = { headers: { "Cache-Control": "private, no-store" } };
  if (isFramed) return reply(c, { ...page, styles: [...styles, "preview"] }, options);
  const label = attributes({ "aria-label": t.say("form_tabs"), lang: t.language });
  const head = html`<section${label}>${formTop(t, form, current)}</section>`;
  return reply(c, { ...page, styles: ["form-head", ...styles], lead: html`${lead}${head}` }, options);
}
