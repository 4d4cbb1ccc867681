/** `@toolwright/json-schema/evaluation`: validates values, with Ajv. */
export {
  type AjvOptions,
  callForReferences,
  type ImportedFunction,
  inlineKeywords,
  newAjv,
  type Validator,
} from "./ajv.ts";
export {
  brokenKeyword,
  type Evaluator,
  evaluatorFor,
  type Fits,
  findSource,
  missingProperty,
  type Problem,
} from "./evaluator.ts";
export { type Preparation, prepare } from "./prepare.ts";
export { isWide, type WideUnion } from "./wide-union.ts";
