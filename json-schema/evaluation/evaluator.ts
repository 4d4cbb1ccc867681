/** Validates JSON values while generating, with the same Ajv that prints the validators. */

import type { ErrorObject } from "ajv";
import { isSchemaObject } from "../keywords.ts";
import { memoize } from "../memoize.ts";
import { type LocatedSchema, type Resolver, rootsBelow } from "../schema-locations.ts";
import type { JsonSchema, SchemaObject } from "../types.ts";
import { hasUnevaluated } from "../unevaluated-keywords.ts";
import { callForReferences, type ImportedFunction, newAjv, type Validator } from "./ajv.ts";
import { prepare } from "./prepare.ts";
import { unionValidator, type WideUnion } from "./wide-union.ts";

/** Whether a value fits a schema. */
export type Fits = (value: unknown, target: LocatedSchema) => boolean;

/** One problem of a value: the keyword, and the place in the value. */
export type Problem = Readonly<ErrorObject>;

/** Judges values by schemas whose validators are compiled when they are first needed. */
export interface Evaluator {
  /** Whether a value fits a schema. */
  readonly fits: Fits;
  /** The problems with a value; empty if it fits. */
  problems(value: unknown, target: LocatedSchema): readonly Problem[];
  /** The same, and each problem names the schema itself, although another one may have equal text. */
  ownProblems(value: unknown, target: LocatedSchema): readonly Problem[];
}

/** The schema of the spec for each schema that Ajv gets. */
const sources = new WeakMap<object, SchemaObject>();

/** The schema of the spec that has the keyword of a problem. Most problems are never asked for it. */
export function findSource({ parentSchema }: Problem): SchemaObject | undefined {
  return parentSchema && sources.get(parentSchema);
}

/** The problem of an object without a required property. */
export function missingProperty(target: LocatedSchema, name: string): Problem {
  return { ...brokenKeyword(target, "required"), params: { missingProperty: name } };
}

/** The problem of a value that breaks a keyword of a schema. */
export function brokenKeyword({ schema }: LocatedSchema, keyword: string): Problem {
  const parentSchema = isSchemaObject(schema) ? schema : {};
  sources.set(parentSchema, parentSchema);
  return { keyword, instancePath: "", schemaPath: `#/${keyword}`, params: {}, parentSchema };
}

/** The evaluator of a spec: each schema is compiled when a value is first validated against it. */
export const evaluatorFor = memoize(create);

function create(resolve: Resolver): Evaluator {
  const compilers = new Map<boolean, Compiler>();
  const validators = {
    fits: new Map<SchemaObject, Validator>(),
    problems: new Map<SchemaObject, Validator>(),
    ownProblems: new Map<SchemaObject, Validator>(),
  };

  /** Ajv records the evaluated parts only for schemas that need it, because recording costs time with every value. */
  function makeValidator(target: SchemaTarget, purpose: Purpose): Validator {
    let validator = validators[purpose].get(target.schema);
    if (validator === undefined) {
      const records = rootsBelow(target.root, resolve).some(hasUnevaluated);
      const compile = compilers.get(records) ?? compilerFor(resolve, records);
      compilers.set(records, compile);
      validator = compile(target, purpose);
      validators[purpose].set(target.schema, validator);
    }
    return validator;
  }

  function findErrors(value: unknown, target: LocatedSchema, purpose: Purpose): readonly ErrorObject[] {
    const { schema } = target;
    if (!isSchemaObject(schema)) return schema === false ? [nothingFits] : [];
    const validate = makeValidator({ ...target, schema }, purpose);
    try {
      return validate(value) ? [] : (validate.errors ?? []);
    } catch (error) {
      // Ajv's code for `unevaluatedProperties` may throw where a branch does not fit: docs/decisions/validators.md.
      if (error instanceof TypeError) return [nothingFits];
      throw error;
    }
  }

  return {
    fits: (value, target) => findErrors(value, target, "fits").length === 0,
    problems: (value, target) => findErrors(value, target, "problems"),
    ownProblems: (value, target) => findErrors(value, target, "ownProblems"),
  };
}

/** The purpose of a validator. Problems name the schemas that they come from. */
type Purpose = keyof Evaluator;
type SchemaTarget = LocatedSchema & { readonly schema: SchemaObject };
type Compiler = (target: SchemaTarget, purpose: Purpose) => Validator;

function compilerFor(resolve: Resolver, recordsEvaluated: boolean): Compiler {
  const ajv = newAjv({ verbose: true });
  ajv.opts.unevaluated = recordsEvaluated;
  if (!recordsEvaluated) callForReferences(ajv, functionFor);
  const addresses = new Map<SchemaObject, string>();
  const functions = new Map<string, ImportedFunction>();
  const compiledByText = new Map<string, { readonly source: SchemaObject; readonly validator: Validator }>();
  const makeUnionAddress = unionAddresses(functions, (union) => {
    const { branches, root } = union;
    const addressOf = (branch: unknown) => makeAddress({ root, pointer: "", schema: branch as JsonSchema });
    return unionValidator(
      union,
      branches.map((branch) => functionFor(addressOf(branch)).call),
      resolve,
    );
  });
  ajv.addSchema({}, "schema:any");
  ajv.addSchema({ not: {} }, "schema:none");

  /** Schemas with equal text share a validator, but problems of a whole root or of arguments name its own schemas. */
  function compileShared(target: SchemaTarget, purpose: Purpose): Validator {
    const { root, schema } = target;
    const prepared = prepareFor(target);
    const text = JSON.stringify(prepared);
    const existing = compiledByText.get(text);
    const isPart = schema !== root.schema && !("exactlyOne" in schema);
    const isShared = purpose === "fits" || (purpose === "problems" && isPart);
    if (existing && (isShared || existing.source === schema)) return existing.validator;
    const validator = ajv.compile(prepared) as Validator;
    if (!existing) compiledByText.set(text, { source: schema, validator });
    return validator;
  }

  function prepareFor({ root, schema }: SchemaTarget): object {
    const prepared = prepare(schema, root, {
      resolve,
      triesAllBranches: recordsEvaluated,
      refer: makeAddress,
      ...(!recordsEvaluated && { referToUnion: makeUnionAddress }),
      onPrepared: (copy, source) => sources.set(copy, source),
    }) as object;
    if (schema.exactlyOne === undefined) return prepared;
    const ruled = { ...prepared, exactlyOne: schema.exactlyOne };
    sources.set(ruled, schema);
    return ruled;
  }

  function functionFor(address: string): ImportedFunction {
    const existing = functions.get(address);
    if (existing !== undefined) return existing;
    const call = cachingFits(() => ajv.getSchema(address) as Validator);
    const created = { local: `call${functions.size}`, call };
    functions.set(address, created);
    return created;
  }

  function makeAddress({ schema, ...place }: LocatedSchema): string {
    if (!isSchemaObject(schema)) return schema ? "schema:any" : "schema:none";
    const existing = addresses.get(schema);
    if (existing !== undefined) return existing;
    const address = `schema:${addresses.size}`;
    addresses.set(schema, address);
    ajv.addSchema(prepareFor({ ...place, schema }), address);
    return address;
  }

  return compileShared;
}

/** Gives each wide union an address, and a function that is made when it is first called. */
function unionAddresses(
  functions: Map<string, ImportedFunction>,
  makeFunction: (union: WideUnion) => Validator,
): (union: WideUnion) => string {
  const addresses = new Map<SchemaObject, Map<string, string>>();
  return (union) => {
    const { keyword, source } = union;
    const ofSource = addresses.get(source) ?? new Map<string, string>();
    addresses.set(source, ofSource);
    const existing = ofSource.get(keyword);
    if (existing !== undefined) return existing;
    const address = `union:${functions.size}`;
    ofSource.set(keyword, address);
    sources.set(source, source);
    functions.set(address, { local: `call${functions.size}`, call: cachingFits(() => makeFunction(union)) });
    return address;
  };
}

/**
 * A function that is compiled when it is first called, and called once for each object that fits: cases share most of their
 * arguments with each other, as the same objects.
 */
function cachingFits(find: () => Validator): Validator {
  const fitting = new WeakSet<object>();
  let validate: Validator | undefined;
  const call: Validator = (value, context) => {
    call.errors = null;
    const isObject = typeof value === "object" && value !== null;
    if (isObject && fitting.has(value)) return true;
    validate ??= find();
    const fits = validate(value, context);
    if (fits && isObject) fitting.add(value);
    call.errors = validate.errors ?? null;
    return fits;
  };
  return call;
}

const nothingFits: ErrorObject = { keyword: "false schema", instancePath: "", schemaPath: "#", params: {} };
