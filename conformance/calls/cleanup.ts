import { type Json, valueAt } from "toolwright/runtime";
import type { Outcome } from "../judge/outcome.ts";
import type { Cleanup, Target } from "../target/target.ts";
import type { Caller } from "./caller.ts";

/** Remembers what the run makes on the target, and puts it away in the end. */
export interface Cleaner {
  note(tool: string, outcome: Outcome): void;
  /** Requests that putting everything away will take. */
  owed(): number;
  /** Returns what a person should know: nothing, if all went well. */
  clean(caller: Caller): Promise<string[]>;
}

const placeholder = "{made}";

export function cleanerFor({ cleanup = [] }: Target): Cleaner {
  const made = cleanup.map((rule) => ({ rule, values: new Set<Json>() }));
  return {
    note(tool, outcome) {
      if (outcome.is !== "success") return;
      for (const { rule, values } of made) {
        const value =
          rule.made_by === tool ? valueAt(outcome.result.structuredContent ?? null, rule.output) : undefined;
        if (value !== undefined) values.add(value);
      }
    },
    owed: () => made.reduce((sum, { values }) => sum + values.size, 0),
    async clean(caller) {
      const left: string[] = [];
      for (const { rule, values } of made) {
        for (const value of values) {
          if (!(await isPutAway(caller, rule, value))) left.push(String(value));
        }
      }
      const some = left.slice(0, 5).join(", ");
      return left.length === 0
        ? []
        : [`${left.length} things that the run made could not be put away: ${some}`];
    },
  };
}

/** A target that does not answer any more keeps what it has. */
async function isPutAway(caller: Caller, { tool, input }: Cleanup, value: Json): Promise<boolean> {
  try {
    const called = await caller.call(tool, filled(input, value), caller.everyScope);
    return !("missing" in called) && called.outcome.is === "success";
  } catch {
    return false;
  }
}

function filled(input: Json, value: Json): Json {
  if (input === placeholder) return value;
  if (Array.isArray(input)) return input.map((item: Json) => filled(item, value));
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, child]) => [name, filled(child as Json, value)]),
  );
}
