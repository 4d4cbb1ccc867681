/** Prints validator modules with Ajv's standalone code. */

import { callForReferences, type ImportedFunction, newAjv } from "@toolwright/json-schema/evaluation";
import type { Ajv2020 } from "ajv/dist/2020.js";
import standaloneModule from "ajv/dist/standalone/index.js";
import { type ModuleImport, toIdentifier, type ValidatorModule } from "./validator-modules.ts";

// The CommonJS default export arrives as a namespace.
const standalone = standaloneModule as unknown as typeof standaloneModule.default;

/** Ajv's standalone code of a module, which calls functions of others. */
export function printCode(module: ValidatorModule): string {
  const call = (): never => {
    throw new Error("Code that is only written was called.");
  };
  const ajv = toAjv(module, (from) => ({ local: localName(from), call }));
  return standalone(ajv, module.exports);
}

/** Ajv over the schemas of one module; a schema is compiled when it is first used. */
function toAjv(module: ValidatorModule, imported: (from: ModuleImport) => ImportedFunction): Ajv2020 {
  const ajv = newAjv({ code: { source: true, esm: true, lines: true }, helpers: "@toolwright/runtime" });
  // Only modules with `unevaluated...` need code that records evaluated parts.
  ajv.opts.unevaluated = module.tracksEvaluated;
  callForReferences(ajv, (address) => {
    const from = module.imports[address];
    return from && imported(from);
  });
  for (const [address, schema] of Object.entries(module.schemas)) ajv.addSchema(schema as object, address);
  return ajv;
}

/** Returns the name of an imported function, in a form that Ajv never generates: `FormStructure_validate`. */
export function localName({ path, name }: ModuleImport): string {
  return `${toIdentifier(path.slice(path.lastIndexOf("/") + 1, -".ts".length))}_${name}`;
}
