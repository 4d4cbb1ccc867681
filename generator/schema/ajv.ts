import { formats } from "@toolwright/runtime/validation";
import type { CodeKeywordDefinition, ErrorObject } from "ajv";
import { Ajv2020, Name } from "ajv/dist/2020.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import { callRef } from "ajv/dist/vocabularies/core/ref.js";
import addFormatsModule from "ajv-formats";
import { patternOf } from "../patterns/matcher.ts";
import { addKeywords } from "./ajv-keywords.ts";
import { inlineKeywords, type ModuleImport, type ModulePlan } from "./plan.ts";

// The CommonJS default export arrives as a namespace.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;

/** A compiled schema: says whether a value fits, and leaves what is wrong with it in `errors`. */
export interface Validator {
  (this: unknown, value: unknown, context?: DataValidationCxt): unknown;
  errors?: null | ErrorObject[];
}

/** A function of another module, as the code of this one calls it. */
export interface ImportedFunction {
  /** Its name in the module that imports it. */
  readonly local: string;
  /** What is called when the code runs while generating. */
  readonly call: Validator;
}

/**
 * Ajv over the schemas of one module; a schema is compiled when it is first asked for by its address. It reports every
 * problem.
 */
export function ajvOf(plan: ModulePlan, imported: (from: ModuleImport) => ImportedFunction): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: false,
    meta: false,
    validateSchema: false,
    inlineRefs: inlineKeywords,
    ownProperties: true,
    logger: false,
    // What its optimiser takes away, a look at the text finds in a fraction of the time: `emit/validators.ts`.
    code: { source: true, esm: true, lines: true, optimize: false, regExp: boundedPattern },
  });
  // The code that records what has been evaluated is only for modules that ask for it.
  ajv.opts.unevaluated = plan.tracksEvaluated;
  addFormats(ajv, { mode: "full" });
  // Generated code calls the formats of the runtime, so what is true while generating must be what is true then.
  ajv.addFormat("url", formats.url!);
  importReferences(ajv, plan, imported);
  addKeywords(ajv);
  for (const [address, schema] of Object.entries(plan.schemas)) ajv.addSchema(schema as object, address);
  return ajv;
}

/** While generating, patterns are matched in bounded time. The emitted code uses `RegExp` unless the pattern is known to be slow. */
const boundedPattern = Object.assign(
  (source: string, flags: string) => {
    const pattern = patternOf(source);
    // By this text Ajv knows which patterns are the same.
    return { test: (text: string) => pattern.test(text), toString: () => `/${source}/${flags}` };
  },
  { code: "new RegExp" },
);

/** A reference to a schema of another module becomes a call of its function; others are left to Ajv. */
function importReferences(
  ajv: Ajv2020,
  { imports }: ModulePlan,
  imported: (from: ModuleImport) => ImportedFunction,
): void {
  const definition = ajv.getKeyword("$ref") as CodeKeywordDefinition;
  const within = definition.code;
  definition.code = (context, ruleType) => {
    const from = imports[context.schema as string];
    if (from === undefined) return within(context, ruleType);
    const { local, call } = imported(from);
    const validate = context.gen.scopeValue("validate", { ref: call, key: local, code: new Name(local) });
    callRef(context, validate);
  };
}
