/** `@toolwright/json-schema/subschema`: decides whether one schema accepts all that another one accepts. */
export { type Comparison, compareSchemas, type Gap } from "./compare.ts";
export type { Failure } from "./explain.ts";
