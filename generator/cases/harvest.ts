import type { Json } from "@toolwright/conformance/cases";
import type { Model, Tool } from "../model/model.ts";
import type { Fits } from "../schema/evaluator.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { described } from "./described.ts";
import { addressOf, rootNode } from "./node.ts";

/** Values that the spec's examples have where a schema describes them, shortest first, by the schema's address. */
export type Harvest = ReadonlyMap<string, readonly Json[]>;

/** Longer ones are not worth repeating in every case. */
const longest = 400;

/** What a person wrote as an example makes more sense to a server than anything made up. */
export function harvestOf(model: Model, resolve: Resolver, fits: Fits): Harvest {
  const found = new Map<string, Map<string, Json>>();
  for (const { value, target } of model.tools.flatMap(examplesOf)) {
    if (!fits(value, target)) continue;
    // Several schemas describe a part, one after the other.
    let last: { readonly value: Json; readonly text: string | undefined } | undefined;
    for (const { node, value: part } of described(value, target, resolve, fits)) {
      if (last === undefined || last.value !== part) last = { value: part, text: shortJson(part) };
      if (last.text === undefined) continue;
      const address = addressOf(node);
      const values = found.get(address) ?? new Map<string, Json>();
      found.set(address, values.set(last.text, part));
    }
  }
  return new Map([...found].map(([address, values]) => [address, shortestFirst(values)]));
}

/** A value as JSON, if it is short. */
function shortJson(value: Json): string | undefined {
  if (roomBeside(value, longest) < 0) return undefined;
  const text = JSON.stringify(value);
  return text.length > longest ? undefined : text;
}

/** At most so many of `room` characters are left beside a value as JSON. What is far too long is not read to its end. */
function roomBeside(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length - 2;
  if (typeof value !== "object" || value === null) return room - 1;
  const isList = Array.isArray(value);
  let left = room - 2;
  for (const [name, part] of Object.entries(value)) {
    left = roomBeside(part, left - (isList ? 0 : name.length + 3));
    if (left < 0) break;
  }
  return left;
}

function shortestFirst(values: ReadonlyMap<string, Json>): Json[] {
  return [...values].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(([, value]) => value);
}

interface Sample {
  readonly value: Json;
  readonly target: Target;
}

function examplesOf(tool: Tool): Sample[] {
  return tool.examples.flatMap(({ input, output }) => [
    { value: input as Json, target: rootNode(tool.input) },
    ...(output !== undefined && tool.output
      ? [{ value: output as Json, target: rootNode(tool.output) }]
      : []),
  ]);
}
