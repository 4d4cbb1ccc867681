/** The page of a lesson: its sections with their pictures, then its tasks. */
import type { Language } from "../../../../generated/types.ts";
import type { Results } from "../../../lessons/attempts/attempt.ts";
import {
  type Lesson,
  type LessonSection,
  type LessonTexts,
  readersNotices,
} from "../../../lessons/content/lesson.ts";
import { PICTURE } from "../../../lessons/drawing/shapes.ts";
import type { PictureSize } from "../../../lessons/writer.ts";
import { attributes, type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { button } from "../../components/controls/buttons.ts";
import { languageMenu } from "../../components/languages.ts";
import type { PageView } from "../../components/layout.ts";
import { type LessonWords, lessonWords } from "../../components/lesson-words.ts";
import { taskView } from "./task.ts";
import { type RejectedAnswer, taskInputs } from "./task-view.ts";

/** The maximum height of a picture in pixels. */
const HIGHEST = 512;

/** A picture of a lesson; undefined: it could not be made. */
export type LessonPicture =
  | {
      readonly url: string;
      readonly alt: LessonTexts;
      readonly isByImageModel: boolean;
      /** The size of a picture by an image model; undefined: unknown. */
      readonly size: PictureSize | undefined;
    }
  | undefined;

export interface LessonView {
  readonly t: Translation;
  readonly lesson: Lesson;
  readonly pictures: ReadonlyMap<number, LessonPicture>;
  readonly results: Results;
  readonly rejected: RejectedAnswer | undefined;
  /** A sentence above the tasks. */
  readonly notice: string | undefined;
  /** Whether answers are stored, which "Start over" deletes. */
  readonly isKept: boolean;
  /** Whether a language model reads answers to open tasks. */
  readonly reviewsByModel: boolean;
  addressIn(language: Language): string;
}

export function lessonPage(view: LessonView): PageView {
  const { t, lesson, addressIn } = view;
  const words = lessonWords(t.language, lesson.languages);
  const menu = languageMenu(t, lesson.languages, undefined, addressIn);
  return {
    language: t.language,
    title: words.plain(lesson.title),
    styles: ["lesson"],
    scripts: ["lesson"],
    embedded: false,
    header: html`<header class="top lesson-top">${progress(view)}${menu}</header>`,
    main: html`
      <article class="lesson">
        <div class="title">
          <h1${words.lang(lesson.title)}>${words.plain(lesson.title)}</h1>
          <p${words.lang(lesson.summary)}>${words.plain(lesson.summary)}</p>
        </div>
        ${notices(view, words)}
        ${lesson.sections.map((section) => sectionView(section, words, view))}
      </article>
      ${lesson.tasks.length > 0 && tasks(view, words)}
    `,
  };
}

/** Draws the notices for readers of this language. */
function notices({ lesson, t: { language } }: LessonView, words: LessonWords): Html | undefined {
  const shown = readersNotices(lesson).filter(
    ({ languages }) => languages === undefined || languages.includes(language),
  );
  if (shown.length === 0) return undefined;
  const texts = shown.map(({ text }) => html`<p${words.lang(text)}>${words.plain(text)}</p>`);
  return html`<div class="about">${texts}</div>`;
}

function sectionView(section: LessonSection, words: LessonWords, { t, pictures }: LessonView): Html {
  const { heading, paragraphs, illustration } = section;
  const texts = paragraphs.map((text) => html`<p${words.lang(text)}>${words.plain(text)}</p>`);
  return html`
    <section>
      <h2${words.lang(heading)}>${words.plain(heading)}</h2>
      ${illustration !== undefined && pictures.has(illustration) && picture(pictures.get(illustration), words, t)}
      ${texts}
    </section>
  `;
}

function picture(shown: LessonPicture, words: LessonWords, t: Translation): Html {
  if (shown === undefined) return html`<p class="no-picture">${t.say("lesson_picture_failed")}</p>`;
  const size = shown.isByImageModel ? shown.size && displaySize(shown.size) : PICTURE;
  const values = attributes({ src: shown.url, alt: words.plain(shown.alt), decoding: "async", ...size });
  const made = shown.isByImageModel && html`<figcaption>${t.say("lesson_picture_made")}</figcaption>`;
  return html`
    <figure${attributes({ class: shown.isByImageModel ? "made" : undefined })}>
      <img${words.lang(shown.alt)}${values}>
      ${made}
    </figure>
  `;
}

/** Computes the size of a picture on the page, which reserves its space while it loads. */
function displaySize({ width, height }: PictureSize): PictureSize {
  const scale = Math.min(1, HIGHEST / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function progress({ t, lesson, results }: LessonView): Html | undefined {
  const total = lesson.tasks.length;
  if (total === 0) return undefined;
  const done = lesson.tasks.filter(({ id }) => Object.hasOwn(results, id)).length;
  const label = t.say("lesson_answered", { done, total });
  return html`
    <div class="progress" id="progress">
      <progress value="${done}" max="${total}" aria-label="${label}"></progress>
      <span aria-hidden="true" class="long">${label}</span>
      <span aria-hidden="true" class="short">${done}&nbsp;/&nbsp;${total}</span>
    </div>
  `;
}

function tasks(view: LessonView, words: LessonWords): Html {
  const { t, lesson, results, rejected, notice, addressIn, reviewsByModel } = view;
  const list = lesson.tasks.map((task, at) =>
    taskView({
      t,
      words,
      task,
      number: at + 1,
      result: Object.hasOwn(results, task.id) ? results[task.id] : undefined,
      rejected: rejected?.task === task.id ? rejected : undefined,
      action: addressIn(t.language),
      reviewsByModel,
    }),
  );
  return html`
    <section class="tasks" aria-labelledby="tasks">
      <h2 id="tasks">${t.say("lesson_tasks")}</h2>
      <ol class="task-list">${list}</ol>
      <div id="outcome">
        ${notice && html`<div class="notice" role="status">${notice}</div>`}
        ${outcome(view)}
      </div>
    </section>
  `;
}

/** Draws the result of the attempt, and a button for a new one. */
function outcome({ t, lesson, results, isKept, addressIn }: LessonView): Html | undefined {
  const answered = lesson.tasks.filter(({ id }) => Object.hasOwn(results, id));
  if (answered.length === 0) return undefined;
  const right = answered.filter(({ id }) => results[id]?.verdict === "right").length;
  // Tasks that learners check themselves do not count.
  const total = lesson.tasks.filter(({ id }) => results[id]?.verdict !== "unjudged").length;
  const isComplete = answered.length === lesson.tasks.length;
  const counted = right === total ? t.say("lesson_all_right") : t.say("lesson_some_right", { right, total });
  const said = total > 0 && html`<p>${counted}</p>`;
  const summary =
    isComplete &&
    html`
      <div class="${right === total ? "outcome all" : "outcome"}">
        <h3>${t.say("lesson_all_answered")}</h3>
        ${said}
      </div>
    `;
  const restart =
    isKept &&
    html`
      <form method="post" action="${addressIn(t.language)}" class="restart" data-restart>
        <input type="hidden" name="${taskInputs.language}" value="${t.language}">
        <p>${t.say("lesson_kept")}</p>
        ${button({
          text: t.say("lesson_start_over"),
          look: "link",
          name: taskInputs.action,
          value: "restart",
        })}
      </form>
    `;
  return html`${summary}${restart}`;
}
