/** Draws the pages of a preview with the entered answers, for a form and for a form text. */
import type { Ending, FormStructure, LocalizedText } from "../../../../../generated/types.ts";
import type { RawAnswers } from "../../../../forms/answers/answer.ts";
import { type CheckedAnswers, checkAnswers } from "../../../../forms/check-answers.ts";
import { isFileField } from "../../../../forms/fields/client/client-kinds.ts";
import { inputs, WELCOME } from "../../../../forms/fields/parts/inputs.ts";
import type { FormImage } from "../../../../forms/fields/parts/picture.ts";
import type { Html } from "../../../../platform/html.ts";
import type { PlacesLeft } from "../../../../responses/capacity.ts";
import { type Translation, translation } from "../../../../texts/translate.ts";
import { formPage } from "../../../components/form.ts";
import type { PageView } from "../../../components/layout.ts";
import { createLook } from "../../../components/look.ts";
import { createMentions } from "../../../components/mentions.ts";
import { problemText } from "../../../components/problem-text.ts";
import { welcomePage } from "../../../components/welcome.ts";
import type { FormValues } from "../../../form-body.ts";
import { listProblems } from "../../../respondent/form/open-fill.ts";
import { readAnswers } from "../../../respondent/form/read-answers.ts";
import {
  findFirstPage,
  findNextPage,
  findPageOfField,
  findPreviousPage,
  stepAt,
} from "../../../respondent/form/steps.ts";
import { chooseLanguage } from "../../../respondent/public-form/public-form.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { previewEnd } from "../../views/forms/preview/end.ts";

/** The data that a page of a preview is drawn from. */
export interface Previewed {
  /** Whether the preview is in a frame, whose page explains it. */
  readonly isFramed: boolean;
  readonly structure: FormStructure;
  readonly language: FormStructure["default_language"];
  readonly answers: RawAnswers;
  readonly images: ReadonlyMap<string, FormImage>;
  /** The free places of choices. */
  readonly left: PlacesLeft;
  /** JSON Pointers of the texts that the editor can change on the page. */
  readonly places?: ReadonlyMap<LocalizedText, string>;
  /** The path that pages are sent to. */
  readonly path: string;
  /** Decides the order of shuffled choices. */
  readonly seed: string;
  /** Hidden inputs that are sent with each page. */
  readonly extraInputs: Html;
  /** The notice above the form. */
  readonly notice: Html | string | undefined;
  /** The button at the end that keeps the answers; false: that is not possible. */
  readonly test: Html | false;
}

type PreviewRequest = Pick<OwnerRequest, "c" | "site" | "t">;

export function previewLanguage(
  { c }: Pick<OwnerRequest, "c">,
  structure: FormStructure,
  wanted: string | undefined,
) {
  const { default_language: first, languages } = structure;
  const others = languages.filter((language) => language !== first);
  return chooseLanguage([first, ...others], wanted, c.req.header("accept-language"));
}

/** Reads the answers so far, and the language for the next page. */
export function readEntered(request: Pick<OwnerRequest, "c">, structure: FormStructure, values: FormValues) {
  const [, chosen] = /^language:(\w+)$/.exec(values.get(inputs.action) ?? "") ?? [];
  const language = previewLanguage(request, structure, chosen ?? values.get(inputs.language));
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const entered = page === undefined ? {} : readAnswers(page.fields, values);
  return { language, answers: { ...readEarlier(values), ...entered } };
}

/** Draws the page after the sent one. */
export function drawNextPage(request: PreviewRequest, shown: Previewed, values: FormValues): PageView {
  const { structure } = shown;
  const checked = check(request, shown);
  const ending = structure.endings?.find(({ id }) => id === values.get("ending"));
  if (ending) return drawEnding(request, shown, checked, ending);
  const wanted = findPageOfField(structure, values.get("field") ?? "") ?? values.get("show");
  if (wanted !== undefined && wanted !== WELCOME) return drawStep(request, shown, wanted);
  if (wanted === WELCOME || !values.all(inputs.page).length) return drawFirst(request, shown);
  const action = values.get(inputs.action);
  if (values.get(inputs.page) === WELCOME)
    return action === "next" ? drawStep(request, shown, undefined) : drawFirst(request, shown);
  return drawPageAfter(request, shown, checked, values);
}

/** Draws the page that a button of a page with questions leads to. */
function drawPageAfter(
  request: PreviewRequest,
  shown: Previewed,
  checked: CheckedAnswers,
  values: FormValues,
): PageView {
  const { structure } = shown;
  const page = structure.pages.find(({ id }) => id === values.get(inputs.page));
  const action = values.get(inputs.action);
  if (action === "back") return drawStep(request, shown, findPreviousPage(structure, page?.id, checked));
  if (action !== "next" && action !== "send") return drawStep(request, shown, page?.id ?? "");
  const problems = listProblems(
    (page?.fields ?? []).filter((field) => !isFileField(field)),
    checked.problems,
  );
  if (problems.size > 0) return drawStep(request, shown, page?.id, problems);
  const next = findNextPage(structure, page?.id, checked);
  if (page !== undefined && next !== undefined) return drawStep(request, shown, next);
  return drawEnding(request, shown, checked, undefined);
}

/** Draws the welcome page, or the first step of a form without one. */
export function drawFirst(request: PreviewRequest, shown: Previewed): PageView {
  const { structure, language, answers, images, path, notice, extraInputs } = shown;
  if (structure.welcome === undefined) return drawStep(request, shown, undefined);
  const t = makeTranslation(shown);
  return welcomePage({
    t,
    structure,
    mentions: createMentions(structure, check(request, shown).answers, t),
    images,
    notice,
    ticket: JSON.stringify(answers),
    action: `${path}?lang=${language}`,
    embedded: false,
    look: createLook({ t, structure, images }),
    extraInputs,
    addressIn: (other) => `${path}?lang=${other}`,
  });
}

/** Draws an ending. @param ending undefined: the ending that the answers lead to */
function drawEnding(
  { site, t }: PreviewRequest,
  shown: Previewed,
  { answers }: CheckedAnswers,
  ending: Ending | undefined,
): PageView {
  const now = site.clock();
  return previewEnd({ ...shown, owner: t, t: makeTranslation(shown), answers, ending, now });
}

function makeTranslation({ structure, language, places }: Previewed): Translation {
  const t = translation(language, structure.default_language);
  return places ? { ...t, placeOf: (text) => places.get(text) } : t;
}

/** Reads the answers of earlier pages from the sent page: a preview stores nothing. */
function readEarlier(values: FormValues): RawAnswers {
  try {
    const earlier: unknown = JSON.parse(values.get(inputs.ticket) ?? "{}");
    return typeof earlier === "object" && earlier !== null ? (earlier as RawAnswers) : {};
  } catch {
    return {};
  }
}

function check({ site }: PreviewRequest, { structure, answers, language }: Previewed): CheckedAnswers {
  return checkAnswers(structure, answers, {}, site.clock(), language);
}

/** Draws a step. @param pageId undefined: the first page with visible fields; "": the step after all pages */
export function drawStep(
  request: PreviewRequest,
  shown: Previewed,
  pageId: string | undefined,
  problems: ReturnType<typeof listProblems> = new Map(),
): PageView {
  const { structure, language, answers, images, path } = shown;
  const checked = check(request, shown);
  const t = makeTranslation(shown);
  const isPage = structure.pages.some(({ id }) => id === pageId);
  const target = pageId === "" ? undefined : isPage ? pageId : findFirstPage(structure, checked);
  const page = formPage({
    t,
    structure,
    step: stepAt(structure, target, checked),
    rawAnswers: answers,
    uploads: {},
    places: shown.left,
    keepsAnswers: false,
    isCounted: false,
    checked,
    messages: new Map([...problems].map(([id, problem]) => [id, problemText(t, problem)])),
    notice: shown.notice,
    ticket: JSON.stringify(answers),
    action: `${path}?lang=${language}`,
    embedded: false,
    images,
    look: createLook({ t, structure, images }),
    seed: shown.seed,
    now: request.site.clock(),
    extraInputs: shown.extraInputs,
    addressIn: (other) => `${path}?lang=${other}`,
  });
  // The script would store uploads.
  const formParts = (page.formParts ?? []).filter((part) => part !== "uploads");
  return { ...page, formParts };
}
