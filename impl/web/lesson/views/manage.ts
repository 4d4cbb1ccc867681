/** The page of a lesson's owner: its progress, its cost, and anonymous statistics of its learners. */
import type { LessonStatus } from "../../../../generated/types.ts";
import type { AttemptStatistics } from "../../../lessons/attempts/statistics.ts";
import type { Lesson, LessonTexts } from "../../../lessons/content/lesson.ts";
import type { LessonCredits, LessonIllustration } from "../../../lessons/state.ts";
import type { GenerationProgress } from "../../../lessons/status.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import { type Fact, factList } from "../../components/blocks/facts.ts";
import { part } from "../../components/blocks/part.ts";
import { labelledProgress } from "../../components/blocks/progress.ts";
import type { PageView } from "../../components/layout.ts";
import { type LessonWords, lessonWords } from "../../components/lesson-words.ts";
import { progressBar, REFRESH_SECONDS } from "./waiting.ts";

export interface ManageView {
  readonly t: Translation;
  readonly status: LessonStatus;
  /** The progress; undefined: all parts have ended. */
  readonly progress: GenerationProgress | undefined;
  /** The reasons why parts other than pictures have failed, in English. */
  readonly failures: readonly string[];
  /** The lesson; undefined until its text is written. */
  readonly lesson: Lesson | undefined;
  readonly publicUrl: string;
  readonly hasPassword: boolean;
  readonly pictures: readonly ManagedPicture[];
  readonly credits: LessonCredits & { readonly quoted: number };
  readonly statistics: AttemptStatistics;
  /** Whether a language model reads answers to open tasks. */
  readonly reviewsByModel: boolean;
}

export interface ManagedPicture {
  readonly index: number;
  readonly status: LessonIllustration["status"];
  /** The address of a completed picture. */
  readonly url?: string;
  readonly alt?: LessonTexts;
  /** The reason of a failure, in English. */
  readonly error?: string;
}

export function managePage(view: ManageView): PageView {
  const { t, lesson } = view;
  const words = lessonWords(t.language, lesson?.languages ?? []);
  return {
    language: t.language,
    title: lesson ? `${t.say("lesson_manage")} – ${words.plain(lesson.title)}` : t.say("lesson_manage"),
    embedded: false,
    styles: ["lesson"],
    ...followProgress(view),
    main: manageParts(view),
  };
}

/** Returns the script and the reload interval of a page whose lesson is being made. */
export function followProgress({ progress }: ManageView): Pick<PageView, "scripts" | "refreshSeconds"> {
  return progress ? { scripts: ["waiting"], refreshSeconds: REFRESH_SECONDS } : {};
}

export function manageParts(view: ManageView): Html {
  const { t, lesson, progress, failures } = view;
  const words = lessonWords(t.language, lesson?.languages ?? []);
  const heading = lesson
    ? html`<p class="eyebrow">${t.say("lesson_manage")}</p><h1>${words.show(lesson.title)}</h1>`
    : html`<h1>${t.say("lesson_manage")}</h1>`;
  return html`
    <div class="title">
      ${heading}
      <p class="state ${view.status}"><span>${t.say(`lesson_status_${view.status}`)}</span></p>
      ${failures.map((text) => html`<p lang="en">${text}</p>`)}
    </div>
    ${progress && progressBar(t, progress)}
    ${view.status !== "failed" && link(view)}
    ${lesson && notices(lesson, words)}
    ${lesson && attempts(view, lesson, words)}
    ${view.status !== "failed" && pictures(view, words)}
    ${credits(view)}
  `;
}

function link({ t, publicUrl, hasPassword }: ManageView): Html {
  const who = t.say(hasPassword ? "lesson_link_password" : "lesson_link_open");
  return part({
    title: t.say("lesson_link"),
    content: html`<p><a href="${publicUrl}">${publicUrl}</a></p><p class="hint">${who}</p>`,
  });
}

function notices({ notices }: Lesson, words: LessonWords): Html | undefined {
  if (notices.length === 0) return undefined;
  const texts = notices.map(({ text }) => html`<p${words.lang(text)}>${words.plain(text)}</p>`);
  return html`<div class="about">${texts}</div>`;
}

function attempts({ t, statistics, reviewsByModel }: ManageView, lesson: Lesson, words: LessonWords): Html {
  const { started, finished, tasks } = statistics;
  const rows = lesson.tasks.map(({ question, id, kind }, at) => {
    const { answered, right } = tasks.find((task) => task.id === id) ?? { answered: 0, right: 0 };
    const label = t.say("lesson_attempts_right", { right, answered });
    const isJudged = answered > 0 && (reviewsByModel || kind !== "open");
    return html`
      <li>
        <p class="task-number">${t.say("lesson_task", { number: at + 1 })}</p>
        <p${words.lang(question)}>${words.plain(question)}</p>
        ${isJudged && labelledProgress({ value: right, max: answered, label, className: "share" })}
        ${answered === 0 && html`<p class="hint">${t.say("lesson_attempts_none")}</p>`}
      </li>
    `;
  });
  const counts: readonly Fact[] = [
    [t.say("lesson_attempts_started"), started],
    [t.say("lesson_attempts_finished"), finished],
  ];
  const content =
    started === 0
      ? html`<p>${t.say("lesson_attempts_none")}</p>`
      : html`${factList(counts, "figures")}<ol class="shares">${rows}</ol>`;
  return part({
    title: t.say("lesson_attempts"),
    content: html`${content}<p class="hint">${t.say("lesson_attempts_kept")}</p>`,
  });
}

function pictures({ t, pictures: all }: ManageView, words: LessonWords): Html | undefined {
  if (all.length === 0) return undefined;
  const items = all.map((one) => html`<li>${picture(t, one, words)}</li>`);
  return part({ title: t.say("lesson_pictures"), content: html`<ul class="pictures">${items}</ul>` });
}

function picture(
  t: Translation,
  { index, status, url, alt, error }: ManagedPicture,
  words: LessonWords,
): Html {
  const name = html`<span class="task-number">${t.say("lesson_picture", { number: index + 1 })}</span>`;
  if (url !== undefined && alt !== undefined)
    return html`<img src="${url}" alt=""><p>${name} ${words.show(alt)}</p>`;
  const state = error === undefined ? t.say(PICTURE_STATES[status]) : html`<span lang="en">${error}</span>`;
  return html`<div class="blank" aria-hidden="true"></div><p>${name} ${state}</p>`;
}

const PICTURE_STATES = {
  pending: "lesson_status_queued",
  generating: "lesson_status_generating",
  completed: "lesson_status_completed",
  failed: "lesson_picture_failed",
} as const;

function credits({ t, credits: sums }: ManageView): Html {
  const list = (["quoted", "reserved", "charged", "refunded"] as const).map(
    (name) => [t.say(`lesson_credits_${name}`), sums[name]] as const,
  );
  return part({ title: t.say("lesson_credits"), content: factList(list, "figures") });
}
