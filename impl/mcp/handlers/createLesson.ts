/** The tool service_create_lesson. */
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "@toolwright/runtime";
import type { Handlers } from "../../../generated/handlers.ts";
import type { App } from "../../app.ts";
import { createLesson as create } from "../../lessons/create.ts";
import { type LessonState, lessonState } from "../../lessons/state.ts";
import { generationProgress, isAtWork } from "../../lessons/status.ts";
import type { Queries } from "../../platform/storage/storage.ts";

/** How often a task looks how far its lesson is. */
const LOOK_MS = 1_000;

export function createLesson(
  app: Pick<App, "storage" | "clock" | "wakeWorker" | "writer" | "lessonAddresses">,
): Handlers["createLesson"] {
  return async ({ quote_id: quoteId, task_mode: taskMode, password }, call) => {
    const { state: started, replayed } = await create(app, call.account, { quoteId, taskMode, password });
    const state = call.inBackground ? await awaitEnd(app.storage.db, started, call) : started;
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

/** Waits until a worker has made the lesson, and reports its progress. If the call is cancelled, the lesson is made all the same. */
async function awaitEnd(
  db: Queries,
  first: LessonState,
  call: Pick<Call, "signal" | "progress">,
): Promise<LessonState> {
  let state = first;
  while (isAtWork(state)) {
    const { percent, stage } = generationProgress(state);
    call.progress(percent, 100, `${stage}, ${percent} %`);
    await wait(LOOK_MS, undefined, { signal: call.signal });
    const now = await lessonState(db, state.id);
    // The owner has deleted it.
    if (now === undefined) return state;
    state = now;
  }
  return state;
}
