import { allDifferent, formats } from "@toolwright/runtime";
import type { ErrorObject, SchemaValidateFunction, ValidateFunction } from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import type { Json } from "../cases/edits.ts";
import { type Breakage, type CaseFile, findCalled, type InputCase } from "../cases/format.ts";
import { isAtOrBelow } from "../cases/places.ts";

/** Returns the validator of a schema by its address. */
type Validators = (address: string) => ValidateFunction;

const known = new WeakMap<CaseFile["schemas"], Validators>();

/** Returns validators for the schemas of a case file. Each is compiled once, for all runs. */
export function compileValidators(schemas: CaseFile["schemas"]): Validators {
  const validators = known.get(schemas) ?? makeValidators(schemas);
  known.set(schemas, validators);
  return validators;
}

/** Whether a schema of a server can be compiled. It may have an `$id` that is no address, or a reference to nothing. */
export function canCompile(schema: Json): boolean {
  try {
    return makeValidators({ "schema:alone": schema })("schema:alone") !== undefined;
  } catch {
    return false;
  }
}

/** Creates validators for schemas that are wrong on purpose. They ignore `discriminator`, since a tag may no longer be required. */
export function makeLaxValidators(schemas: CaseFile["schemas"]): Validators {
  return makeValidators(schemas, create({ discriminator: false }));
}

function makeValidators(schemas: CaseFile["schemas"], ajv = create({ discriminator: true })): Validators {
  for (const [address, schema] of Object.entries(schemas)) ajv.addSchema(schema as object, address);
  return (address) => {
    const found = ajv.getSchema(address);
    if (found === undefined) throw new Error(`The case file has no schema ${address}.`);
    return found as ValidateFunction;
  };
}

/** The schemas of a case file, compiled when they are first needed. */
export class Schemas {
  readonly #cases: CaseFile;
  readonly #validatorOf: Validators;

  constructor(cases: CaseFile) {
    this.#cases = cases;
    this.#validatorOf = compileValidators(cases.schemas);
  }

  /** Says why a case does not test what it claims; `undefined` if it does. */
  findUnsoundness({ tool, expect, breaks }: InputCase, input: Json): string | undefined {
    const validate = this.#validatorOf(findCalled(this.#cases, tool).input);
    const fits = validate(input);
    if (expect === "accepted")
      return fits ? undefined : `the arguments do not fit: ${listProblems(validate)[0]}`;
    if (fits) return "the arguments fit the schema";
    if (breaks === undefined) return undefined;
    const errors = validate.errors ?? [];
    const other = errors.find((error) => !isExplained(error, breaks, errors));
    return other && `the arguments also break ${other.keyword} at ${other.instancePath || "/"}`;
  }

  /** Whether arguments fit the schema of a tool. */
  fits(tool: string, input: Json): boolean {
    return this.#validatorOf(findCalled(this.#cases, tool).input)(input) === true;
  }

  /** Lists the problems of a tool's result; empty if it fits, or if there is no schema. */
  findOutputProblems(tool: string, structured: Json): readonly string[] {
    const { output } = findCalled(this.#cases, tool);
    if (output === undefined) return [];
    const validate = this.#validatorOf(output);
    return validate(structured) ? [] : listProblems(validate);
  }
}

/** Keywords of unions. Their errors list the requirements of every branch, although only one branch applies. */
const unions = new Set([
  "oneOf",
  "anyOf",
  "discriminator",
  "not",
  "if",
  "propertyNames",
  "contains",
  "dependentSchemas",
]);

/** Returns whether an error belongs to the claimed keyword, or follows from it in a surrounding union. */
function isExplained(
  { keyword, instancePath }: ErrorObject,
  breaks: Breakage,
  errors: readonly ErrorObject[],
): boolean {
  const claimed = [breaks.keyword, ...(breaks.also ?? [])];
  if (instancePath === breaks.path && claimed.includes(keyword)) return true;
  return errors.some(
    (union) =>
      unions.has(union.keyword) &&
      isAtOrBelow(breaks.path, union.instancePath) &&
      isAtOrBelow(instancePath, union.instancePath),
  );
}

function listProblems({ errors }: ValidateFunction): string[] {
  return (errors ?? []).map(
    ({ instancePath, message, keyword }) => `${instancePath || "/"} ${message ?? keyword}`,
  );
}

/** Creates an Ajv instance with the options of the spec's own validators, so that every keyword means the same. */
function create({ discriminator }: { readonly discriminator: boolean }): Ajv2020.default {
  const ajv = new Ajv2020.default({
    allErrors: true,
    discriminator,
    strict: false,
    validateSchema: false,
    ownProperties: true,
    inlineRefs: false,
    // Here compiling takes longer than validating.
    code: { optimize: false },
    logger: false,
    formats,
  });
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", validate: areDifferent });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({ keyword: "multipleOf", type: "number", schemaType: "number", validate: isMultiple });
  ajv.addKeyword({ keyword: "exactlyOne", type: "object", schemaType: "array", validate: hasExactlyOne });
  return ajv;
}

const areDifferent: SchemaValidateFunction = (unique: boolean, items: Json[]) => {
  areDifferent.errors = [{ keyword: "uniqueItems", message: "must NOT have duplicate items", params: {} }];
  return !unique || allDifferent(items);
};

/** Replaces Ajv's check, which rejects all numbers from 1e21 on, and 135.11 as a multiple of 0.01, since quotients are rounded. */
const isMultiple: SchemaValidateFunction = (step: number, value: number) => {
  isMultiple.errors = [
    { keyword: "multipleOf", message: `must be multiple of ${step}`, params: { multipleOf: step } },
  ];
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 2 * Number.EPSILON * Math.abs(quotient);
};

const hasExactlyOne: SchemaValidateFunction = (names: readonly string[], value: object) => {
  hasExactlyOne.errors = [
    { keyword: "exactlyOne", message: "must have exactly one of these properties", params: { names } },
  ];
  return names.filter((name) => Object.hasOwn(value, name)).length === 1;
};
