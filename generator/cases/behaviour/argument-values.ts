/** Lists valid values of arguments, which the cases about single arguments try. */
import { applyEdits, type Json, listLeaves, valueAt } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import type { Tool } from "../../model/operation.ts";
import type { BehaviourContext } from "./context.ts";

/** The largest number of sampled values. */
export const mostValues = 5;
/** The number of places in an argument that are changed. */
const mostPlaces = 8;
/** Times before and after the data of every target. */
const farTimes = ["1970-01-01", "9999-12-31", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];

/**
 * Lists values of examples, then others that fit: of different kinds, since only some of them may have an effect. Empty ones are last:
 * they often mean the same as none.
 */
export function listArgumentValues(tool: Tool, argument: string, context: BehaviourContext): Json[] {
  const { listExamples, readContent, findSchemas, sampler } = context;
  const schemas = findSchemas(tool, "input", argument);
  const parts = schemas.flatMap(describing);
  const isTime = parts.some(
    ({ schema }) => typeof schema === "object" && /^date/.test(String(schema.format)),
  );
  const counts = Array.from({ length: mostValues }, (_, index) => mostValues - index);
  const all = [
    ...(isTime ? farTimes : []),
    ...listExamples(tool).map((base) => valueAt(readContent(base), argument)),
    ...parts.flatMap(({ enums }) => enums.flat() as Json[]),
    ...(schemas.length === 0
      ? []
      : (counts.map((count) => sampler.several(count, ...schemas)).find((values) => values !== undefined) ??
        [])),
    ...parts.map((part) => sampler.one(part)),
  ].filter((value) => value !== undefined);
  const different = [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
  return [...different.filter((value) => !isEmpty(value)), ...different.filter(isEmpty)];
}

/** Lists pointers to the arguments of a tool. */
export function listArguments({ input }: Tool): string[] {
  const { properties = {} } = input.schema as { readonly properties?: object };
  return Object.keys(properties).map((name) => childPointer("", name));
}

/** Lists values that differ from a value in one place. */
export function listChanged(value: Json): Json[] {
  if (typeof value !== "object" || value === null) return variants(value);
  return listLeaves(value)
    .slice(0, mostPlaces)
    .flatMap(({ pointer, value: leaf }) =>
      variants(leaf).map((to) => applyEdits(value, [{ set: pointer, to }])),
    );
}

function variants(value: Json): Json[] {
  if (typeof value === "string") return [`${value} 2`, `${value}2`];
  if (typeof value === "number") return [value + 1, value - 1];
  return typeof value === "boolean" ? [!value] : [];
}

/** Lists other texts of the same form: an address cannot go on after its end, and a number of seven digits has no eighth. */
export function listOfSameForm(value: Json): Json[] {
  if (typeof value !== "string") return [];
  return [`2${value}`, withOtherDigit(value)].filter((other) => other !== value);
}

function withOtherDigit(text: string): string {
  return text.replace(/\d(?=\D*$)/, (digit) => (digit === "3" ? "4" : "3"));
}

/** Whether a value may mean the same as no value. */
export function isEmpty(value: Json): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length === 0;
  return value === null || value === "" || value === false;
}
