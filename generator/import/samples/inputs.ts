/** Makes arguments for tools that only read, of what the manifest and earlier results have. No text is invented. */
import type { Entry } from "@toolwright/check/surface";
import { define, type SchemaObject } from "@toolwright/json-schema";
import { canonical } from "@toolwright/runtime/json";
import type { ReadTool } from "../guesses/things.ts";
import type { ValuePlace } from "../guesses/values.ts";
import type { DescribedTools } from "../imported-tools.ts";
import type { Samples } from "./sample.ts";

/** The ids that results showed: thing -> ids. */
export type KnownIds = ReadonlyMap<string, readonly unknown[]>;

/** A required argument, and the values that it may get. */
export interface Argument {
  readonly name: string;
  readonly values: readonly unknown[];
  /** Whether it is an id of something, which a result may show. */
  readonly isId: boolean;
}

export function findKnownIds({ ids }: DescribedTools, samples: Samples): KnownIds {
  const shown = ids.flatMap(({ tool, side, place, thing }) => {
    const own = side === "output" ? (samples.get(tool.name) ?? []) : [];
    return own.flatMap(({ value }) => valuesAt(value, place.steps)).map((id) => ({ thing, id }));
  });
  const byThing = Map.groupBy(shown, ({ thing }) => thing);
  return new Map([...byThing].map(([thing, all]) => [thing, [...new Set(all.map(({ id }) => id))]]));
}

function valuesAt(value: unknown, [step, ...below]: readonly string[]): unknown[] {
  if (step === undefined) return typeof value === "string" || typeof value === "number" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  if (step === "*") return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, below)) : [];
  return Object.hasOwn(value, step) ? valuesAt((value as Record<string, unknown>)[step], below) : [];
}

/** The required arguments of a tool. */
export function listArguments(entry: Entry, { tools, ids }: DescribedTools, known: KnownIds): Argument[] {
  const tool = tools.find(({ name }) => name === entry.name);
  const { required } = entry.inputSchema;
  const names = (Array.isArray(required) ? required : []).filter((name) => typeof name === "string");
  if (tool === undefined) return [];
  return [...new Set(names)].map((name): Argument => {
    const own = ids.filter((id) => id.tool === tool && id.side === "input" && id.place.steps[0] === name);
    const shown = own.flatMap(({ place: { steps, schema }, thing }) => {
      const fitting = (known.get(thing) ?? []).filter(
        (id) => (schema.type === "string") === (typeof id === "string"),
      );
      if (steps.length === 1) return fitting;
      return steps.length === 2 && steps[1] === "*" ? fitting.map((id) => [id]) : [];
    });
    return { name, values: [...shown, ...writtenValues(tool, name)], isId: own.length > 0 };
  });
}

/** The values of an argument that its schema names. */
function writtenValues(tool: ReadTool, name: string): unknown[] {
  return tool.arguments.filter(({ steps }) => steps.length === 1 && steps[0] === name).flatMap(valuesIn);
}

function valuesIn({ schema }: ValuePlace): unknown[] {
  const { const: fixed, default: usual, enum: allowed, examples, minimum, type } = schema;
  return [
    ...(fixed === undefined ? [] : [fixed]),
    ...(usual === undefined ? [] : [usual]),
    ...(Array.isArray(allowed) ? allowed : []),
    ...(Array.isArray(examples) ? examples : []),
    ...(typeof minimum === "number" ? [minimum] : []),
    ...(type === "boolean" ? [false, true] : []),
  ];
}

/** The arguments of the next call of a tool; undefined if there are no others than in the calls before, or an argument has no value. */
export function nextInput(
  needed: readonly Argument[],
  earlier: readonly SchemaObject[],
): SchemaObject | undefined {
  if (needed.some(({ values }) => values.length === 0)) return undefined;
  const sent = new Set(earlier.map(canonical));
  const most = Math.max(1, ...needed.map(({ values }) => values.length));
  for (let turn = 0; turn < most; turn++) {
    const input: Record<string, unknown> = {};
    for (const { name, values } of needed) define(input, name, values[turn % values.length]);
    if (!sent.has(canonical(input))) return input;
  }
  return undefined;
}
