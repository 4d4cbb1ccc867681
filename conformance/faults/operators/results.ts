import { isObject, type Json } from "@toolwright/conformance/cases";
import { canonical } from "@toolwright/runtime/json";
import { Schemas } from "../../judge/schemas.ts";
import type { FaultContext, FaultDraft, Operator } from "../fault.ts";
import { withResult, withStructured } from "../messages.ts";
import { listFields, type ValueChange, withValues } from "./fields.ts";
import { alterSuccesses } from "./interceptors.ts";

/** Faults in successful results. Each changed result breaks the output schema. */
export const resultOperators: readonly Operator[] = [
  fieldOperator("drop-field", "leaves out", { "": () => undefined }),
  fieldOperator("wrong-type", "changes the type of", { "": changeType }),
  fieldOperator("null-field", "sends null for", { "": () => null }),
  fieldOperator("odd-value", "sends an unusual value for", {
    "/negative": (value) => (typeof value === "number" ? -1 - Math.abs(value) : value),
    "/fraction": (value) => (typeof value === "number" ? value + 0.5 : value),
    "/immense": (value) => (typeof value === "number" ? 1e15 : value),
    "/blank": (value) => (typeof value === "string" ? "" : value),
    "/long": (value) => (typeof value === "string" ? value + "x".repeat(20_000) : value),
    "/strange": (value) => (typeof value === "string" ? `?${value}` : value),
    "/other-case": (value) => (typeof value === "string" ? value.toUpperCase() : value),
    "/emptied": (value) => (Array.isArray(value) ? [] : value),
    "/repeated": (value) => (Array.isArray(value) && value.length > 0 ? Array(6_000).fill(value[0]) : value),
  }),
  fieldOperator("extra-field", "adds an undeclared field to", {
    "": (value) => (isObject(value) ? { ...value, internal_note: "x" } : value),
  }),
];

/** Makes an operator with one fault for each field that the healthy server has sent, and for each change that breaks the schema. */
function fieldOperator(name: string, verb: string, changes: Readonly<Record<string, ValueChange>>): Operator {
  return { name, faults: (context) => draftInFields(context, verb, Object.entries(changes)) };
}

function draftInFields(
  { cases, observed }: FaultContext,
  verb: string,
  changes: readonly (readonly [name: string, make: ValueChange])[],
): FaultDraft[] {
  const schemas = new Schemas(cases);
  return [...observed.successes].flatMap(([tool, results]) => {
    if (cases.tools[tool]?.output === undefined) return [];
    const samples = results.map(({ structuredContent }) => structuredContent ?? null);
    const isWrong = (changed: Json) => schemas.findOutputProblems(tool, changed).length > 0;
    return listFields(samples).flatMap((at) =>
      changes
        .map(([kind, make]) => ({ kind, change: (structured: Json) => withValues(structured, at, make) }))
        .filter(({ change }) => breaks(samples, change, isWrong))
        .map(({ kind, change }) => ({
          location: tool + at + kind,
          description: `${tool} ${verb} ${at || "its result"}.`,
          scope: { part: "answers", tool } as const,
          start: () =>
            alterSuccesses(tool, (response, result) =>
              withResult(response, withStructured(result, change(result.structuredContent ?? null))),
            ),
        })),
    );
  });
}

/** Returns whether every changed sample breaks the schema. */
function breaks(
  samples: readonly Json[],
  change: (sample: Json) => Json,
  isWrong: (changed: Json) => boolean,
): boolean {
  const changed = samples.flatMap((sample) => {
    const to = change(sample);
    return canonical(sample) === canonical(to) ? [] : [to];
  });
  return changed.length > 0 && changed.every(isWrong);
}

function changeType(value: Json): Json {
  switch (typeof value) {
    case "string":
      return [value];
    case "number":
    case "boolean":
      return String(value);
    default:
      return value === null ? "" : JSON.stringify(value);
  }
}
