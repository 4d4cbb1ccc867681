/** `@toolwright/json-schema/evaluation`: validates values, with Ajv. */
export { callForReferences, type ImportedFunction, inlineKeywords, newAjv } from "./ajv.ts";
export { type Evaluator, evaluatorFor, type Fits, findSource, type Problem } from "./evaluator.ts";
export { prepare } from "./prepare.ts";
