/**
 * Validates unions of many branches. Ajv writes all branches into one function, and the time and the memory that V8 needs for it grow
 * with the square of its length. Here each branch is a function of its own, and only branches that a value resembles are called.
 */
import type { ErrorObject } from "ajv";
import { isOfType } from "../keyword-values.ts";
import { isSchemaObject } from "../keywords.ts";
import { normalise } from "../normalise.ts";
import type { Resolver } from "../schema-locations.ts";
import type { SchemaObject, SchemaRoot } from "../types.ts";
import type { Validator } from "./ajv.ts";

/** Ajv gets unions of at most this many branches. */
const mostTogether = 64;

/** Whether a union of these branches is validated without Ajv. */
export function isWide(branches: unknown): branches is readonly unknown[] {
  return Array.isArray(branches) && branches.length > mostTogether;
}

/** A union that Ajv does not get. */
export interface WideUnion {
  /** How the branches are combined. */
  readonly keyword: "oneOf" | "anyOf";
  /** The schema that has the keyword. */
  readonly source: SchemaObject;
  /** The schema with an address of its own that it is in. */
  readonly root: SchemaRoot;
  /** The subschemas, in order. */
  readonly branches: readonly unknown[];
}

/** The wide unions among the keywords of a schema. */
export function listWideUnions(source: SchemaObject, root: SchemaRoot): WideUnion[] {
  const normalised = normalise(source, root.dialect);
  return (["oneOf", "anyOf"] as const).flatMap((keyword) => {
    const branches = normalised[keyword];
    return isWide(branches) ? [{ keyword, source, root, branches }] : [];
  });
}

/**
 * Returns a validator of a wide union. Its problems are that of the union, and those of the branches that are most like the value.
 *
 * @param validators one for each branch
 */
export function unionValidator(
  union: WideUnion,
  validators: readonly Validator[],
  resolve: Resolver,
): Validator {
  const { keyword, source, root } = union;
  const branches = validators.map((validate, index) => ({
    index,
    validate,
    facts: listFacts(union.branches[index], root, resolve),
  }));

  const call: Validator = (value, context) => {
    const similar = branches.filter(({ facts }) => facts.every((each) => mayFit(value, each)));
    const { fitting, problems } = tryBranches(similar, keyword === "oneOf" ? 2 : 1, value, context);
    if (fitting.length === 1) {
      call.errors = null;
      return true;
    }
    const nearest = similar.length > 0 ? [] : mostAlike(value, branches);
    const more = tryBranches(nearest, nearest.length, value, context).problems;
    const own: ErrorObject = {
      keyword,
      instancePath: context?.instancePath ?? "",
      schemaPath: `#/${keyword}`,
      params: keyword === "oneOf" ? { passingSchemas: fitting.length > 0 ? fitting : null } : {},
      parentSchema: source,
    };
    call.errors = fitting.length > 0 ? [own] : [...problems, ...more, own];
    return false;
  };
  return call;
}

interface Branch {
  readonly index: number;
  readonly validate: Validator;
  readonly facts: readonly Facts[];
}

/** Calls validators until enough branches fit. Returns the numbers of these, and the problems of those that do not fit. */
function tryBranches(
  branches: readonly Branch[],
  enough: number,
  value: unknown,
  context: Parameters<Validator>[1],
): { readonly fitting: readonly number[]; readonly problems: readonly ErrorObject[] } {
  const fitting: number[] = [];
  const problems: ErrorObject[] = [];
  for (const { index, validate } of branches) {
    if (validate(value, context)) fitting.push(index);
    else problems.push(...(validate.errors ?? []));
    if (fitting.length >= enough) break;
  }
  return { fitting, problems };
}

/** What a schema demands of a value and is decided without its validator. */
interface Facts {
  readonly types?: readonly unknown[];
  readonly required: readonly string[];
  /** All names that an object may have. */
  readonly names?: ReadonlySet<string>;
  /** Values of properties that are listed. */
  readonly constants: readonly (readonly [name: string, values: readonly unknown[]])[];
}

function listFacts(branch: unknown, root: SchemaRoot, resolve: Resolver): Facts[] {
  const list: Facts[] = [];
  const seen = new Set<unknown>();
  let next: { readonly schema: unknown; readonly root: SchemaRoot } | undefined = { schema: branch, root };
  while (next !== undefined && isSchemaObject(next.schema) && !seen.has(next.schema)) {
    seen.add(next.schema);
    const schema = normalise(next.schema, next.root.dialect);
    list.push(readFacts(schema));
    next = typeof schema.$ref === "string" ? resolve(schema.$ref, next.root) : undefined;
  }
  return list;
}

function readFacts({ type, required, properties, ...rest }: SchemaObject): Facts {
  const described = Object.entries(isSchemaObject(properties) ? properties : {});
  const isClosed = rest.additionalProperties === false && rest.patternProperties === undefined;
  return {
    ...(type !== undefined && { types: [type].flat() }),
    required: Array.isArray(required) ? required : [],
    ...(isClosed && { names: new Set(described.map(([name]) => name)) }),
    constants: described.flatMap(([name, schema]) => {
      const values = isSchemaObject(schema) ? listConstants(schema) : undefined;
      return values?.every(isPlain) ? [[name, values] as const] : [];
    }),
  };
}

function listConstants(schema: SchemaObject): readonly unknown[] | undefined {
  if ("const" in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function isPlain(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

function mayFit(value: unknown, { types, required, names, constants }: Facts): boolean {
  if (types && !types.some((type) => isOfType(value, type))) return false;
  if (!isSchemaObject(value)) return true;
  if (!required.every((name) => Object.hasOwn(value, name))) return false;
  if (names && !Object.keys(value).every((name) => names.has(name))) return false;
  return constants.every(([name, values]) => !Object.hasOwn(value, name) || values.includes(value[name]));
}

/** The branches with the fewest differences; of many, the first. */
function mostAlike(value: unknown, branches: readonly Branch[]): Branch[] {
  const counts = branches.map(({ facts }) =>
    facts.reduce((sum, each) => sum + countDifferences(value, each), 0),
  );
  const fewest = counts.reduce((least, count) => Math.min(least, count), Number.POSITIVE_INFINITY);
  return branches.filter((_, index) => counts[index] === fewest).slice(0, mostTogether);
}

function countDifferences(value: unknown, { types, required, names, constants }: Facts): number {
  const isOther = types !== undefined && !types.some((type) => isOfType(value, type));
  if (!isSchemaObject(value)) return isOther ? 1 : 0;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const unknown = names ? Object.keys(value).filter((name) => !names.has(name)) : [];
  const wrong = constants.filter(
    ([name, values]) => Object.hasOwn(value, name) && !values.includes(value[name]),
  );
  return (isOther ? 1 : 0) + missing.length + unknown.length + wrong.length;
}
