/** The page that shows one step of a form. */

import type { FormStructure } from "../../../generated/types.ts";
import { secretResults } from "../../forms/answers/answer-key.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import { drawFormatted } from "../../forms/fields/parts/formatted-text.ts";
import { focusId, inputs } from "../../forms/fields/parts/inputs.ts";
import { drawWording } from "../../forms/fields/parts/wordings.ts";
import { secretFields } from "../../forms/structure/warnings/secret-fields.ts";
import { attributes, type Html, html } from "../../platform/html.ts";
import { ADDRESS } from "../../responses/respondent.ts";
import { labelledProgress } from "./blocks/progress.ts";
import { actions, button } from "./controls/buttons.ts";
import { hiddenInputs } from "./controls/hidden-inputs.ts";
import { trap } from "./entry.ts";
import { address, fields } from "./form-fields.ts";
import type { FormPageView, FormView } from "./form-view.ts";
import { languageMenu } from "./languages.ts";
import { FIELDS, FORM_PARTS, type FormPart, type PageView } from "./layout.ts";
import { createMentions } from "./mentions.ts";
import type { Step } from "./step.ts";
import { errorSummary, type Mistake } from "./summary.ts";

const FORM = "form";
/** A form with fewer questions is faster filled in again. */
const MANY_QUESTIONS = 6;

export function formPage(form: FormView): PageView {
  const { t, structure, step, messages, checked } = form;
  const open = new Set(step.fields.map(({ field }) => field.id));
  const mentions = createMentions(structure, checked.answers, t, open, secretResults(structure));
  const view: FormPageView = { ...form, mentions, live: mentions.live(listMentioningTexts(form)) };
  const place = step.count > 1 ? `${t.say("step", { step: step.number, steps: step.count })} – ` : "";
  const wrong = messages.size > 0 ? `${t.say("error_prefix")}: ` : "";
  return {
    ...form.look,
    language: t.language,
    title: `${wrong}${place}${t.of(structure.title)}`,
    formParts: listParts(view),
    embedded: view.embedded,
    lead: defaultButton(step),
    header: html`
      <header class="top">
        ${progress(view)}
        ${languageMenu(t, structure.languages, FORM, view.addressIn)}
      </header>
    `,
    main: html`
      ${title(view)}
      ${view.notice && html`<div class="notice" role="status">${view.notice}</div>`}
      ${errorSummary(t, mistakes(view))}
      ${formElement(view)}
      ${mayContinueElsewhere(view) && continueLink(view)}
      ${secretFields(structure).length > 0 && html`<p class="hint">${t.say("never_secrets")}</p>`}
    `,
    fields: fields(view),
  };
}

/** Whether the page leads to the one that takes answers to another device: forms with some work behind or before the respondent. */
function mayContinueElsewhere(view: FormView): boolean {
  if (view.embedded || !isKept(view)) return false;
  const asked = view.structure.pages.flatMap((page) => page.fields.filter(takesAnswer));
  return !view.step.isFirst || asked.filter(({ retired }) => !retired).length >= MANY_QUESTIONS;
}

/** Draws a link that needs scripts. It opens a tab, so the place in the form is kept. */
function continueLink({ t, addressIn }: FormView): Html {
  const address = addressIn(t.language).replace("?", "/continue?");
  return html`<p class="hint" data-on><a href="${address}" target="_blank">${t.say("carry_link")}</a></p>`;
}

/** Lists the parts of the script that the form needs on any of its pages, so that browsers load one file for all of them. */
function listParts({ live, structure }: FormPageView): FormPart[] {
  const fields = structure.pages.flatMap((page) => page.fields).filter(takesAnswer);
  const needed = new Set<FormPart | undefined>([
    "form",
    live && "mentions",
    structure.settings?.display === "one_question" ? "questions" : undefined,
    ...fields.map((field) => questionKind(field).script?.(field)),
  ]);
  return FORM_PARTS.filter((part) => needed.has(part));
}

/** Draws a hidden first button for the Enter key. Otherwise Enter would press a button of the language menu. */
function defaultButton(step: Step): Html {
  return html`
    <button
      class="vh"
      form="${FORM}"
      name="${inputs.action}"
      value="${step.isLast ? "send" : "next"}"
      tabindex="-1"
      aria-hidden="true"
    ></button>
  `;
}

function progress({ t, structure, step }: FormView): Html | undefined {
  if (!(structure.settings?.show_progress ?? structure.pages.length > 1) || step.count < 2) return undefined;
  const { number, count } = step;
  const label = t.say("step", { step: number, steps: count });
  return labelledProgress({ value: number, max: count, label, className: "progress", isTextHidden: true });
}

function title({ t, structure, step, mentions }: FormPageView): Html {
  const formTitle = drawWording(t, structure.title);
  const pageTitle = step.page?.title;
  const own = pageTitle && t.of(pageTitle) !== t.of(structure.title) ? pageTitle : undefined;
  const heading = own && drawWording(t, own, mentions.show);
  if (!step.isFirst) {
    const isSmall = structure.settings?.display === "one_question";
    return html`
      <div class="${isSmall ? "title small" : "title"}">
        ${heading && html`<p class="eyebrow">${formTitle}</p>`}
        <h1>${heading ?? formTitle}</h1>
      </div>
    `;
  }
  const description = structure.description && drawFormatted(t, structure.description, mentions);
  return html`
    <div class="title" dir="auto">
      <h1>${formTitle}</h1>
      ${description}
      ${heading && html`<h2 class="page-title">${heading}</h2>`}
    </div>
  `;
}

function formElement(view: FormPageView): Html {
  const { t, step, structure, action, live } = view;
  const label = structure.settings?.submit_label;
  const submit = step.isLast ? (label ? drawWording(t, label) : t.say("send")) : t.say("next");
  const values = attributes({
    id: FORM,
    class: marksRequired(structure) && "starred",
    method: "post",
    action,
    enctype: "multipart/form-data",
    novalidate: true,
    "data-counted": view.isCounted,
    "data-problems": JSON.stringify(t.forms("problems")),
    "data-solved": t.say("problems_solved"),
    "data-clear": t.say("clear_choice"),
    "data-offline": t.say("offline"),
    "data-live": live && JSON.stringify(live),
    ...keptAnswerTexts(view),
    ...stepTexts(view),
  });
  const sent = {
    [inputs.ticket]: view.ticket,
    [inputs.page]: step.page?.id ?? "",
    [inputs.language]: t.language,
  };
  return html`
    <form${values}>
      ${hiddenInputs(sent)}
      ${view.extraInputs}
      ${hiddenValues(view)}
      ${trap(t)}
      ${FIELDS}
      ${step.isStepped && html`</div>`}
      ${step.asksAddress && (step.isStepped ? html`<div class="step">${address(view)}</div>` : address(view))}
      ${actions(
        step.isStepped && html`<button type="button" class="quiet back" hidden>${t.say("back")}</button>`,
        !step.isFirst && goButton("back", t.say("back")),
        live && html`<noscript>${goButton("update", t.say("update"))}</noscript>`,
        button({ text: submit, look: "main", name: inputs.action, value: step.isLast ? "send" : "next" }),
      )}
    </form>
  `;
}

/** Whether required questions are marked, not optional ones: the mark stands at the fewer ones. */
function marksRequired({ pages }: FormStructure): boolean {
  const asked = pages.flatMap((page) => page.fields.filter(takesAnswer)).filter(({ retired }) => !retired);
  return asked.length > 2 * asked.filter(({ required }) => required).length;
}

/** Draws a button that sends the form without checks. */
function goButton(value: "back" | "update", text: string): Html {
  return button({ text, look: "quiet", name: inputs.action, value, skipsChecks: true });
}

/** Returns the texts about answers kept in the browser; empty: the browser keeps none. */
function keptAnswerTexts(view: FormView) {
  if (!isKept(view)) return {};
  const { t } = view;
  return { "data-kept": t.say("kept_answers"), "data-kept-clear": t.say("kept_clear") };
}

function isKept({ structure, keepsAnswers }: FormView): boolean {
  return keepsAnswers && structure.settings?.keep_answers !== false;
}

function hiddenValues({ structure, rawAnswers }: FormView): Html[] {
  const values = (structure.hidden_fields ?? []).filter(({ id }) => typeof rawAnswers[id] === "string");
  return values.map(
    ({ id }) => html`<input type="hidden" name="${inputs.hidden(id)}" value="${String(rawAnswers[id])}">`,
  );
}

/** Lists the texts of the page that may mention answers. */
function listMentioningTexts({ t, step, structure }: FormView): string[] {
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

/** Returns the texts of the script that shows one question at a time. */
function stepTexts({ t, step, isRefused, messages }: FormView) {
  if (!step.isStepped) return {};
  return {
    // The sent form was refused although no answer is wrong, so the script begins at the last step.
    "data-end": isRefused && messages.size === 0,
    "data-step": t.say("step", { step: "{step}", steps: "{steps}" }),
    "data-next": t.say("next"),
  };
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
