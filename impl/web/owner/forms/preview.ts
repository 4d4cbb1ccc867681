/** `/forms/ID/preview`: the public page of a form in any status, drawn by the same views. It stores only what is kept as a test at its end. */
import type { FormStructure } from "../../../../generated/types.ts";
import { checkAnswers } from "../../../forms/check-answers.ts";
import { inputs } from "../../../forms/fields/parts/inputs.ts";
import { collectImages } from "../../../forms/images.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { mergedChanges } from "../../../forms/pending.ts";
import { structureProblems } from "../../../forms/structure/check.ts";
import { readStructure } from "../../../forms/structure/fits-schema.ts";
import { placedTexts } from "../../../forms/structure/places.ts";
import { openProposal } from "../../../forms/update/proposal.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import { keepTest } from "../../../responses/retention/test-responses.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { button } from "../../components/controls/buttons.ts";
import { csrfInput, postForm } from "../../components/controls/post-form.ts";
import type { PageView } from "../../components/layout.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { reply, seeOther } from "../../reply.ts";
import { shownStructure } from "../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { formTop } from "../views/forms/form-head.ts";
import { previewNotice, previewProblem } from "../views/forms/preview.ts";
import { doneAddress } from "./done.ts";
import { type Previewed, postedPage, previewLanguage, readEntered, stepPage } from "./preview-page.ts";
import { reasonText, refusalText } from "./refusal-text.ts";
import { orRefused } from "./refused.ts";
import { notJson } from "./structure-text.ts";

/** How much of one input is read: a structure. */
export const STRUCTURE_BYTES = 2_000_000;

/** The inputs of the form, which the owner may have changed in any way, and what the editor sends. */
export const previewInputs: AcceptInput = (name) =>
  name === "structure" || name === "proposal" || name === inputs.ticket
    ? { values: 1, length: STRUCTURE_BYTES }
    : { values: 302, length: 20_000 };

export async function showPreview(request: OwnerRequest, formId: string): Promise<Response> {
  const form = await storedForm(request, formId);
  const language = previewLanguage(request, form.structure, request.c.req.query(inputs.language));
  const shown = await readyToShow(request, form, { structure: form.structure, language, answers: {} });
  return replyPage(request, form, shown, stepPage(request, shown, undefined));
}

/** The frame of the editor shows a refusal, such as that of a proposal that is too old. */
export function postPreview(
  request: OwnerRequest<"proposals">,
  formId: string,
  values: FormValues,
): Promise<Response> {
  return orRefused(
    () => drawPosted(request, formId, values),
    async (refusal) => {
      const { text, status } = refusalText(request.t, refusal);
      return reply(request.c, previewProblem(request.t, text), { status });
    },
  );
}

async function drawPosted(request: OwnerRequest<"proposals">, formId: string, values: FormValues) {
  const form = await storedForm(request, formId);
  const read = readSent(request, formId, values) ?? { structure: form.structure };
  if ("problem" in read) return reply(request.c, previewProblem(request.t, read.problem), { status: 422 });
  const entered = readEntered(request, read.structure, values);
  if (values.get("test") === "yes") return postTest(request, form, read.structure, entered);
  const isFramed = values.get("proposal") !== undefined || values.get("structure") !== undefined;
  const shown = await readyToShow(request, form, { ...read, ...entered }, isFramed);
  return replyPage(request, form, shown, postedPage(request, shown, values));
}

type StoredForm = FormOverview & { readonly structure: FormStructure };

/** With the changes that are kept. */
async function storedForm({ site, account }: OwnerRequest, formId: string): Promise<StoredForm> {
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  return { ...form, structure: shownStructure(merged?.structure ?? form.structure!) };
}

/** The structure as the editor has it, or as a proposal would make it; undefined: neither was sent. */
function readSent(
  { site, account, t }: OwnerRequest<"proposals">,
  formId: string,
  values: FormValues,
): Pick<Previewed, "structure" | "places"> | { readonly problem: string } | undefined {
  const sealed = values.get("proposal");
  if (sealed !== undefined) {
    const proposal = openProposal(site.proposals, account.id, formId, sealed, site.clock());
    return { structure: shownStructure(proposal.draft.structure) };
  }
  const text = values.get("structure");
  if (text === undefined) return undefined;
  try {
    const read = readStructure(JSON.parse(text));
    const problems = "problems" in read ? read.problems : structureProblems(read.structure);
    if ("structure" in read && problems.length === 0) {
      showAlways(read.structure, values.get("field"));
      const places = new Map(placedTexts(read.structure).map(({ value, path }) => [value, path]));
      return { structure: shownStructure(read.structure), places };
    }
    const [first] = problems;
    return {
      problem: first
        ? t.say("refused_at", { path: placeIn(t, JSON.parse(text), first.path), text: reasonText(t, first) })
        : "",
    };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: notJson(t, error.message) };
    throw error;
  }
}

/** The selected question is shown whatever its condition says. */
function showAlways({ pages }: FormStructure, fieldId: string | undefined): void {
  for (const field of pages.flatMap((page) => page.fields)) if (field.id === fieldId) delete field.visible_if;
}

/** The words of the question that a path leads to, or the name of the calculation, or the path. */
function placeIn(t: OwnerTranslation, structure: Partial<FormStructure>, path: string): string {
  const [, page, field] = /^\/pages\/(\d+)\/fields\/(\d+)/.exec(path) ?? [];
  const [, index] = /^\/calculations\/(\d+)/.exec(path) ?? [];
  const question = structure.pages?.[Number(page)]?.fields?.[Number(field)];
  const place = question ?? structure.calculations?.[Number(index)];
  const text = place?.label?.[structure.default_language ?? "en"] ?? place?.id;
  return typeof text === "string" ? t.say("quoted", { text }) : path;
}

/** Without files, which a preview does not take. */
async function postTest(
  request: OwnerRequest,
  form: StoredForm,
  structure: FormStructure,
  { language, answers: raw }: ReturnType<typeof readEntered>,
): Promise<Response> {
  const { c, site, account } = request;
  const { answers } = checkAnswers(structure, raw, {}, site.clock());
  const of = { form_id: form.id, form_version: form.version, language };
  const done = (await keepTest(site, account, of, answers)) ? "test_kept" : "tests_full";
  return seeOther(c, doneAddress(`/forms/${form.id}/responses?status=test`, done));
}

async function readyToShow(
  { site, csrf, t }: OwnerRequest,
  form: StoredForm,
  shown: Pick<Previewed, "structure" | "language" | "answers" | "places">,
  isFramed = false,
): Promise<Previewed> {
  return {
    ...shown,
    isFramed,
    images: await collectImages(site.storage.db, form.id, shown.structure),
    path: `/forms/${form.id}/preview`,
    seed: form.id,
    extraInputs: html`${csrfInput(csrf)}`,
    notice: isFramed ? undefined : previewNotice(t, csrf, form),
    test: testButton({ t, csrf }, form, shown),
  };
}

function testButton(
  { t, csrf }: Pick<OwnerRequest, "t" | "csrf">,
  form: StoredForm,
  { language, answers }: Pick<Previewed, "language" | "answers">,
): Html | false {
  // Unpublished changes have no version that a response could be of.
  if (form.access === "view" || form.pending !== undefined) return false;
  const sent = { test: "yes", [inputs.language]: language, [inputs.ticket]: JSON.stringify(answers) };
  return postForm({
    action: `/forms/${form.id}/preview`,
    csrf,
    hidden: sent,
    content: button({ text: t.say("preview_keep"), look: "main" }),
  });
}

/** In the editor, with the styles of what it adds; elsewhere below the head that all pages of the form have. */
function replyPage(
  { c, t }: OwnerRequest,
  form: StoredForm,
  { isFramed }: Previewed,
  page: PageView,
): Response {
  const { styles = [], lead } = page;
  const options = { headers: { "Cache-Control": "private, no-store" } };
  if (isFramed) return reply(c, { ...page, styles: [...styles, "preview"] }, options);
  const label = attributes({ "aria-label": t.say("form_tabs"), lang: t.language });
  const head = html`<section${label}>${formTop(t, form, "preview")}</section>`;
  return reply(c, { ...page, styles: ["form-head", ...styles], lead: html`${lead}${head}` }, options);
}
