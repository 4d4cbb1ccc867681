import { isObject, type Json } from "@toolwright/conformance/cases";
import { canonical } from "@toolwright/runtime/json";
import { makeSchemas } from "../../judge/schemas.ts";
import type { FaultContext, FaultDraft, Operator } from "../fault.ts";
import { withStructured } from "../messages.ts";
import { type Field, listFields, without, withValues } from "./fields.ts";
import { alterSuccesses } from "./interceptors.ts";

/** Faults in successful results. A change that still fits the output schema breaks nothing and is not made. */
export const resultOperators: readonly Operator[] = [
  {
    name: "drop-field",
    faults: (context) =>
      inFields(context, "leaves out", ({ at }) => ({ [at]: (structured: Json) => without(structured, at) })),
  },
  {
    name: "wrong-type",
    faults: (context) =>
      inFields(context, "changes the type of", ({ at }) => ({
        [at]: (structured) => withValues(structured, at, otherType),
      })),
  },
  {
    name: "null-field",
    faults: (context) =>
      inFields(context, "says null for", ({ at }) => ({
        [at]: (structured) => withValues(structured, at, () => null),
      })),
  },
  {
    name: "odd-value",
    faults: (context) =>
      inFields(context, "says something odd for", ({ at }) =>
        Object.fromEntries(
          Object.entries(oddValues).map(([kind, make]) => [
            `${at}/${kind}`,
            (structured: Json) => withValues(structured, at, make),
          ]),
        ),
      ),
  },
  {
    name: "extra-field",
    faults: (context) =>
      inFields(context, "adds a field that is not promised to", ({ at }) => ({
        [at]: (structured) =>
          withValues(structured, at, (value) => (isObject(value) ? { ...value, internal_note: "x" } : value)),
      })),
  },
];

type Change = (structured: Json) => Json;

/** One fault for each field that the healthy server has sent, and for each change that breaks the schema. */
function inFields(
  { cases, observed }: FaultContext,
  description: string,
  changesOf: (field: Field) => Record<string, Change>,
): FaultDraft[] {
  const schemas = makeSchemas(cases);
  return [...observed.successes].flatMap(([tool, results]) => {
    if (cases.tools[tool]?.output === undefined) return [];
    const samples = results.map(({ structuredContent }) => structuredContent ?? null);
    return listFields(samples).flatMap((field) =>
      Object.entries(changesOf(field))
        .filter(([, change]) => breaks(samples, change, (changed) => schemas.problemsOfOutput(tool, changed)))
        .map(([location, change]) => ({
          location: `${tool}${location}`,
          description: `${tool} ${description} ${field.at || "its result"}.`,
          scope: { part: "answers", tool } as const,
          start: () =>
            alterSuccesses(tool, (result) =>
              withStructured(result, change(result.structuredContent ?? null)),
            ),
        })),
    );
  });
}

/** Whether every changed sample no longer fits the schema. */
function breaks(
  samples: readonly Json[],
  change: Change,
  problemsOf: (changed: Json) => readonly string[],
): boolean {
  const changed = samples
    .map((sample) => ({ sample, changed: change(sample) }))
    .filter(({ sample, changed }) => canonical(sample) !== canonical(changed));
  return changed.length > 0 && changed.every(({ changed }) => problemsOf(changed).length > 0);
}

function otherType(value: Json): Json {
  switch (typeof value) {
    case "string":
      return [value];
    case "number":
      return String(value);
    case "boolean":
      return String(value);
    default:
      return value === null ? "" : JSON.stringify(value);
  }
}

/** Values of the same type that a schema may still refuse. */
const oddValues: Readonly<Record<string, (value: Json) => Json>> = {
  negative: (value) => (typeof value === "number" ? -1 - Math.abs(value) : value),
  fraction: (value) => (typeof value === "number" ? value + 0.5 : value),
  immense: (value) => (typeof value === "number" ? 1e15 : value),
  blank: (value) => (typeof value === "string" ? "" : value),
  long: (value) => (typeof value === "string" ? value + "x".repeat(20_000) : value),
  strange: (value) => (typeof value === "string" ? `?${value}` : value),
  "other-case": (value) => (typeof value === "string" ? value.toUpperCase() : value),
  emptied: (value) => (Array.isArray(value) ? [] : value),
  repeated: (value) => (Array.isArray(value) && value.length > 0 ? Array(6_000).fill(value[0]!) : value),
};
