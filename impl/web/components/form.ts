/** The page that shows one step of a form. */
import type { FormPage, FormStructure, Language } from "../../../generated/types.ts";
import type { RawAnswers } from "../../forms/answers/answer.ts";
import { secretResults } from "../../forms/answers/answer-key.ts";
import { isTrue } from "../../forms/answers/calculation.ts";
import type { CheckedAnswers, Uploads } from "../../forms/check-answers.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import { focusId, inputs } from "../../forms/fields/parts/inputs.ts";
import { paragraphs, textMarks, worded } from "../../forms/fields/parts/worded.ts";
import { secretFields } from "../../forms/structure/warnings/secret-fields.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import type { FullChoices } from "../../responses/capacity.ts";
import { ADDRESS, addressField } from "../../responses/respondent.ts";
import type { Translation } from "../../texts/translate.ts";
import type { LiveMentions } from "../live-mentions.ts";
import { fieldView } from "./field.ts";
import { languageMenu } from "./languages.ts";
import { type Embedding, FIELDS, type PageView, type Script } from "./layout.ts";
import type { Look } from "./look.ts";
import { type Mentions, mentionsIn } from "./mentions.ts";
import type { Step } from "./step.ts";
import { errorSummary, type Mistake } from "./summary.ts";

/** All that a step of a form is drawn from. */
export interface FormView {
  readonly t: Translation;
  readonly structure: FormStructure;
  readonly step: Step;
  readonly rawAnswers: RawAnswers;
  readonly uploads: Uploads;
  /** Ids of uploads that the respondent has asked to remove. */
  readonly removed?: ReadonlySet<string> | undefined;
  /** The choices that are full. */
  readonly full: FullChoices;
  readonly checked: CheckedAnswers;
  /** Id of a field, or `ADDRESS` -> its problem, as a sentence. */
  readonly messages: ReadonlyMap<string, string>;
  /** Whether the browser may keep answers until the form is sent. */
  readonly keepsAnswers: boolean;
  /** A notice above the form. */
  readonly notice: Html | string | undefined;
  /** Whether the service has just refused the page. */
  readonly isRefused?: boolean;
  readonly ticket: string;
  /** The address that the form is sent to. */
  readonly action: string;
  readonly embedded: Embedding;
  readonly seed: string;
  readonly now: Date;
  readonly look: Look;
  /** Inputs that are sent with each page. */
  readonly extraInputs?: Html;
  addressIn(language: Language): string;
}

/** With the texts that mention answers. `live`: those that can change on this page. */
interface FormPageView extends FormView {
  readonly mentions: Mentions;
  readonly live: LiveMentions | undefined;
}

const FORM = "form";

export function formPage(form: FormView): PageView {
  const { t, structure, step, messages, checked } = form;
  const open = new Set(step.fields.map(({ field }) => field.id));
  const mentions = mentionsIn(structure, checked.answers, t, open, secretResults(structure));
  const view: FormPageView = { ...form, mentions, live: mentions.live(textsOn(form)) };
  const place = step.count > 1 ? `${t.say("step", { step: step.number, steps: step.count })} – ` : "";
  const wrong = messages.size > 0 ? `${t.say("error_prefix")}: ` : "";
  return {
    ...form.look,
    language: t.language,
    title: `${wrong}${place}${t.of(structure.title)}`,
    scripts: listScripts(view),
    embedded: view.embedded,
    lead: defaultButton(step),
    header: html`<header class="top">${progress(view)}${languageMenu(t, structure.languages, FORM, view.addressIn)}</header>`,
    main: html`${title(view)}${view.notice && html`<div class="notice" role="status">${view.notice}</div>`}
${errorSummary(t, mistakes(view))}${formElement(view)}${secretFields(structure).length > 0 && html`<p class="hint">${t.say("never_secrets")}</p>`}`,
    fields: fields(view),
  };
}

/** The scripts that have something to do on the page. */
function listScripts({ step, live, structure }: FormPageView): Script[] {
  const fields = step.fields.map(({ field }) => field).filter(takesAnswer);
  const scripts = new Set(fields.map((field) => questionKind(field).script?.(field)));
  const needed = {
    form: true,
    ranking: scripts.has("ranking"),
    mentions: live !== undefined,
    questions: structure.settings?.display === "one_question",
    uploads: scripts.has("uploads"),
    signature: scripts.has("signature"),
    slider: scripts.has("slider"),
  } satisfies Partial<Record<Script, boolean>>;
  return (Object.keys(needed) as (keyof typeof needed)[]).filter((name) => needed[name]);
}

/** A hidden first button, which the Enter key presses. Otherwise Enter would press a button of the language menu. */
function defaultButton(step: Step): Html {
  return html`<button class="vh" form="${FORM}" name="${inputs.action}" value="${step.isLast ? "send" : "next"}" tabindex="-1" aria-hidden="true"></button>`;
}

function progress({ t, structure, step }: FormView): Html | undefined {
  if (!(structure.settings?.show_progress ?? structure.pages.length > 1) || step.count < 2) return undefined;
  const { number, count } = step;
  const label = t.say("step", { step: number, steps: count });
  return html`<div class="progress"><progress value="${number}" max="${count}" aria-label="${label}"></progress><span aria-hidden="true">${label}</span></div>`;
}

function title({ t, structure, step, mentions }: FormPageView): Html {
  const formTitle = worded(t, structure.title);
  const pageTitle = step.page?.title;
  const own = pageTitle && t.of(pageTitle) !== t.of(structure.title) ? pageTitle : undefined;
  const heading = own && worded(t, own, mentions.show);
  if (!step.isFirst) {
    const isSmall = structure.settings?.display === "one_question";
    return html`<div class="${isSmall ? "title small" : "title"}">${heading && html`<p class="eyebrow">${formTitle}</p>`}<h1>${heading ?? formTitle}</h1></div>`;
  }
  const description =
    structure.description &&
    paragraphs(t.of(structure.description), mentions, textMarks(t, structure.description));
  return html`<div class="title"><h1>${formTitle}</h1>${description}${heading && html`<h2 class="page-title">${heading}</h2>`}</div>`;
}

function formElement(view: FormPageView): Html {
  const { t, step, structure, action, live } = view;
  const label = structure.settings?.submit_label;
  const submit = step.isLast ? (label ? worded(t, label) : t.say("send")) : t.say("next");
  return html`<form id="${FORM}" method="post" action="${action}" enctype="multipart/form-data" novalidate data-problems="${JSON.stringify(t.forms("problems"))}" data-solved="${t.say("problems_solved")}" data-clear="${t.say("clear")}" data-offline="${t.say("offline")}"${attributes({ "data-live": live && JSON.stringify(live), ...keptTexts(view), ...stepTexts(view) })}>
<input type="hidden" name="${inputs.ticket}" value="${view.ticket}">
<input type="hidden" name="${inputs.page}" value="${step.page?.id}">
<input type="hidden" name="${inputs.language}" value="${t.language}">
${view.extraInputs}${hiddenValues(view)}
<div class="trap" aria-hidden="true"><label>${t.say("leave_empty")}<input type="text" name="${inputs.trap}" tabindex="-1" autocomplete="off"></label></div>
${FIELDS}${step.isStepped && html`</div>`}${step.asksAddress && (step.isStepped ? html`<div class="step">${address(view)}</div>` : address(view))}
<div class="actions">${step.isStepped && html`<button type="button" class="quiet back" hidden>${t.say("back")}</button>`}${!step.isFirst && html`<button class="quiet" name="${inputs.action}" value="back" formnovalidate>${t.say("back")}</button>`}${live && html`<noscript><button class="quiet" name="${inputs.action}" value="update" formnovalidate>${t.say("update")}</button></noscript>`}<button class="main" name="${inputs.action}" value="${step.isLast ? "send" : "next"}">${submit}</button></div>
</form>`;
}

/** What the page says about answers that the browser has kept; none: it keeps none. */
function keptTexts({ t, structure, keepsAnswers }: FormView) {
  if (!keepsAnswers || structure.settings?.keep_answers === false) return {};
  return { "data-kept": t.say("kept_answers"), "data-kept-clear": t.say("kept_clear") };
}

function hiddenValues({ structure, rawAnswers }: FormView): Html[] {
  const values = (structure.hidden_fields ?? []).filter(({ id }) => typeof rawAnswers[id] === "string");
  return values.map(
    ({ id }) => html`<input type="hidden" name="${inputs.hidden(id)}" value="${String(rawAnswers[id])}">`,
  );
}

/** The texts of the page that may mention answers. */
function textsOn({ t, step, structure }: FormView): string[] {
  const texts = [step.isFirst ? structure.description : undefined, step.page?.title];
  for (const { field, begins } of step.fields)
    texts.push(
      begins?.title,
      field.label,
      field.description,
      "statement" in field ? field.statement : undefined,
    );
  return texts.flatMap((text) => (text ? [t.of(text)] : []));
}

/** One by one, because a page may have many large ones. */
function* fields(view: FormPageView): Generator<Html> {
  const { t, step, structure, rawAnswers, uploads, full, checked, messages } = view;
  const addressId = addressField(structure)?.id;
  for (const { field, condition, begins } of step.fields) {
    if (begins) yield stepStart(view, begins);
    yield fieldView({
      field,
      t,
      language: structure.default_language,
      rawAnswer: Object.hasOwn(rawAnswers, field.id) ? rawAnswers[field.id] : undefined,
      files: uploads[field.id] ?? [],
      removed: view.removed,
      full: full.get(field.id) ?? new Set(),
      message: messages.get(field.id),
      condition: condition && { rule: condition, holds: isTrue(condition, checked.answers) },
      note: field.id === addressId ? t.say("address_from_field") : undefined,
      seed: view.seed,
      now: view.now,
      mentions: view.mentions,
    });
  }
}

/** What the script says that shows one question after the other. */
function stepTexts({ t, step, isRefused, messages }: FormView) {
  if (!step.isStepped) return {};
  return {
    // The whole form was sent, and no answer is wrong: it begins where it can be sent again.
    "data-end": isRefused && messages.size === 0,
    "data-step": t.say("step", { step: "{step}", steps: "{steps}" }),
    "data-next": t.say("next"),
  };
}

/** Of a question that a script shows alone; the end of the one before. */
function stepStart({ t, step, mentions }: FormPageView, page: FormPage): Html {
  const heading = page.title && html`<h2 class="page-title">${worded(t, page.title, mentions.show)}</h2>`;
  return html`${step.fields[0]?.begins !== page && html`</div>`}<div class="step">${heading}`;
}

function address({ t, rawAnswers, messages }: FormView): Html {
  const message = messages.get(ADDRESS);
  const values = attributes({
    type: "email",
    class: "input",
    id: focusId({ id: inputs.address }),
    name: inputs.address,
    autocomplete: "email",
    value: typeof rawAnswers[ADDRESS] === "string" ? rawAnswers[ADDRESS] : "",
    "aria-required": "true",
    "aria-invalid": message === undefined ? undefined : "true",
    "aria-describedby": `d-${inputs.address}${message === undefined ? "" : ` e-${inputs.address}`}`,
  });
  const rules = JSON.stringify([
    ["required", t.say("required")],
    ["email", t.say("email")],
  ]);
  return html`<div class="section"><h2>${t.say("address_title")}</h2></div>
<div${attributes({ class: message === undefined ? "field" : "field wrong", "data-field": inputs.address, "data-kind": "text", "data-rules": rules })}>
<label class="label" for="${focusId({ id: inputs.address })}">${t.say("address_label")}</label>
<div class="hint" id="d-${inputs.address}"><p>${t.say("address_hint")}</p></div>
<p class="message" id="e-${inputs.address}"${attributes({ hidden: message === undefined })}>${message !== undefined && html`<span class="vh">${t.say("error_prefix")}: </span>${message}`}</p>
<input${values}></div>`;
}

function mistakes({ t, step, messages, mentions }: FormPageView): Mistake[] {
  const list = step.fields.flatMap(({ field }) => {
    const message = messages.get(field.id);
    return message === undefined
      ? []
      : [{ target: focusId({ id: field.id }), label: mentions.plain(t.of(field.label)), message }];
  });
  const wrongAddress = messages.get(ADDRESS);
  if (wrongAddress !== undefined && step.asksAddress)
    list.push({
      target: focusId({ id: inputs.address }),
      label: t.say("address_label"),
      message: wrongAddress,
    });
  return list;
}
