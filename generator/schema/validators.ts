/** Prints validator modules with Ajv's standalone code. */
import standaloneModule from "ajv/dist/standalone/index.js";
import { toAjv } from "./ajv.ts";
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

/** Name of an imported function: of a kind that Ajv gives to nothing. `FormStructure_validate`. */
export function localName({ path, name }: ModuleImport): string {
  return `${toIdentifier(path.slice(path.lastIndexOf("/") + 1, -".ts".length))}_${name}`;
}
