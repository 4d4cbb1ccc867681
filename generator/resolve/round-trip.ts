/** Resolves what can be written out and read again. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { RoundTrip } from "../model/round-trip.ts";
import type { ToolFile } from "../structure/shape.ts";
import { showPlace } from "./places.ts";

export function toRoundTrip(shape: ToolFile["round_trip"], at: SpecLocation): RoundTrip | undefined {
  if (shape === undefined) return undefined;
  const { argument, from, same = [], ...rest } = shape;
  const writer = typeof from === "string" ? { tool: from } : from;
  return { ...rest, argument: showPlace(argument), from: writer, same, at };
}
