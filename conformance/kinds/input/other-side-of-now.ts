/** Tells examples apart by time alone: one is about a day that has come, the other about one that has not. */
import { isDeepStrictEqual } from "node:util";
import { baseArguments } from "../../calls/arguments.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";
import { listLeaves } from "../../cases/places.ts";
import { parseTime } from "../../cases/times.ts";

/** The arguments of examples, and their live values. */
export type Examples = Pick<CaseFile, "bases" | "live">;

/** In some time zone a day begins, or ends, so much earlier or later. */
const zonesMs = 2 * 86_400_000;

const beginsWithDay = /^\d{4}-\d{2}-\d{2}/;

/**
 * Whether the arguments of an example differ from those that the tool accepts only in times, which lie on the other side of now: nothing
 * that happened before makes such a call right.
 */
export function isOnOtherSideOfNow(tool: string, base: string, cases: Examples): boolean {
  const example = baseArguments(cases, base);
  const accepted = baseArguments(cases, tool);
  const pointers = new Set([example, accepted].flatMap(listLeaves).map(({ pointer }) => pointer));
  const different = [...pointers].filter(
    (pointer) => !isDeepStrictEqual(valueAt(example, pointer), valueAt(accepted, pointer)),
  );
  const isOther = (path: string) => {
    const ahead = readAhead(tool, path, example, cases);
    return Math.abs(ahead) >= zonesMs && ahead * readAhead(tool, path, accepted, cases) < 0;
  };
  return different.length > 0 && different.every(isOther);
}

/** Returns how far a time is ahead of now, in milliseconds; NaN for what is no time. */
function readAhead(tool: string, path: string, input: Json, { live }: Examples): number {
  const value = valueAt(input, path);
  const rule = live?.[tool]?.find((each) => each.path === path && each.sample === value);
  if (rule !== undefined) return "now" in rule ? rule.now * 1000 : Number.NaN;
  return typeof value === "string" && beginsWithDay.test(value) ? parseTime(value) - Date.now() : Number.NaN;
}
