/** Moves the interval of a call behind one that is there, so that a second thing fits into the same place. */
import type { LiveValues } from "../../calls/live-values.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { LiveValue } from "../../cases/live-values.ts";
import type { OverlapRule } from "../../cases/overlaps.ts";
import type { Schemas } from "../../judge/schemas.ts";
import { readGap, readInterval, withInterval } from "../rules/intervals.ts";

/** A call whose interval is taken. */
interface Taken {
  readonly tool: string;
  readonly example: Json;
  /** The arguments that the caller requests beside those of the example. */
  readonly input: Json;
  readonly sent: Json;
}

interface Options {
  readonly rules: Pick<Behaviour, "overlaps">;
  readonly live: Pick<LiveValues, "listIn">;
  readonly schemas: Pick<Schemas, "fits">;
}

/** Returns the example with which the call is made again: with a later interval, unless the caller requests one. */
export function nextExample({ tool, example, input, sent }: Taken, { rules, live, schemas }: Options): Json {
  const [rule] = rules.overlaps[tool] ?? [];
  if (rule === undefined || valueAt(input, rule.start) !== undefined) return example;
  const later = withLaterInterval(example, sent, rule, live.listIn(tool, example));
  return schemas.fits(tool, later) ? later : example;
}

/**
 * Returns arguments of an example whose interval begins after the end of that in the arguments that were sent. An example that begins at
 * another time in each call stays as it is.
 */
export function withLaterInterval(
  example: Json,
  sent: Json,
  rule: Pick<OverlapRule, "start" | "end" | "length" | "unit" | "includesEnd">,
  live: readonly LiveValue[],
): Json {
  const moves = live.some((each) => each.path === rule.start && ("nth" in each || each.each !== undefined));
  const interval = readInterval(sent, rule);
  if (moves || interval === undefined) return example;
  const { start, end } = interval;
  const by = (end - start) * (rule.includesEnd ? 2 : 1) + (readGap(sent, rule) ?? 0);
  const later = withInterval(sent, rule, { start: start + by, end: end + by });
  const places = [rule.start, rule.end].filter((place) => place !== undefined);
  return applyEdits(
    example,
    places.map((set) => ({ set, to: valueAt(later, set)! })),
  );
}
