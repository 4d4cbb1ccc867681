/** `/forms/ID/preview`: the public page of a form in any status, drawn by the same views. It stores only what is kept as a test at its end. */
import type { Ending, FormStructure, LocalizedText } from "../../../../generated/types.ts";
import type { RawAnswers } from "../../../forms/answers/answer.ts";
import { type CheckedAnswers, checkAnswers } from "../../../forms/check-answers.ts";
import { isFileField } from "../../../forms/fields/client-kinds.ts";
import { inputs } from "../../../forms/fields/inputs.ts";
import { collectImages, type FormImage } from "../../../forms/images.ts";
import { type FormOverview, formOverview } from "../../../forms/overview.ts";
import { mergedChanges } from "../../../forms/pending.ts";
import { structureProblems } from "../../../forms/structure/check.ts";
import { readStructure } from "../../../forms/structure/fits-schema.ts";
import { placedTexts } from "../../../forms/structure/places.ts";
import { openProposal } from "../../../forms/update/proposal.ts";
import { attributes, html } from "../../../platform/html.ts";
import { keepTest } from "../../../responses/retention/test-responses.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { type Translation, translation } from "../../../texts/translate.ts";
import { listProblems } from "../../form/open-fill.ts";
import { readAnswers } from "../../form/read-answers.ts";
import { findPage, firstPage, nextPage, previousPage, stepAt } from "../../form/steps.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { shownStructure } from "../../public-form/one-question.ts";
import { chooseLanguage } from "../../public-form/public-form.ts";
import { reply, seeOther } from "../../reply.ts";
import { formPage } from "../../views/form.ts";
import type { PageView } from "../../views/layout.ts";
import { createLook } from "../../views/look.ts";
import { formTop } from "../../views/owner/forms/form-head.ts";
import { previewEnd, previewNotice, previewProblem } from "../../views/owner/forms/preview.ts";
import { hiddenInputs } from "../../views/owner/forms/responses.ts";
import { csrfField } from "../../views/owner/frame.ts";
import { problemText } from "../../views/problem-text.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { doneAddress } from "./done.ts";
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
  const { structure } = form;
  const language = previewLanguage(request, structure, request.c.req.query(inputs.language));
  const images = await collectImages(request.site.storage.db, formId, structure);
  const shown = { form, structure, language, isFramed: false, answers: {}, images };
  return replyStep(request, formId, shown, undefined);
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
  const read = readSent(request, formId, values) ?? form;
  if ("problem" in read) return reply(request.c, previewProblem(request.t, read.problem), { status: 422 });
  const shown = await readShown(request, form, read, values);
  return replyPosted(request, formId, shown, values);
}

type StoredForm = FormOverview & { readonly structure: FormStructure };

interface Shown {
  readonly form: StoredForm;
  /** In the frame of the editor, which says itself what it shows. */
  readonly isFramed: boolean;
  readonly structure: FormStructure;
  readonly language: FormStructure["default_language"];
  readonly answers: RawAnswers;
  readonly images: ReadonlyMap<string, FormImage>;
  /** Where the texts stand that the editor changes on the page: JSON Pointers. */
  readonly places?: ReadonlyMap<LocalizedText, string>;
}

/** With the changes that are kept. */
async function storedForm({ site, account }: OwnerRequest, formId: string): Promise<StoredForm> {
  const form = await formOverview(site.storage, account.id, formId, true);
  const merged = await mergedChanges(site.storage.db, form);
  return { ...form, structure: shownStructure(merged?.structure ?? form.structure!) };
}

/** The structure as the editor has it, or as a proposal would make it; undefined: neither was sent. */
function readSent({ site, account, t }: OwnerRequest<"proposals">, formId: string, values: FormValues) {
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

function previewLanguage({ c }: OwnerRequest, structure: FormStructure, wanted: string | undefined) {
  const { default_language: first, languages } = structure;
  const others = languages.filter((language) => language !== first);
  return chooseLanguage([first, ...others], wanted, c.req.header("accept-language"));
}

async function replyPosted(request: OwnerRequest, formId: string, shown: Shown, values: FormValues) {
  const { structure } = shown;
  const checked = check(request, shown);
  if (values.get("test") === "yes") return postTest(request, shown, checked);
  const ending = structure.endings?.find(({ id }) => id === values.get("ending"));
  if (ending) return replyEnd(request, shown, checked, ending);
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const wanted = findPage(structure, values.get("field") ?? "") ?? values.get("show");
  if (wanted !== undefined || !values.all(inputs.page).length)
    return replyStep(request, formId, shown, wanted);
  const action = values.get(inputs.action);
  if (action === "back") return replyStep(request, formId, shown, previousPage(structure, page?.id, checked));
  if (action !== "next" && action !== "send") return replyStep(request, formId, shown, page?.id ?? "");
  const problems = listProblems(
    (page?.fields ?? []).filter((field) => !isFileField(field)),
    checked.problems,
  );
  if (problems.size > 0) return replyStep(request, formId, shown, page?.id, problems);
  const next = nextPage(structure, page?.id, checked);
  if (page !== undefined && next !== undefined) return replyStep(request, formId, shown, next);
  return replyEnd(request, shown, checked, undefined);
}

/** Without files, which a preview does not take. */
async function postTest(
  { c, site, account }: OwnerRequest,
  { form, language }: Shown,
  { answers }: CheckedAnswers,
): Promise<Response> {
  const of = { form_id: form.id, form_version: form.version, language };
  const done = (await keepTest(site, account, of, answers)) ? "test_kept" : "tests_full";
  return seeOther(c, doneAddress(`/forms/${form.id}/responses?status=test`, done));
}

/** The structure that was sent, and what was entered so far. */
async function readShown(
  request: OwnerRequest,
  form: StoredForm,
  { structure, places }: Pick<Shown, "structure" | "places">,
  values: FormValues,
): Promise<Shown> {
  const [, chosen] = /^language:(\w+)$/.exec(values.get(inputs.action) ?? "") ?? [];
  const language = previewLanguage(request, structure, chosen ?? values.get(inputs.language));
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const entered = page === undefined ? {} : readAnswers(page.fields, values);
  const isFramed = values.get("proposal") !== undefined || values.get("structure") !== undefined;
  const images = await collectImages(request.site.storage.db, form.id, structure);
  const answers = { ...readEarlier(values), ...entered };
  return { form, structure, language, isFramed, answers, images, ...(places && { places }) };
}

/** @param ending undefined: the one that the answers lead to */
function replyEnd(
  { c, t, csrf }: OwnerRequest,
  shown: Shown,
  { answers }: CheckedAnswers,
  ending: Ending | undefined,
): Response {
  const { form, language } = shown;
  // Unpublished changes have no version that a response could be of.
  const canTest = form.access !== "view" && form.pending === undefined;
  const sent = { test: "yes", [inputs.language]: language, [inputs.ticket]: JSON.stringify(shown.answers) };
  const test =
    canTest &&
    html`<form method="post" action="/forms/${form.id}/preview">${csrfField(csrf)}${hiddenInputs(sent)}<button class="main">${t.say("preview_keep")}</button></form>`;
  const page = previewEnd({ ...shown, owner: t, t: wordsOf(shown), answers, ending, test });
  return reply(c, around(t, shown, page));
}

function wordsOf({ structure, language, places }: Shown): Translation {
  const t = translation(language, structure.default_language);
  return places ? { ...t, placeOf: (text) => places.get(text) } : t;
}

/** In the editor, with the styles of what it adds; elsewhere below the head that all pages of the form have. */
function around(t: OwnerTranslation, { form, isFramed }: Shown, page: PageView): PageView {
  const { styles = [], lead } = page;
  if (isFramed) return { ...page, styles: [...styles, "preview"] };
  const label = attributes({ "aria-label": t.say("form_tabs"), lang: t.language });
  const head = html`<section${label}>${formTop(t, form, "preview")}</section>`;
  return { ...page, styles: ["form-head", ...styles], lead: html`${lead}${head}` };
}

/** The answers of the pages before, which travel with the page: a preview stores nothing. */
function readEarlier(values: FormValues): RawAnswers {
  try {
    const earlier: unknown = JSON.parse(values.get(inputs.ticket) ?? "{}");
    return typeof earlier === "object" && earlier !== null ? (earlier as RawAnswers) : {};
  } catch {
    return {};
  }
}

function check({ site }: OwnerRequest, { structure, answers }: Shown): CheckedAnswers {
  return checkAnswers(structure, answers, {}, site.clock());
}

/** @param pageId undefined: the first page that has something to show; "": the step after all pages */
function replyStep(
  request: OwnerRequest,
  formId: string,
  shown: Shown,
  pageId: string | undefined,
  problems: ReturnType<typeof listProblems> = new Map(),
): Response {
  const { c, site, csrf, t: owner } = request;
  const { structure, language, answers, isFramed, images } = shown;
  const checked = check(request, shown);
  const t = wordsOf(shown);
  const path = `/forms/${formId}/preview`;
  const isPage = structure.pages.some(({ id }) => id === pageId);
  const target = pageId === "" ? undefined : isPage ? pageId : firstPage(structure, checked);
  const page = formPage({
    t,
    structure,
    step: stepAt(structure, target, checked),
    rawAnswers: answers,
    uploads: {},
    full: new Map(),
    keepsAnswers: false,
    checked,
    messages: new Map([...problems].map(([id, problem]) => [id, problemText(t, problem)])),
    notice: isFramed ? undefined : previewNotice(owner, csrf, shown.form),
    ticket: JSON.stringify(answers),
    action: `${path}?lang=${language}`,
    embedded: false,
    look: createLook({ t, structure, images }),
    seed: formId,
    now: site.clock(),
    extraInputs: html`${csrfField(csrf)}`,
    addressIn: (other) => `${path}?lang=${other}`,
  });
  // Uploads would be stored.
  const scripts = (page.scripts ?? []).filter((script) => script !== "uploads");
  return reply(c, around(owner, shown, { ...page, scripts }), {
    headers: { "Cache-Control": "private, no-store" },
  });
}
