/** The owner's pages about lessons: the list with the form for a new one, the price, and the settings. */
import { limits } from "../../../../generated/limits.ts";
import type { Language, QuoteItem } from "../../../../generated/types.ts";
import type { OwnLesson } from "../../../lessons/own-lessons.ts";
import type { QuoteRow } from "../../../lessons/quote.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { languageName } from "../../../texts/translate.ts";
import { bulletList } from "../../components/blocks/bullets.ts";
import { confirmBox } from "../../components/blocks/disclosure.ts";
import { part } from "../../components/blocks/part.ts";
import { rowList } from "../../components/blocks/rows.ts";
import { boxGroup, checkBox } from "../../components/controls/boxes.ts";
import { actions, button } from "../../components/controls/buttons.ts";
import { lineField } from "../../components/controls/line-field.ts";
import { postForm } from "../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../components/controls/select.ts";
import { textArea } from "../../components/controls/text-area.ts";
import type { NewFormDraft } from "./forms/new-form.ts";
import { languageChoice, olderLink, passwordInput, refusalBox } from "./forms/parts.ts";

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

/** The inputs for a new lesson. */
export interface LessonDraft extends Pick<NewFormDraft, "prompt" | "languages" | "defaultLanguage"> {
  readonly pictures: number;
  /** The reason why it has no price. */
  readonly refusal?: string;
}

export function lessonList(view: LessonListView): Html {
  const { t, lessons, next } = view;
  const rows = lessons.map((lesson) => lessonRow(t, lesson));
  return html`
    <h1>${t.say("lessons_title")}</h1>
    ${newLesson(view)}
    ${lessons.length === 0 ? html`<p class="empty">${t.say("lessons_count_none")}</p>` : rowList(rows, "forms")}
    ${next !== undefined && olderLink(t.say("lessons_older"), next)}
  `;
}

function lessonRow(t: OwnerTranslation, lesson: OwnLesson): Html {
  const { id, name, language, status, created_at, unpublished_at, isOpen } = lesson;
  const lang = attributes({ lang: language === t.language ? undefined : language });
  const isThere = (status === "completed" || status === "partial") && unpublished_at === null;
  const facts = [
    t.say("lessons_made_on", { date: t.day(created_at) }),
    !isOpen && t.say("lessons_protected"),
    unpublished_at !== null && t.say("lessons_unpublished"),
  ].filter((fact) => fact !== false);
  const open = html`<a href="/l/${id}">${t.say("form_open")}<span class="vh">: ${name}</span></a>`;
  return html`
    <li>
      <div class="about">
        <a class="name" href="/lessons/${id}"${lang}>${name}</a>
        <p class="soft">
          <span class="chip ${isThere ? "published" : "paused"}">${t.say(`lesson_status_${status}`)}</span>
          <span>${facts.join(" · ")}</span>
        </p>
      </div>
      <div class="tools">${isThere && open}</div>
    </li>
  `;
}

function newLesson({ t, csrf, model, topics, draft }: LessonListView): Html {
  const { min, max } = limits.lesson_illustrations;
  const counts = Array.from({ length: max - min + 1 }, (_, index) => min + index).map((count) =>
    option({ value: count, text: count, isChosen: count === draft.pictures }),
  );
  const hint = model === undefined ? t.say("lesson_new_hint") : t.say("lesson_new_model_hint", { model });
  return html`
    <section class="new" aria-labelledby="new-title">
      <h2 id="new-title">${t.say("lesson_new_title")}</h2>
      ${draft.refusal !== undefined && refusalBox(t.say("lesson_new_failed"), { text: draft.refusal, details: [] })}
      ${postForm({
        action: "/lessons/quotes",
        csrf,
        content: html`
          ${textArea({
            name: "prompt",
            label: t.say("lesson_new_prompt"),
            hint,
            rows: 5,
            maxlength: limits.prompt_length.max,
            isRequired: true,
            text: draft.prompt,
          })}
          ${model === undefined && topicLinks(t, topics, draft.prompt)}
          ${languageChoice(t, draft, "lesson_new_languages_hint")}
          ${labelledSelect({
            id: "pictures",
            name: "pictures",
            label: t.say("lesson_new_pictures"),
            options: counts,
          })}
          ${actions(button({ text: t.say("lesson_new_button"), look: "main" }))}
        `,
      })}
    </section>
  `;
}

/** Draws the topics of the built-in writer. Each fills the box, without a script. */
function topicLinks(t: OwnerTranslation, topics: readonly string[], prompt: string): Html {
  const links = topics.map((topic) => {
    const isChosen = topic === prompt;
    const address = `/lessons?topic=${encodeURIComponent(topic)}`;
    return html`<li><a class="topic" href="${address}"${attributes({ "aria-current": isChosen ? "true" : undefined })}>${topic}</a></li>`;
  });
  return html`
    <nav class="topics" aria-labelledby="topics-title">
      <p class="soft" id="topics-title">${t.say("lesson_new_topics")}</p>
      <ul>${links}</ul>
    </nav>
  `;
}

export interface QuoteView extends Owned {
  readonly quote: QuoteRow;
  readonly languages: readonly Language[];
  readonly items: readonly QuoteItem[];
  readonly available: number;
  readonly isExpired: boolean;
  /** Requests that the lesson will not meet, in English. */
  readonly warnings: readonly string[];
  /** The name of the language model that reads answers to open tasks; undefined: none does. */
  readonly reader: string | undefined;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export function quotePage(view: QuoteView): Html {
  const { t, quote, languages, items, available, isExpired, warnings, refused } = view;
  const { id, prompt, total_credits: total } = quote;
  const rows = items.map(
    ({ item, quantity, credits: sum }) =>
      html`<li><span>${t.say(`quote_item_${item}`, { count: quantity })}</span><span>${t.number(sum)}</span></li>`,
  );
  const canMake = !isExpired && total <= available;
  return html`
    <h1>${t.say("quote_title")}</h1>
    ${refused && refusalBox(t.say("refused_title"), refused)}
    <dl class="facts">
      <div><dt>${t.say("quote_what")}</dt><dd class="prompt">${prompt}</dd></div>
      <div><dt>${t.say("quote_languages")}</dt><dd>${languages.map(languageName).join(", ")}</dd></div>
    </dl>
    <section class="part">
      ${rowList(html`${rows}<li><b>${t.say("quote_total")}</b><b>${t.number(total)}</b></li>`)}
      <p class="advice${!canMake && " notice"}">${stateOfQuote(view)}</p>
    </section>
    ${
      warnings.length > 0 &&
      part({
        title: t.say("quote_known"),
        content: bulletList(warnings, { className: "bullets", lang: "en" }),
      })
    }
    <section class="part">
      ${canMake && make(view)}
      ${olderLink(t.say("quote_change"), `/lessons?quote=${id}`)}
    </section>
  `;
}

/** Says until when the lesson can be made, or why it cannot. */
function stateOfQuote({ t, quote, available, isExpired }: QuoteView): string {
  if (isExpired) return t.say("refused_quote_expired");
  const credits = (count: number) => t.say("quote_credits", { count });
  const missing = quote.total_credits - available;
  if (missing > 0)
    return t.say("quote_missing", { available: credits(available), missing: credits(missing) });
  return t.say("quote_available", { available: credits(available), time: t.zonedTime(quote.expires_at) });
}

function make({ t, csrf, quote, reader }: QuoteView): Html {
  const open =
    reader === undefined ? t.say("quote_tasks_open") : t.say("quote_tasks_model", { model: reader });
  const modes = [
    checkBox({
      type: "radio",
      name: "task_mode",
      value: "fixed",
      text: t.say("quote_tasks_fixed"),
      isChecked: true,
    }),
    checkBox({ type: "radio", name: "task_mode", value: "ai_reviewed", text: open }),
  ];
  return postForm({
    action: `/lessons/quotes/${quote.id}`,
    csrf,
    className: "stack",
    content: html`
      ${boxGroup({ legend: t.say("quote_tasks"), content: modes })}
      ${passwordInput(t, t.say("quote_password"))}
      ${actions(button({ text: t.say("quote_make", { count: quote.total_credits }), look: "main" }))}
    `,
  });
}

export interface LessonActionsView extends Owned {
  readonly id: string;
  /** The owner's name for it; undefined: its title. */
  readonly name: string | undefined;
  readonly hasPassword: boolean;
  readonly isPublished: boolean;
}

export function lessonActions(view: LessonActionsView): Html {
  return html`${renamePart(view)}${passwordPart(view)}${statusPart(view)}${deletePart(view)}`;
}

function renamePart({ t, csrf, id, name }: LessonActionsView): Html {
  const entry = lineField({
    name: "name",
    label: t.say("lesson_rename"),
    hint: t.say("lesson_rename_hint"),
    maxlength: limits.title_length.max,
    value: name,
  });
  return part({
    title: t.say("lesson_rename"),
    content: postForm({
      action: `/lessons/${id}/name`,
      csrf,
      content: [entry, button({ text: t.say("lesson_rename_button"), look: "quiet" })],
    }),
  });
}

function passwordPart({ t, csrf, id, hasPassword }: LessonActionsView): Html {
  const action = `/lessons/${id}/password`;
  const remove = postForm({
    action,
    csrf,
    hidden: { remove: "yes" },
    content: button({ text: t.say("password_remove"), look: "quiet" }),
  });
  return part({
    title: t.say("lesson_password_title"),
    content: html`
      <p>${t.say(hasPassword ? "lesson_link_password" : "lesson_link_open")}</p>
      ${confirmBox({
        summary: t.say(hasPassword ? "password_replace" : "password_save"),
        action,
        csrf,
        fields: passwordInput(t, t.say("password_new"), true),
        button: { text: t.say("password_save"), look: "quiet" },
      })}
      ${hasPassword && remove}
    `,
  });
}

function statusPart({ t, csrf, id, isPublished }: LessonActionsView): Html {
  return part({
    title: t.say("status_title"),
    content: html`
      <p>${t.say(isPublished ? "lesson_shown" : "lesson_hidden")}</p>
      ${postForm({
        action: `/lessons/${id}/status`,
        csrf,
        hidden: { hide: isPublished ? "yes" : "" },
        content: button({
          text: t.say(isPublished ? "lesson_hide_button" : "lesson_show_button"),
          look: "quiet",
        }),
      })}
    `,
  });
}

function deletePart({ t, csrf, id }: LessonActionsView): Html {
  return part({
    title: t.say("form_delete_title"),
    content: html`
      <p>${t.say("lesson_delete_text")}</p>
      ${confirmBox({
        summary: t.say("lesson_delete_open"),
        action: `/lessons/${id}/delete`,
        csrf,
        fields: checkBox({ name: "sure", value: "yes", text: t.say("form_delete_sure"), isRequired: true }),
        button: { text: t.say("form_delete_button"), look: "danger" },
      })}
    `,
  });
}
