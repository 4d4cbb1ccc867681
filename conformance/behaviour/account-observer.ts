/** Observes a whole account through its reading tools. */
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import { type Called, type Calls, showAnswer } from "./calls.ts";
import type { ReadOptions } from "./entity-reader.ts";
import type { Observation, Snapshot } from "./observation.ts";

/** A tool that takes longer for its answer observes the account only once: it would take most of the run. */
const maxAnswerMs = 5_000;

/**
 * What the reading tools of the account show with the arguments of their first examples, for specs without entities.
 * Perhaps none of them answers. Other cases must not run at the same time.
 */
export function accountObserver({ cases, bindings }: Context, calls: Calls) {
  const slow = new Set<string>();
  return async ({ without = [] }: ReadOptions = {}): Promise<Observation> => {
    const snapshots: Snapshot[] = [];
    for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
      if (!readOnly || cases.bases[tool] === undefined || without.includes(tool) || slow.has(tool)) continue;
      const input = await bindings.shared().into(tool, baseArguments(cases, tool));
      const called = await calls.call({ tool, input });
      if (called.ms > maxAnswerMs) slow.add(tool);
      snapshots.push({ tool, ...answerTo(called), called });
    }
    return snapshots;
  };
}

function answerTo(called: Called): Pick<Snapshot, "value" | "absent"> {
  if (called.outcome.is !== "success") return { absent: showAnswer(called) };
  const { structuredContent, content } = called.outcome.result;
  return { value: structuredContent ?? content ?? null };
}
