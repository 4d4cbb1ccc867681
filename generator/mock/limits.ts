/** The changes that keep results within the declared limits: counts, and the ends of durations. */
import { valueAt } from "@toolwright/runtime/json";
import type { Limit, Tool } from "../model/model.ts";
import type { MockContext } from "./context.ts";
import type { Change } from "./fitted.ts";
import { timeLike } from "./thing-changes.ts";
import { isData, pathsOf, setAt } from "./values.ts";

export function limitChanges(tool: Tool, context: MockContext): Change[] {
  const own = context.model.limits.filter(
    ({ appliesTo }) => appliesTo !== "all" && appliesTo.includes(tool.name),
  );
  const durations = own.filter(({ kind }) => kind === "duration");
  // The time that has a limit of its own is set last.
  const times = durations.toSorted((one, other) => Number(isTimeField(one)) - Number(isTimeField(other)));
  return [
    ...times.flatMap((limit) => endChanges(limit, context)),
    ...own.filter(({ kind }) => kind === "count").flatMap(countChanges),
  ];
}

function isTimeField({ field }: Limit): boolean {
  return field !== undefined && /expires_at$/.test(field);
}

/** A time at the field becomes the end, an address one that works until then; `expires_at` beside it is the end, too. */
function endChanges({ field, numbers }: Limit, { now, linkFor }: MockContext): Change[] {
  const { seconds } = numbers;
  if (field === undefined || seconds === undefined) return [];
  const end = now() + seconds * 1_000;
  return pathChanges(field, (result, path) => {
    const value = valueAt(result, path);
    const beside = valueAt(result, path.slice(0, -1));
    if (typeof value === "string" && /^https?:/.test(value)) {
      setAt(result, path, linkFor?.(seconds) ?? value);
      if (isData(beside) && typeof beside.expires_at === "string")
        beside.expires_at = timeLike(beside.expires_at, end);
    } else if (typeof value === "string" && !Number.isNaN(Date.parse(value)))
      setAt(result, path, timeLike(value, end));
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
