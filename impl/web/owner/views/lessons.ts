/** The owner's pages about lessons: the list with the box for a new one, the price, and what can be changed. */
import { limits } from "../../../../generated/limits.ts";
import type { Language, QuoteItem } from "../../../../generated/types.ts";
import type { OwnLesson } from "../../../lessons/own-lessons.ts";
import type { QuoteRow } from "../../../lessons/quote.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../texts/translate.ts";
import type { NewFormDraft } from "./forms/list.ts";
import { languageChoice, lineInput, passwordInput, refusalBox } from "./forms/parts.ts";
import { csrfField } from "./frame.ts";

interface Owned {
  readonly t: OwnerTranslation;
  readonly csrf: string;
}

export interface LessonListView extends Owned {
  readonly lessons: readonly OwnLesson[];
  /** Address of the next page. */
  readonly next: string | undefined;
  /** Name of the language model; undefined: the built-in writer. */
  readonly model: string | undefined;
  /** Topics of the built-in writer in the language of the page. */
  readonly topics: readonly string[];
  readonly draft: LessonDraft;
}

/** What was written into the box for a new lesson. */
export interface LessonDraft extends Pick<NewFormDraft, "prompt" | "languages" | "defaultLanguage"> {
  readonly pictures: number;
  /** Why it has no price. */
  readonly refusal?: string;
}

export function lessonList(view: LessonListView): Html {
  const { t, lessons, next } = view;
  return html`<h1>${t.say("lessons_title")}</h1>
${newLesson(view)}
${lessons.length === 0 ? html`<p class="empty">${t.say("lessons_count_none")}</p>` : html`<ul class="rows forms">${lessons.map((lesson) => row(t, lesson))}</ul>`}
${next !== undefined && html`<p class="older"><a class="quiet" href="${next}">${t.say("lessons_older")}</a></p>`}`;
}

function row(t: OwnerTranslation, lesson: OwnLesson): Html {
  const { id, name, language, status, created_at, unpublished_at, isOpen } = lesson;
  const lang = attributes({ lang: language === t.language ? undefined : language });
  const isThere = (status === "completed" || status === "partial") && unpublished_at === null;
  const facts = [
    t.say("lessons_made_on", { date: t.date(created_at.slice(0, 10)) }),
    !isOpen && t.say("lessons_protected"),
    unpublished_at !== null && t.say("lessons_unpublished"),
  ].filter((fact) => fact !== false);
  const open = html`<a href="/l/${id}">${t.say("form_open")}<span class="vh">: ${name}</span></a>`;
  return html`<li><div class="about"><a class="name" href="/lessons/${id}"${lang}>${name}</a><p class="soft"><span class="chip ${isThere ? "published" : "paused"}">${t.say(`lesson_status_${status}`)}</span><span>${facts.join(" · ")}</span></p></div>
<div class="tools">${isThere && open}</div></li>`;
}

function newLesson({ t, csrf, model, topics, draft }: LessonListView): Html {
  const { min, max } = limits.lesson_illustrations;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index).map(
    (count) =>
      html`<option value="${count}"${attributes({ selected: count === draft.pictures })}>${count}</option>`,
  );
  const hint =
    model === undefined
      ? html`${t.say("lesson_new_hint")} ${topics.join(" · ")}`
      : t.say("lesson_new_model_hint", { model });
  return html`<section class="new" aria-labelledby="new-title"><h2 id="new-title">${t.say("lesson_new_title")}</h2>
${draft.refusal !== undefined && refusalBox(t.say("lesson_new_failed"), { text: draft.refusal, details: [] })}
<form method="post" action="/lessons/quotes">${csrfField(csrf)}
<label class="label" for="prompt">${t.say("lesson_new_prompt")}</label><p class="hint" id="prompt-hint">${hint}</p>
<textarea class="input" id="prompt" name="prompt" rows="5" maxlength="${limits.prompt_length.max}" aria-describedby="prompt-hint" required>${draft.prompt}</textarea>
${languageChoice(t, draft, "lesson_new_languages_hint")}
<label class="label" for="pictures">${t.say("lesson_new_pictures")}</label><select class="input" id="pictures" name="pictures">${counts}</select>
<div class="actions"><button class="main">${t.say("lesson_new_button")}</button></div></form></section>`;
}

export interface QuoteView extends Owned {
  readonly quote: QuoteRow;
  readonly languages: readonly Language[];
  readonly items: readonly QuoteItem[];
  readonly available: number;
  readonly isExpired: boolean;
  /** What the lesson will not have as requested, in English. */
  readonly warnings: readonly string[];
  /** Whether a language model reads answers to open tasks; then its name. */
  readonly reader: string | undefined;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export function quotePage(view: QuoteView): Html {
  const { t, quote, languages, items, available, isExpired, warnings, refused } = view;
  const { id, prompt, total_credits: total, expires_at } = quote;
  const credits = (count: number) => t.say("quote_credits", { count });
  const rows = items.map(
    ({ item, quantity, credits: sum }) =>
      html`<li><span>${t.say(`quote_item_${item}`, { count: quantity })}</span><span>${t.number(sum)}</span></li>`,
  );
  const missing = total - available;
  const state = isExpired
    ? t.say("refused_quote_expired")
    : missing > 0
      ? t.say("quote_missing", { available: credits(available), missing: credits(missing) })
      : t.say("quote_available", {
          available: credits(available),
          time: t.datetime(expires_at.slice(0, 16)),
        });
  return html`<h1>${t.say("quote_title")}</h1>
${refused && refusalBox(t.say("refused_title"), refused)}
<dl class="facts"><div><dt>${t.say("quote_what")}</dt><dd class="prompt">${prompt}</dd></div><div><dt>${t.say("quote_languages")}</dt><dd>${languages.map(languageName).join(", ")}</dd></div></dl>
<section class="part"><ul class="rows">${rows}<li><b>${t.say("quote_total")}</b><b>${t.number(total)}</b></li></ul>
<p class="advice${(isExpired || missing > 0) && " notice"}">${state}</p></section>
${warnings.length > 0 && html`<section class="part"><h2>${t.say("quote_known")}</h2><ul class="bullets" lang="en">${warnings.map((text) => html`<li>${text}</li>`)}</ul></section>`}
<section class="part">${!isExpired && missing <= 0 && make(view)}<p class="older"><a class="quiet" href="/lessons?quote=${id}">${t.say("quote_change")}</a></p></section>`;
}

function make({ t, csrf, quote, reader }: QuoteView): Html {
  const open =
    reader === undefined ? t.say("quote_tasks_open") : t.say("quote_tasks_model", { model: reader });
  return html`<form method="post" action="/lessons/quotes/${quote.id}" class="stack">${csrfField(csrf)}
<fieldset><legend class="label">${t.say("quote_tasks")}</legend><label class="check"><input type="radio" name="task_mode" value="fixed" checked><span>${t.say("quote_tasks_fixed")}</span></label><label class="check"><input type="radio" name="task_mode" value="ai_reviewed"><span>${open}</span></label></fieldset>
${passwordInput(t, t.say("quote_password"))}<div class="actions"><button class="main">${t.say("quote_make", { count: quote.total_credits })}</button></div></form>`;
}

export interface LessonActionsView extends Owned {
  readonly id: string;
  /** As its owner named it; undefined: as its title. */
  readonly name: string | undefined;
  readonly hasPassword: boolean;
  readonly isPublished: boolean;
}

export function lessonActions(view: LessonActionsView): Html {
  const { t, name, hasPassword, isPublished } = view;
  const nameInput = lineInput({
    name: "name",
    label: t.say("lesson_rename"),
    hint: t.say("lesson_rename_hint"),
    maxlength: limits.title_length.max,
    value: name,
  });
  return html`<section class="part"><h2>${t.say("lesson_rename")}</h2>${action(view, "name", nameInput, t.say("lesson_rename_button"))}</section>
<section class="part"><h2>${t.say("lesson_password_title")}</h2><p>${t.say(hasPassword ? "lesson_link_password" : "lesson_link_open")}</p><details class="choose"><summary>${t.say(hasPassword ? "password_replace" : "password_save")}</summary>${action(view, "password", passwordInput(t, t.say("password_new"), true), t.say("password_save"))}</details>${hasPassword && action(view, "password", html`<input type="hidden" name="remove" value="yes">`, t.say("password_remove"))}</section>
<section class="part"><h2>${t.say("status_title")}</h2><p>${t.say(isPublished ? "lesson_shown" : "lesson_hidden")}</p>${action(view, "status", html`<input type="hidden" name="hide" value="${isPublished ? "yes" : ""}">`, t.say(isPublished ? "lesson_hide_button" : "lesson_show_button"))}</section>
<section class="part"><h2>${t.say("form_delete_title")}</h2><p>${t.say("lesson_delete_text")}</p><details class="choose"><summary>${t.say("lesson_delete_open")}</summary>${action(view, "delete", html`<label class="check"><input type="checkbox" name="sure" value="yes" required><span>${t.say("form_delete_sure")}</span></label>`, t.say("form_delete_button"), "danger")}</details></section>`;
}

function action(
  { csrf, id }: LessonActionsView,
  path: string,
  inputs: Html,
  label: string,
  kind: "quiet" | "danger" = "quiet",
): Html {
  return html`<form method="post" action="/lessons/${id}/${path}">${csrfField(csrf)}${inputs}<button class="${kind}">${label}</button></form>`;
}
