/** Resolves the intervals that do not overlap. */
import { withoutUndefined } from "../model/members.ts";
import type { Overlap } from "../model/overlap.ts";
import type { ToolFile } from "../structure/shape.ts";
import { showPlace } from "./places.ts";

export function toOverlap({
  entity,
  start,
  end,
  length,
  unit,
  within = [],
  while: states,
  includes_end: includesEnd = false,
  refused,
}: NonNullable<ToolFile["overlaps"]>[number]): Omit<Overlap, "at"> {
  return {
    entity,
    start: showPlace(start),
    ...withoutUndefined({
      end: end && showPlace(end),
      length: length && showPlace(length),
      unit,
      while: states,
    }),
    within: within.map(showPlace),
    includesEnd,
    refused,
  };
}
