/** Finds and changes one constraint in the schemas of a case file. */
import { applyEdits, type CaseFile, type Json, steps, valueAt } from "@toolwright/conformance/cases";

type Schema = { readonly [name: string]: Json };
type Schemas = CaseFile["schemas"];

/** Returns the keyword of a constraint (`spec:///types/x.yaml#/maxLength`), and the schema that has it. */
export function findConstraint(
  schemas: Schemas,
  constraint: string,
): { readonly keyword: string; readonly schema: Schema } {
  const { address, pointer } = splitConstraint(constraint);
  const schema = valueAt(schemas[address]!, parentPointer(pointer)) as Schema;
  return { keyword: steps(pointer).at(-1)!, schema };
}

/** Copies the schemas and changes the schema with the constraint. */
export function changeSchemas(
  schemas: Schemas,
  constraint: string,
  change: (schema: Schema) => Schema,
): Schemas {
  const { address, pointer } = splitConstraint(constraint);
  const to = change(findConstraint(schemas, constraint).schema);
  return { ...schemas, [address]: applyEdits(schemas[address]!, [{ set: parentPointer(pointer), to }]) };
}

function splitConstraint(constraint: string): { readonly address: string; readonly pointer: string } {
  const [address = "", pointer = ""] = constraint.split("#");
  return { address, pointer };
}

function parentPointer(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** Bound -> the direction that allows more. */
const bounds: Readonly<Record<string, 1 | -1>> = {
  maximum: 1,
  exclusiveMaximum: 1,
  maxLength: 1,
  maxItems: 1,
  maxProperties: 1,
  minimum: -1,
  exclusiveMinimum: -1,
  minLength: -1,
  minItems: -1,
  minProperties: -1,
};

/** Moves the bound of a schema by one step; `undefined` if the keyword is not a bound. */
export function moveBound(schema: Schema, keyword: string, way: "wider" | "tighter"): Schema | undefined {
  if (!Object.hasOwn(bounds, keyword)) return undefined;
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : 1;
  const bound = Number(schema[keyword]) + bounds[keyword]! * (way === "wider" ? step : -step);
  return bound < 0 && !keyword.toLowerCase().endsWith("imum") ? undefined : { ...schema, [keyword]: bound };
}
