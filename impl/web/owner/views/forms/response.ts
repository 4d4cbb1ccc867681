/** One response: its answers, its files, and what can be done with it. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { ResponseFile } from "../../../../responses/find.ts";
import type { ReadResponse } from "../../../../responses/latest.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../texts/translate.ts";
import { csrfField } from "../frame.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import { formHead } from "./form-head.ts";
import { hiddenInputs, listActions, type ResponsesView, type ShownStatus } from "./responses.ts";

interface AnsweredQuestion {
  readonly question: string;
  /** Undefined: not answered. */
  readonly answer: string | undefined;
  readonly files: readonly ResponseFile[];
}

export interface AnsweredPage {
  readonly title: string | undefined;
  readonly answers: readonly AnsweredQuestion[];
}

export interface ResponseView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** Where to sign in once more for what asks for a fresh sign-in; undefined: it is fresh. */
  readonly again: string | undefined;
  readonly form: AccessibleForm;
  readonly response: ReadResponse;
  readonly status: ShownStatus;
  readonly pages: readonly AnsweredPage[];
  /** The list that it was opened from, as entered. */
  readonly shown: ResponsesView["shown"];
  /** Of another response of this list; undefined: of the list. */
  readonly address: (id: string | undefined) => string;
  /** Ids. */
  readonly beside: { readonly previous: string | undefined; readonly next: string | undefined };
}

export function responsePage(view: ResponseView): Html {
  const { t, form, response, pages } = view;
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  const isErased = response.status === "deleted" && response.erase_at === undefined;
  return html`${head(view)}
${isErased ? html`<p class="empty">${t.say("response_erased")}</p>` : pages.map((page) => answeredPage(view, page, lang))}
${form.access !== "view" && !isErased && actions(view)}`;
}

function head({ t, form, response, status, address, beside }: ResponseView): Html {
  const { submitted_at, verified_at, language, email, erase_at } = response;
  const time = (iso: string) => t.datetime(iso.slice(0, 16));
  const facts = [
    [t.say("response_submitted"), time(submitted_at)],
    verified_at !== null && [t.say("response_verified"), time(verified_at)],
    [t.say("response_language"), languageName(language)],
    erase_at !== undefined && [t.say("responses_until"), t.date(erase_at.slice(0, 10))],
  ].filter((fact) => fact !== false);
  const links = (["previous", "next"] as const).map((which) => {
    const id = beside[which];
    return id && html`<a class="quiet" href="${address(id)}">${t.say(`response_${which}`)}</a>`;
  });
  return html`${formHead(t, form, "table")}<p class="back"><a href="${address(undefined)}">${t.say("response_back")}</a></p>
<div class="form-head"><h2 class="sub">${email ?? t.say("responses_no_address")}</h2><span class="chip ${status}">${t.say(`response_${status}`)}</span></div>
<dl class="facts across">${facts.map(([name = "", value = ""]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="beside">${links}</div>`;
}

function answeredPage(view: ResponseView, { title, answers }: AnsweredPage, lang: Html): Html {
  const rows = answers.map(
    (one) => html`<div><dt>${one.question}</dt><dd>${showAnswer(view, one)}</dd></div>`,
  );
  return html`<section class="response"${lang}>${title !== undefined && html`<h2>${title}</h2>`}<dl>${rows}</dl></section>`;
}

function showAnswer({ t, form, response }: ResponseView, { answer, files }: AnsweredQuestion): Html {
  if (files.length > 0) {
    const path = `/forms/${form.id}/responses/${response.id}/files`;
    const links = files.map(({ id, name, size_bytes, content_type }) => {
      const size = t.say("response_file_size", {
        size: t.number(Math.max(1, Math.round(size_bytes / 1_000))),
      });
      const picture =
        content_type.startsWith("image/") &&
        html`<img src="${path}/${id}" alt="" loading="lazy" width="240">`;
      return html`<li>${picture}<a href="${path}/${id}" download>${name}</a> <span class="soft">${size}</span></li>`;
    });
    return html`<ul class="files">${links}</ul>`;
  }
  return answer === undefined
    ? html`<span class="soft">${t.say("response_no_answer")}</span>`
    : html`${answer}`;
}

function actions({ t, csrf, again, form, response, status, shown }: ResponseView): Html {
  const path = `/forms/${form.id}/responses/selected`;
  const text = {
    deleted: t.say("response_deleted_text"),
    spam: t.say("response_mark_not_spam_text"),
    verified: t.say("response_mark_spam_text"),
    pending_verification: t.say("response_mark_spam_text"),
    test: t.say("response_test_text"),
  }[status];
  const sent = html`${csrfField(csrf)}<input type="hidden" name="response" value="${response.id}"><input type="hidden" name="one" value="yes">${hiddenInputs(shown)}`;
  const erase =
    response.email !== null &&
    status !== "test" &&
    html`<details class="choose"><summary>${t.say("response_erase_open")}</summary><p>${t.say("response_erase_text", { email: response.email })}</p>${orSignInAgain(t, again, html`<form method="post" action="/forms/${form.id}/responses/erase">${csrfField(csrf)}<input type="hidden" name="email" value="${response.email}"><label class="check"><input type="checkbox" name="sure" value="yes" required><span>${t.say("response_erase_sure", { email: response.email })}</span></label><button class="danger">${t.say("response_erase_button")}</button></form>`)}</details>`;
  return html`<section class="part"><h2>${t.say("response_actions")}</h2>
<form class="bulk" method="post" action="${path}">${sent}${listActions({ t, shown: { status } })}</form>
<p class="soft">${text}</p>${erase}</section>`;
}

/** Asks before deleted responses are erased. */
export function erasePage(
  { t, csrf, form }: Pick<ResponseView, "t" | "csrf" | "form">,
  { ids, back }: { readonly ids: readonly string[]; readonly back: string },
  inputs: Readonly<Record<string, string>> & { readonly all: string },
): Html {
  const ticked = inputs.all === "" ? ids.map((response) => hiddenInputs({ response })) : [];
  return html`${formHead(t, form, "table")}<h2 class="sub">${t.say("response_erase_title", { count: ids.length })}</h2><p>${t.say("response_erase_now_text")}</p>
<form method="post" action="/forms/${form.id}/responses/selected">${csrfField(csrf)}${ticked}${hiddenInputs(inputs)}<div class="actions"><button class="danger" name="action" value="erase_sure">${t.say("response_erase_now")}</button><a class="quiet" href="${back}">${t.say("response_erase_cancel")}</a></div></form>`;
}
