/** The tool service_get_lesson_generation_status. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { LessonImage } from "../../../generated/types.ts";
import type { App } from "../../app.ts";
import { textFor } from "../../lessons/content/lesson.ts";
import { findLesson } from "../../lessons/find.ts";
import type { LessonIllustration } from "../../lessons/state.ts";
import { generationStatus } from "../../lessons/status.ts";
import { shorten } from "../../texts/shorten.ts";
import { lessonViews } from "../apps/lesson-views.ts";
import { withViews } from "../apps/views.ts";

/** The limits of the output. */
const MAX_WARNINGS = 100;
const MAX_MESSAGE_LENGTH = 2_000;
const MAX_ALT_LENGTH = 1_000;

export function getLessonGenerationStatus(
  app: Pick<App, "storage" | "clock" | "lessonAddresses">,
): Handlers["getLessonGenerationStatus"] {
  return async ({ quote_id }, call) => {
    const { storage } = app;
    const status = await generationStatus(storage.db, call.account, quote_id, app.clock());
    const { lessonId, languages } = status;

    function toImage({ index, status: state, alt, error }: LessonIllustration): LessonImage {
      return {
        index,
        status: state,
        ...(state === "completed" && { url: app.lessonAddresses.illustrationUrl(lessonId!, index) }),
        ...(alt && { alt: shorten(textFor(alt, languages[0]!, languages).text, MAX_ALT_LENGTH) }),
        ...(error !== undefined && { error }),
      };
    }

    const warnings = status.warnings.slice(0, MAX_WARNINGS);
    const output = {
      status: status.status,
      ...(lessonId !== undefined && { lesson_id: lessonId }),
      progress: status.progress,
      images: status.illustrations.map(toImage),
      credits: status.credits,
      warnings: warnings.map(({ code, message }) => ({
        code,
        message: shorten(message, MAX_MESSAGE_LENGTH),
      })),
      poll_after_seconds: status.pollAfterSeconds,
    };
    const isFinished = status.status === "completed" || status.status === "partial";
    const found = isFinished && lessonId !== undefined ? await findLesson({ storage }, lessonId) : undefined;
    return found?.lesson ? withViews(output, lessonViews(found.lesson)) : output;
  };
}
