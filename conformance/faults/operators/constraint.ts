/** Finds and changes one constraint in the schemas of a case file. */
import { type CaseFile, type Json, steps } from "@toolwright/conformance/cases";

type Schema = { [name: string]: Json };
type Schemas = CaseFile["schemas"];

/** The keyword of a constraint (`spec:///types/x.yaml#/maxLength`), and the schema that has it. */
export function constraintIn(
  schemas: Schemas,
  constraint: string,
): { readonly keyword: string; readonly schema: Schema } {
  const { address, path } = splitConstraint(constraint);
  const schema = path.slice(0, -1).reduce<Json>((value, step) => (value as Schema)[step]!, schemas[address]!);
  return { keyword: path.at(-1)!, schema: schema as Schema };
}

/** A copy of the schemas in which the schema with the constraint is changed. */
export function changedSchemas(
  schemas: Schemas,
  constraint: string,
  change: (schema: Schema) => Schema,
): Schemas {
  const { address, path } = splitConstraint(constraint);
  return { ...schemas, [address]: changedAt(schemas[address]!, path.slice(0, -1), change) };
}

function changedAt(value: Json, path: readonly string[], change: (schema: Schema) => Schema): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value as Schema);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.map((item, index) => (String(index) === step ? changedAt(item, rest, change) : item));
  }
  const object = value as Schema;
  return { ...object, [step]: changedAt(object[step]!, rest, change) };
}

function splitConstraint(constraint: string): { readonly address: string; readonly path: readonly string[] } {
  const [address = "", pointer = ""] = constraint.split("#");
  return { address, path: steps(pointer) };
}

/** The step by which a bound is moved. */
const getStep = ({ multipleOf }: Schema) => (typeof multipleOf === "number" ? multipleOf : 1);

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

/** The schema with its bound moved by one step; `undefined` if it has none. */
export function moved(schema: Schema, keyword: string, way: "wider" | "tighter"): Schema | undefined {
  const direction = Object.hasOwn(bounds, keyword) ? bounds[keyword]! : undefined;
  if (direction === undefined) return undefined;
  const bound = Number(schema[keyword]) + direction * (way === "wider" ? 1 : -1) * getStep(schema);
  return bound < 0 && !keyword.toLowerCase().endsWith("imum") ? undefined : { ...schema, [keyword]: bound };
}
