/** The owner's list of lessons, with the form for a new one. */
import { limits } from "../../../../../generated/limits.ts";
import type { OwnLesson } from "../../../../lessons/own-lessons.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { rowList } from "../../../components/blocks/rows.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../components/controls/select.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import type { NewFormDraft } from "../forms/new-form.ts";
import { languageChoice, olderLink, refusalBox } from "../forms/parts.ts";

export interface LessonListView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
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
  /** The reason why the lesson has no price. */
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
