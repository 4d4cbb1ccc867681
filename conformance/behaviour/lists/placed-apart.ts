/** Places items of a list one after the other in time, where the spec says that they must not overlap. */
import { type Json, type JsonObject, steps, valueAt } from "../../cases/edits.ts";
import type { Engine } from "../engine.ts";
import { readGap, readInterval, withInterval } from "../rules/intervals.ts";

/**
 * Returns arguments for the entity that is made as number `count` in one place, counted from 0: its interval begins where the one before
 * ends. Empty if the intervals of the entity may overlap, or if the schema allows no such interval.
 */
export async function placeApart(engine: Engine, entity: string, count: number): Promise<JsonObject> {
  const maker = engine.rules.entities[entity]?.madeBy;
  const rule = maker && engine.rules.overlaps[maker.tool]?.find((each) => each.entity === entity);
  if (maker === undefined || rule === undefined || count === 0) return {};
  const example = await engine.live.into(maker.tool, maker.input);
  const interval = readInterval(example, rule);
  if (interval === undefined) return {};
  const shift = count * (interval.end - interval.start + (readGap(example, rule) ?? 0));
  const moved = withInterval(example, rule, { start: interval.start + shift, end: interval.end + shift });
  if (!engine.context.schemas.fits(maker.tool, moved)) return {};
  const ends = [rule.start, rule.end].filter((pointer) => pointer !== undefined);
  return Object.fromEntries(ends.flatMap((pointer) => readTopLevel(moved, pointer)));
}

/** The argument at the top that a pointer names or leads through, with its value. */
function readTopLevel(input: Json, pointer: string): readonly (readonly [string, Json])[] {
  const [name = ""] = steps(pointer);
  const value = valueAt(input, `/${name}`);
  return value === undefined ? [] : [[name, value]];
}
