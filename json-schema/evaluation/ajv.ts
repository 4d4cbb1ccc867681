/** Configures Ajv, for validator modules and for the evaluator. */
import type { CodeKeywordDefinition, ErrorObject, Options } from "ajv";
import { Ajv2020, Name } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { callRef } from "ajv/dist/vocabularies/core/ref.js";
import addFormatsModule from "ajv-formats";
import { patternOf } from "../patterns/matcher.ts";
import { addKeywords } from "./ajv-keywords.ts";
import { formats } from "./formats.ts";

// The CommonJS default export arrives as a namespace.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** A compiled schema: returns whether a value fits, and leaves the problems in `errors`. */
export interface Validator {
  /** Returns whether the value fits; `context` is what Ajv passes to validators of subschemas. */
  (this: unknown, value: unknown, context?: DataValidationCxt): unknown;
  /** The problems of the value of the last call; null if it fits. */
  errors?: null | ErrorObject[];
}

/** A function that the code calls for a reference. */
export interface ImportedFunction {
  /** Its name in the code. */
  readonly local: string;
  /** The function that runs while generating. */
  readonly call: Validator;
}

/** Schemas of at most this many keywords are copied to where they are used. */
export const inlineKeywords = 8;

/** Ajv's options, and what printed code needs. */
export interface AjvOptions extends Options {
  /** The module that printed code loads `equal` and `allDifferent` from; validators that are not printed need none. */
  readonly helpers?: string;
}

/** Ajv with our keywords and formats. It reports every problem. */
export function newAjv({ code, helpers = "", ...options }: AjvOptions): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    discriminator: true,
    strict: false,
    meta: false,
    validateSchema: false,
    inlineRefs: inlineKeywords,
    ownProperties: true,
    logger: false,
    // Our rewriting of the text removes the same code in a fraction of the time: `emit/printed-code.ts`.
    code: { ...code, optimize: false, regExp: boundedPattern },
  });
  addFormats(ajv, { mode: "full" });
  // Generated code calls the formats of the runtime, so formats have to agree while generating.
  ajv.addFormat("url", formats.url!);
  addKeywords(ajv, helpers);
  return ajv;
}

/** While generating, patterns are matched in bounded time. The emitted code uses `RegExp` unless the pattern is known to be slow. */
const boundedPattern = Object.assign(
  (source: string, flags: string) => {
    const pattern = patternOf(source);
    // Ajv compares patterns by this text.
    return { test: (text: string) => pattern.test(text), toString: () => `/${source}/${flags}` };
  },
  { code: "new RegExp" },
);

/** References to these addresses become calls of other functions; the rest is left to Ajv. */
export function callForReferences(
  ajv: Ajv2020,
  functionFor: (address: string) => ImportedFunction | undefined,
): void {
  const definition = ajv.getKeyword("$ref") as CodeKeywordDefinition;
  const within = definition.code;
  definition.code = (context, ruleType) => {
    const found = functionFor(context.schema as string);
    if (found === undefined) return within(context, ruleType);
    const { local, call } = found;
    callRef(context, context.gen.scopeValue("validate", { ref: call, key: local, code: new Name(local) }));
  };
}
