/** Collects values from the examples of a spec, so that cases are made of them. */
import type { Json } from "@toolwright/conformance/cases";
import type { Model, Tool } from "../model/model.ts";
import type { Fits } from "../schema/evaluator.ts";
import type { Graph } from "../schema/graph/graph.ts";
import { addressOf, rootNode } from "../schema/place.ts";
import type { LocatedSchema } from "../schema/roots.ts";
import { describingSchemas } from "./describing-schemas.ts";

/** Values from the examples of a spec, shortest first, by the address of the schema that describes them. */
export type ExampleValues = ReadonlyMap<string, readonly Json[]>;

/** Longer values, in characters of JSON, would be repeated in every case. */
const maxJsonLength = 400;

/** Collects the values of the examples. A server understands them better than generated ones. */
export function exampleValuesOf(model: Model, graph: Graph, fits: Fits): ExampleValues {
  const valuesByAddress = new Map<string, Map<string, Json>>();
  for (const { value, target } of model.tools.flatMap(examplesOf)) {
    if (!fits(value, target)) continue;
    // Several schemas describe a part, one after the other.
    let last: { readonly value: Json; readonly text: string | undefined } | undefined;
    for (const { node, value: part } of describingSchemas(value, graph(target), fits)) {
      if (last === undefined || last.value !== part) last = { value: part, text: shortJson(part) };
      if (last.text === undefined) continue;
      const address = addressOf(node);
      const values = valuesByAddress.get(address) ?? new Map<string, Json>();
      valuesByAddress.set(address, values.set(last.text, part));
    }
  }
  return new Map([...valuesByAddress].map(([address, values]) => [address, shortestFirst(values)]));
}

/** A value as JSON, if it is short. */
function shortJson(value: Json): string | undefined {
  if (roomBeside(value, maxJsonLength) < 0) return undefined;
  const text = JSON.stringify(value);
  return text.length > maxJsonLength ? undefined : text;
}

/** An upper bound of the characters that are left of `room` after a value as JSON. Stops early at a value that is far too long. */
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
  readonly target: LocatedSchema;
}

function examplesOf(tool: Tool): Sample[] {
  return tool.examples.flatMap(({ input, output }) => [
    { value: input as Json, target: rootNode(tool.input) },
    ...(output !== undefined && tool.output
      ? [{ value: output as Json, target: rootNode(tool.output) }]
      : []),
  ]);
}
