/** The page of one response: its answers, its files, and its actions. */
import type { HeadedForm } from "../../../../../forms/overview.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import type { ResponseFile } from "../../../../../responses/find.ts";
import type { ReadResponse } from "../../../../../responses/latest.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../../../texts/translate.ts";
import { disclosure } from "../../../../components/blocks/disclosure.ts";
import { type Fact, factList } from "../../../../components/blocks/facts.ts";
import { part } from "../../../../components/blocks/part.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { actions, button, linkButton } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { showOrSignInAgain } from "../../sign-in-again.ts";
import { formHead } from "../form-head.ts";
import { listActions } from "./responses.ts";
import type { ResponsesView, ShownStatus } from "./view.ts";

/** Pictures that every browser shows. Photos in HEIC are named only. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

export interface AnsweredQuestion {
  readonly question: string;
  /** The question of a matrix and the row that is answered; undefined: it is no row of a matrix. */
  readonly inMatrix: { readonly field: string; readonly question: string; readonly row: string } | undefined;
  /** Undefined: not answered. */
  readonly answer: string | undefined;
  /** How the owner reaches the respondent by it; undefined: it is no address and no number. */
  readonly contact: "mailto" | "tel" | undefined;
  /** What a consent agrees to. */
  readonly statement: string | undefined;
  readonly files: readonly ResponseFile[];
}

export interface AnsweredPage {
  readonly title: string | undefined;
  readonly answers: readonly AnsweredQuestion[];
}

export interface ResponseView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** The address of a new sign-in, which some actions require; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  readonly form: HeadedForm;
  readonly response: ReadResponse;
  readonly status: ShownStatus;
  readonly pages: readonly AnsweredPage[];
  /** The filter of the list that it was opened from. */
  readonly shown: ResponsesView["shown"];
  /** Returns the address of another response of this list; without an id, the address of the list. */
  readonly address: (id: string | undefined) => string;
  /** Ids of the neighbours in the list. */
  readonly beside: { readonly previous: string | undefined; readonly next: string | undefined };
}

export function responsePage(view: ResponseView): Html {
  const { t, form, response, pages } = view;
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  if (isErased(response)) return html`${head(view)}<p class="empty">${t.say("response_erased")}</p>`;
  return html`
    ${head(view)}
    ${pages.map((page) => answeredPage(view, page, lang))}
    ${form.access !== "view" && actionsPart(view)}
  `;
}

/** Returns whether a response has no answers any more. */
export function isErased({ status, erase_at }: ReadResponse): boolean {
  return status === "deleted" && erase_at === undefined;
}

function head({ t, form, response, status, address, beside }: ResponseView): Html {
  const { submitted_at, verified_at, language, email, erase_at } = response;
  const facts: readonly Fact[] = [
    [t.say("response_submitted"), t.zonedTime(submitted_at)],
    verified_at !== null && [t.say("response_verified"), t.zonedTime(verified_at)],
    [t.say("response_language"), languageName(language)],
    erase_at !== undefined && [t.say("responses_until"), t.day(erase_at)],
  ];
  const links = (["previous", "next"] as const).map((which) => {
    const id = beside[which];
    return id && linkButton({ text: t.say(`response_${which}`), look: "quiet", address: address(id) });
  });
  const pdf = `/forms/${form.id}/responses/${response.id}/pdf`;
  return html`
    ${formHead(t, form, "table")}
    <p class="back"><a href="${address(undefined)}">${t.say("response_back")}</a></p>
    <div class="form-head">
      <h2 class="sub">${email === null ? t.say("responses_no_address") : contactLink("mailto", email)}</h2>
      <span class="chip ${status}">${t.say(`response_${status}`)}</span>
    </div>
    ${factList(facts, "facts across")}
    <div class="beside">
      ${links}
      ${!isErased(response) && html`<a class="quiet" href="${pdf}" download>${t.say("response_pdf")}</a>`}
    </div>
  `;
}

function answeredPage(view: ResponseView, { title, answers }: AnsweredPage, lang: Html): Html {
  const rows = answers.map(
    (one) => html`
      <div>
        <dt>${one.question}${one.statement !== undefined && html`<br><span class="soft">${one.statement}</span>`}</dt>
        <dd>${showAnswer(view, one)}</dd>
      </div>
    `,
  );
  return html`
    <section class="response"${lang}>
      ${title !== undefined && html`<h2>${title}</h2>`}
      <dl>${rows}</dl>
    </section>
  `;
}

/** Draws a link that writes to an address or calls a number. Of an address, only the part before the @ needs escapes (RFC 6068). */
function contactLink(scheme: "mailto" | "tel", contact: string): Html {
  const address = encodeURIComponent(contact).replace("%40", "@").replace("%2B", "+");
  return html`<a href="${scheme}:${address}">${contact}</a>`;
}

function showAnswer({ t, form, response }: ResponseView, { answer, contact, files }: AnsweredQuestion): Html {
  if (files.length > 0) {
    const path = `/forms/${form.id}/responses/${response.id}/files`;
    const links = files.map((file) => {
      const { id, name, content_type } = file;
      const picture =
        PICTURES.has(content_type) && html`<img src="${path}/${id}" alt="" loading="lazy" width="240">`;
      return html`<li><a href="${path}/${id}" download>${picture}${name}</a> <span class="soft">${fileSize(t, file)}</span></li>`;
    });
    return html`<ul class="files">${links}</ul>`;
  }
  if (answer === undefined) return html`<span class="soft">${t.say("response_no_answer")}</span>`;
  return contact === undefined ? html`${answer}` : contactLink(contact, answer);
}

export function fileSize(t: OwnerTranslation, { size_bytes }: ResponseFile): string {
  return t.say("response_file_size", { size: t.number(Math.max(1, Math.round(size_bytes / 1_000))) });
}

function actionsPart(view: ResponseView): Html {
  const { t, csrf, form, response, status, shown } = view;
  const text = {
    deleted: t.say("response_deleted_text"),
    spam: t.say("response_mark_not_spam_text"),
    verified: t.say("response_mark_spam_text"),
    pending_verification: t.say("response_mark_spam_text"),
    test: t.say("response_test_text"),
  }[status];
  return part({
    title: t.say("response_actions"),
    content: html`
      ${postForm({
        action: `/forms/${form.id}/responses/selected`,
        csrf,
        className: "bulk",
        hidden: { response: response.id, one: "yes", ...shown },
        content: listActions({ t, shown: { status } }),
      })}
      <p class="soft">${text}</p>
      ${response.email !== null && status !== "test" && eraseBox(view, response.email)}
    `,
  });
}

/** Draws the box that erases everything that this address has sent to the form. */
function eraseBox({ t, csrf, again, form }: ResponseView, email: string): Html {
  const sure = checkBox({
    name: "sure",
    value: "yes",
    text: t.say("response_erase_sure", { email }),
    isRequired: true,
  });
  const erase = postForm({
    action: `/forms/${form.id}/responses/erase`,
    csrf,
    hidden: { email },
    content: [sure, button({ text: t.say("response_erase_button"), look: "danger" })],
  });
  return disclosure({
    summary: t.say("response_erase_open"),
    content: html`<p>${t.say("response_erase_text", { email })}</p>${showOrSignInAgain(t, again, erase)}`,
  });
}

/** A question before an action on many responses. */
export interface Confirmation {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** The value that the button sends. */
  readonly action: string;
  /** The selected responses. */
  readonly ids: readonly string[];
  /** The address that leads back without the action. */
  readonly back: string;
  /** The filters of the list, and the mark of all responses, if all are selected. */
  readonly inputs: Readonly<Record<string, string>> & { readonly all: string };
}

/** Draws the page that asks for confirmation before responses are deleted or erased. */
export function confirmPage(
  { t, csrf, form }: Pick<ResponseView, "t" | "csrf" | "form">,
  { title, text, button: label, action, ids, back, inputs }: Confirmation,
): Html {
  const ticked = inputs.all === "" ? ids.map((response) => hiddenInputs({ response })) : [];
  return html`
    ${formHead(t, form, "table")}
    <h2 class="sub">${title}</h2>
    <p>${text}</p>
    ${postForm({
      action: `/forms/${form.id}/responses/selected`,
      csrf,
      content: [
        ticked,
        hiddenInputs(inputs),
        actions(
          button({ text: label, look: "danger", name: "action", value: action }),
          linkButton({ text: t.say("response_erase_cancel"), look: "quiet", address: back }),
        ),
      ],
    })}
  `;
}
