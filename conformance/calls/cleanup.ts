/** Cleaning up: ends what the run created on the target, as the target file says. */
import { type Json, valueAt } from "../cases/edits.ts";
import type { Outcome } from "../judge/outcome.ts";
import type { Cleanup, Target } from "../target/target.ts";
import type { Caller } from "./caller.ts";

const placeholder = "{made}";

/** Records what the run creates, and deletes it at the end. */
export function cleanerFor({ cleanup = [] }: Target) {
  const created = cleanup.map((rule) => ({ rule, values: new Set<Json>() }));
  return {
    record(tool: string, outcome: Outcome): void {
      if (outcome.is !== "success") return;
      for (const { rule, values } of created) {
        const value =
          rule.made_by === tool ? valueAt(outcome.result.structuredContent ?? null, rule.output) : undefined;
        if (value !== undefined) values.add(value);
      }
    },
    /** The number of requests that cleaning up will take. */
    pendingRequests: () => created.reduce((sum, { values }) => sum + values.size, 0),
    /** Returns notes for the report; none if everything was deleted. */
    async clean(caller: Caller): Promise<string[]> {
      const remaining: string[] = [];
      for (const { rule, values } of created) {
        for (const value of values) {
          if (!(await isDeleted(caller, rule, value))) remaining.push(String(value));
        }
      }
      const some = remaining.slice(0, 5).join(", ");
      return remaining.length === 0
        ? []
        : [`${remaining.length} things that the run created could not be deleted: ${some}`];
    },
  };
}

/** A target that no longer answers keeps what it has. */
async function isDeleted(caller: Caller, { tool, input }: Cleanup, value: Json): Promise<boolean> {
  try {
    const filled = JSON.parse(JSON.stringify(input), (_, each) => (each === placeholder ? value : each));
    const { outcome } = await caller.call(tool, filled, caller.allScopes);
    return outcome.is === "success";
  } catch {
    return false;
  }
}
