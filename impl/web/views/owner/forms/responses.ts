/** The responses of a form: what each person answered, and the download. Every part works without scripts. */
import type { ExportFormat, Language, ResponseStatus } from "../../../../../generated/types.ts";
import type { Form } from "../../../../forms/forms.ts";
import { attributes, type Html, html } from "../../../../markup/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { csrfField } from "../frame.ts";

export interface ResponseView {
  readonly id: string;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly language: Language;
  readonly email: string | undefined;
  /** The questions that were answered, in the order of the form. */
  readonly answers: readonly { readonly question: string; readonly answer: string }[];
}

export interface ResponsesView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: Form;
  readonly status: ResponseStatus;
  readonly statuses: readonly ResponseStatus[];
  readonly formats: readonly ExportFormat[];
  readonly total: number;
  readonly responses: readonly ResponseView[];
  /** Address of the next page. */
  readonly next: string | undefined;
}

export function responsesPage(view: ResponsesView): Html {
  const { t, form, status, total, responses, next } = view;
  const none = t.say(status === "verified" ? "responses_none_yet" : "responses_none_found");
  const list = html`<p class="soft count">${t.say("responses_count", { count: total })}</p>
<div class="responses">${responses.map((response) => responseCard(view, response))}</div>`;
  return html`<h1>${t.say("responses_to", { title: form.title })}</h1>
<p class="back"><a href="/forms/${form.id}">${t.say("responses_back")}</a></p>
${statusFilter(view)}
${responses.length === 0 ? html`<p class="empty">${none}</p>` : list}
${next !== undefined && html`<p class="older"><a class="quiet" href="${next}">${t.say("responses_more")}</a></p>`}
${download(view)}`;
}

function statusFilter({ t, form, status, statuses }: ResponsesView): Html {
  const options = statuses.map(
    (one) =>
      html`<option value="${one}"${attributes({ selected: one === status })}>${t.say(`responses_${one}`)}</option>`,
  );
  return html`<form class="search narrow" method="get" action="/forms/${form.id}/responses">
<div><label class="vh" for="status">${t.say("responses_shown")}</label><select class="input" id="status" name="status">${options}</select></div>
<button class="quiet">${t.say("responses_show")}</button></form>`;
}

/** The answers are in the form's default language where they are choices, and in the respondent's where they are texts. */
function responseCard(
  { t, form }: ResponsesView,
  { submittedAt, language, email, answers }: ResponseView,
): Html {
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  const facts = [
    t.datetime(submittedAt.slice(0, 16)),
    language !== form.default_language && t.say("responses_language", { language: languageName(language) }),
  ].filter((fact) => fact !== false);
  const rows = answers.map(({ question, answer }) => html`<div><dt>${question}</dt><dd>${answer}</dd></div>`);
  return html`<article class="response"><h2>${email ?? t.say("responses_no_address")}</h2><p class="soft">${facts.join(" · ")}</p>
${rows.length === 0 ? html`<p class="soft">${t.say("responses_no_answers")}</p>` : html`<dl${lang}>${rows}</dl>`}</article>`;
}

function download({ t, csrf, form, formats }: ResponsesView): Html {
  const options = formats.map(
    (format) => html`<option value="${format}">${t.say(`responses_export_${format}`)}</option>`,
  );
  return html`<section class="part download"><h2>${t.say("responses_export")}</h2><p class="soft">${t.say("responses_export_text")}</p>
<form class="search narrow" method="post" action="/forms/${form.id}/export">${csrfField(csrf)}<div><label class="vh" for="format">${t.say("responses_export_format")}</label><select class="input" id="format" name="format">${options}</select></div>
<button class="quiet">${t.say("responses_export_button")}</button></form></section>`;
}
