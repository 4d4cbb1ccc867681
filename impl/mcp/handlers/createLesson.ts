/** The tool service_create_lesson. */
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { createLesson as create } from "../../lessons/create.ts";

export function createLesson(
  app: Pick<App, "storage" | "clock" | "wakeWorker" | "writer" | "lessonAddresses">,
): Handlers["createLesson"] {
  return async ({ quote_id: quoteId, task_mode: taskMode, password }, call) => {
    const { state, replayed } = await create(app, call.account, { quoteId, taskMode, password });
    return {
      lesson_id: state.id,
      quote_id: state.quoteId,
      status: state.status,
      urls: app.lessonAddresses.urlsOf(state.id),
      credits: state.credits,
      replayed,
    };
  };
}
