/** `/forms/text`: creates a form from a text, with a preview. `/forms/ID/text`: shows a form as a text. */
import { createHash } from "node:crypto";
import type { FormStructure, Language } from "../../../../generated/types.ts";
import { builtIn, MAX_FORM_TEXT, requireClear } from "../../../ai/read-form-text.ts";
import { readWholeText } from "../../../ai/reading.ts";
import { createFromStructure } from "../../../forms/create/create-from-structure.ts";
import { newPhoneCountry, withPhoneCountry } from "../../../forms/create/home-country.ts";
import { formOverview } from "../../../forms/overview.ts";
import { withoutMarks } from "../../../forms/text/marked-text.ts";
import { printFormText, printWithoutComments } from "../../../forms/text/print.ts";
import { templateText } from "../../../forms/text/templates.ts";
import { listUncovered } from "../../../forms/text/uncovered-parts.ts";
import { html } from "../../../platform/html.ts";
import { randomBase62 } from "../../../platform/ids.ts";
import { allPlaces } from "../../../responses/capacity.ts";
import { detectLanguage, detectOtherLanguage } from "../../../texts/detection/detect.ts";
import { isLanguage } from "../../../texts/languages.ts";
import { sentenceText } from "../../../texts/sentences/sentence.ts";
import { hiddenInputs } from "../../components/controls/hidden-inputs.ts";
import { csrfInput } from "../../components/controls/post-form.ts";
import type { PageView } from "../../components/layout.ts";
import type { AcceptInput, FormValues } from "../../form-body.ts";
import { drawDocument, type ReplyOptions, reply, seeOther } from "../../reply.ts";
import { shownStructure } from "../../respondent/public-form/one-question.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { formAsText } from "../views/forms/form-as-text.ts";
import { type WritingView, writingPage } from "../views/forms/form-text.ts";
import { previewProblem } from "../views/forms/preview/problem.ts";
import { doneAddress } from "./done.ts";
import { templateNamed } from "./new-page.ts";
import { drawNextPage, drawStep, type Previewed, readEntered } from "./preview/preview-page.ts";
import { refusalText, textWithMarks } from "./refusal-text.ts";
import { audit, handleRefusal } from "./refusals.ts";
import { readWritten, type Writing } from "./written-form.ts";

type TextRequest = OwnerRequest<"assets" | "knownTranslation" | "readText">;

/** The maximum length of a text with the marks of a refusal. */
const MAX_MARKED = 2 * MAX_FORM_TEXT;

/** The maximum size of an input: each character has up to three bytes. */
export const TEXT_BYTES = 3 * MAX_MARKED;

const PREVIEW_PATH = "/forms/text/preview";

export const textInputs: AcceptInput = (name) => {
  if (name === "text") return { values: 1, length: MAX_MARKED };
  return ["language", "template", "key", "action"].includes(name) ? { values: 1, length: 40 } : undefined;
};

/** Accepts the text, and the answers in its preview. */
export const textPreviewInputs: AcceptInput = (name) =>
  name === "text" ? { values: 1, length: MAX_MARKED } : { values: 302, length: 20_000 };

interface Written {
  readonly text: string;
  /** The chosen language, else that of the text. */
  readonly language: Language;
  /** Whether the language was chosen. */
  readonly isChosen: boolean;
  readonly key: string;
}

/** Shows the page: empty, or with the text of a form or of a template. */
export async function showFormText(request: TextRequest): Promise<Response> {
  const { c, t, account, site } = request;
  const key = randomBase62(22);
  const wanted = c.req.query("language");
  const language = languageOr(wanted, t.language);
  const id = c.req.query("form");
  if (id === undefined) {
    const template = templateNamed(c.req.query("template"));
    const text = template === undefined ? "" : templateText(template, language);
    const isChosen = template !== undefined || wanted === language;
    return replyText(request, { text, language, isChosen, key }, { template });
  }
  const { structure } = await formOverview(site.storage, account.id, id, true);
  const own = languageOr(wanted, structure!.default_language);
  const text = printFormText(structure!, own, t.language);
  return replyText(request, { text, language: own, isChosen: true, key });
}

export async function postFormText(request: TextRequest, values: FormValues): Promise<Response> {
  const written = readPosted(request, values);
  const template = templateNamed(values.get("template"));
  switch (values.get("action")) {
    case "template": {
      if (template === undefined) return replyText(request, written);
      const language = written.isChosen ? written.language : request.t.language;
      const text = templateText(template, language);
      return replyText(request, { ...written, text, language, isChosen: true }, { template });
    }
    case "make":
      return createForm(request, written);
    default:
      return replyText(request, written, { template });
  }
}

/** Sends the next page of the preview, with the answers of the page before. */
export async function postTextPreview(request: TextRequest, values: FormValues): Promise<Response> {
  const { c, t } = request;
  const written = readPosted(request, values);
  const { structure, problems } = await readWritten(t, writing(request, written));
  const options = { headers: { "Cache-Control": "private, no-store" } };
  if (structure === undefined) {
    const [problem] = problems;
    return reply(c, previewProblem(t, problem?.text ?? ""), { ...options, status: 422 });
  }
  const shown = shownStructure(completed(request, structure));
  const entered = readEntered(request, shown, values);
  const previewed = previewedText(request, written, { structure: shown, ...entered });
  const inTab = { ...previewed, isFramed: false, notice: t.say("write_preview_note") };
  const isFramed = values.get("framed") !== undefined;
  return reply(c, drawNextPage(request, isFramed ? previewed : inTab, values), options);
}

/** Shows the text of a form to accounts with access. */
export async function showAsText(request: TextRequest, formId: string): Promise<Response> {
  const { c, t, account, site } = request;
  const form = await formOverview(site.storage, account.id, formId, true);
  const structure = form.structure!;
  const wanted = c.req.query("language");
  const language = structure.languages.find((one) => one === wanted) ?? structure.default_language;
  const main = formAsText({
    t,
    form,
    language,
    languages: structure.languages,
    text: printWithoutComments(structure, language),
    leftOut: listUncovered(structure).map((part) => sentenceText(part, t.language)),
  });
  return request.reply({ title: `${t.say("write_of_title")}: ${form.title}`, main, scripts: ["copy"] });
}

function readPosted({ t }: TextRequest, values: FormValues): Written {
  const text = (values.get("text") ?? "").replaceAll("\r\n", "\n");
  const chosen = values.get("language") ?? "";
  const isChosen = isLanguage(chosen);
  return {
    text,
    language: isChosen ? chosen : languageOf(withoutMarks(text), t.language),
    isChosen,
    key: values.get("key") ?? "",
  };
}

/** The language of a text; that of the page for a text in a language that forms cannot have. */
function languageOf(text: string, own: Language): Language {
  return detectOtherLanguage(text) === undefined ? detectLanguage(text, [own]) : own;
}

function languageOr(code: string | undefined, otherwise: Language): Language {
  return code !== undefined && isLanguage(code) ? code : otherwise;
}

/** Adds what the text leaves to the account. */
function completed({ account }: TextRequest, structure: FormStructure): FormStructure {
  return withPhoneCountry(structure, newPhoneCountry(structure, account.time_zone));
}

/** Creates the form. It costs no generation, because nothing is generated. */
function createForm(request: TextRequest, written: Written): Promise<Response> {
  const { site, account, c, t } = request;
  return handleRefusal(
    async () => {
      const { source, language, read: readText, accountId } = writing(request, written);
      const read = await readWholeText(readText, "formText", { source, language }, accountId);
      const { structure, warnings } = requireClear(read);
      const { id } = await createFromStructure(site, account.id, {
        structure: completed(request, structure),
        read: { warnings, generator: builtIn },
        title: undefined,
        languages: undefined,
        defaultLanguage: undefined,
        publish: false,
        idempotencyKey: createKey(written),
      });
      audit(request, "create", id);
      return seeOther(c, doneAddress(`/forms/${id}/edit`, "created"));
    },
    async (refusal) => {
      const { status, text, details } = refusalText(t, refusal);
      const marked = textWithMarks(t, refusal, MAX_MARKED);
      // Problems with lines are shown below the text, with their numbers.
      const refused = { text, details: marked === undefined ? details : [] };
      return replyText(request, { ...written, text: marked ?? written.text }, { refused }, { status });
    },
  );
}

/** Combines the key of the page with the text: if the user goes back, another text creates another form. */
function createKey({ key, text, language }: Written): string | undefined {
  const wish = JSON.stringify([text, language]);
  return key === ""
    ? undefined
    : `page text ${key}.${createHash("sha256").update(wish).digest("base64url").slice(0, 16)}`;
}

function writing({ site, account }: TextRequest, { text, language }: Written): Writing {
  return { source: text, language, accountId: account.id, read: site.readText };
}

async function replyText(
  request: TextRequest,
  written: Written,
  more: Pick<WritingView, "refused" | "template"> = {},
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, csrf, site } = request;
  const read = written.text.trim() === "" ? undefined : await readWritten(t, writing(request, written));
  const page =
    read?.structure && firstPreview(request, written, shownStructure(completed(request, read.structure)));
  const main = writingPage({
    t,
    csrf,
    ...written,
    ...more,
    read,
    preview: page && drawDocument(page, site.assets),
  });
  return request.reply({ title: t.say("write_title"), main, scripts: ["form-text"] }, options);
}

/** Draws the first page of the preview. Without scripts, the next page opens in a new tab, because only this frame may show pages. */
function firstPreview(request: TextRequest, written: Written, structure: FormStructure): PageView {
  const entered = { language: structure.default_language, answers: {} };
  const page = drawStep(request, previewedText(request, written, { structure, ...entered }), undefined);
  return { ...page, head: html`${page.head}<base target="_blank">` };
}

function previewedText(
  { csrf }: TextRequest,
  { text, language }: Written,
  shown: Pick<Previewed, "structure" | "language" | "answers">,
): Previewed {
  return {
    ...shown,
    isFramed: true,
    left: allPlaces(shown.structure),
    images: new Map(),
    path: PREVIEW_PATH,
    seed: PREVIEW_PATH,
    extraInputs: html`${csrfInput(csrf)}${hiddenInputs({ text, language })}`,
    notice: undefined,
    test: false,
  };
}
