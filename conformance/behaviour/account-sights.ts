/** Observes a whole account through its reading tools. */
import { baseArguments } from "../calls/arguments.ts";
import type { Context } from "../calls/context.ts";
import { answerOf, type Called, type Calls } from "./calls.ts";
import type { ObserveOptions } from "./observers.ts";
import type { Observation, Sight } from "./sights.ts";

/** A tool that takes longer for its answer observes the account only once. */
const longestLookMs = 5_000;

export function accountObserverOf(
  { cases, bindings }: Context,
  calls: Calls,
): (options?: ObserveOptions) => Promise<Observation> {
  /** Tools that are left out of further observations of the account, which would take most of the run. */
  const slow = new Set<string>();
  return async ({ without = [] } = {}) => {
    const sights: Sight[] = [];
    for (const [tool, { readOnly }] of Object.entries(cases.tools)) {
      if (!readOnly || cases.bases[tool] === undefined || without.includes(tool)) continue;
      if (slow.has(tool)) continue;
      const input = await bindings.shared().into(tool, baseArguments(cases, tool));
      const called = await calls.call({ tool, input });
      if (called.ms > longestLookMs) slow.add(tool);
      sights.push({ tool, ...answerTo(called), called });
    }
    return sights;
  };
}

function answerTo(called: Called): Pick<Sight, "value" | "absent"> {
  if (called.outcome.is !== "success") return { absent: answerOf(called) };
  const { structuredContent, content } = called.outcome.result;
  return { value: structuredContent ?? content ?? null };
}
