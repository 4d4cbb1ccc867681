/** The changes that keep results within the declared limits: counts, and the ends of durations. */
import { valueAt } from "@toolwright/runtime/json";
import type { Limit, Tool } from "../model/model.ts";
import type { MockContext } from "./context.ts";
import type { Change } from "./fitted.ts";
import { pathsOf, setAt } from "./values.ts";

export function limitChanges(tool: Tool, context: MockContext): Change[] {
  const own = context.model.limits.filter(
    ({ appliesTo }) => appliesTo !== "all" && appliesTo.includes(tool.name),
  );
  return [
    ...own.filter(({ kind }) => kind === "duration").flatMap((limit) => endChanges(limit, context)),
    ...own.filter(({ kind }) => kind === "count").flatMap(countChanges),
  ];
}

/** A time at the field becomes the end, an address one that works until then. */
function endChanges({ field, numbers }: Limit, { now, linkFor }: MockContext): Change[] {
  const { seconds } = numbers;
  if (field === undefined || seconds === undefined) return [];
  const end = now() + seconds * 1_000;
  return pathChanges(field, (result, path) => {
    const value = valueAt(result, path);
    if (typeof value !== "string") return;
    if (/^https?:/.test(value)) setAt(result, path, linkFor?.(seconds) ?? value);
    else if (!Number.isNaN(Date.parse(value))) setAt(result, path, timeLike(value, end));
  });
}

function countChanges({ field, numbers: { max } }: Limit): Change[] {
  if (field === undefined || max === undefined) return [];
  return pathChanges(field, (result, path) => {
    const value = valueAt(result, path);
    if (typeof value === "number" && value > max) setAt(result, path, max);
    if (Array.isArray(value) && value.length > max) setAt(result, path, value.slice(0, max));
  });
}

function pathChanges(field: string, change: (result: unknown, path: readonly string[]) => void): Change[] {
  return [
    (result) => {
      for (const path of pathsOf(result, field)) change(result, path);
    },
  ];
}

/** A time in the form of an example: with milliseconds, or in whole seconds. */
function timeLike(example: string, time: number): string {
  const text = new Date(time).toISOString();
  return example.includes(".") ? text : `${text.slice(0, 19)}Z`;
}
