/** The page of a lesson that is being made. */
import type { GenerationProgress } from "../../../lessons/status.ts";
import { type Html, html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { MessageView } from "../../components/message.ts";

/** The reload interval of browsers without scripts. */
export const REFRESH_SECONDS = 5;

/** Draws the progress. The script replaces its content while the lesson is being made. */
export function progressBar({ say, locale }: Translation, { percent, stage }: GenerationProgress): Html {
  const label = say(
    stage === "text" || stage === "illustrations" ? `lesson_stage_${stage}` : "lesson_status_queued",
  );
  const share = new Intl.NumberFormat(locale, { style: "percent" }).format(percent / 100);
  return html`
    <div class="making" id="waiting" role="status">
      <progress value="${percent}" max="100" aria-label="${say("lesson_progress")}"></progress>
      <p>${label} · ${share}</p>
    </div>
  `;
}

export function waitingMessage(
  t: Translation,
  progress: GenerationProgress,
): Pick<MessageView, "title" | "text" | "more" | "mark"> {
  return {
    title: t.say("lesson_waiting_title"),
    text: t.say("lesson_waiting_text"),
    more: progressBar(t, progress),
    mark: "late",
  };
}
