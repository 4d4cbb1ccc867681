/** `@toolwright/json-schema/subschema`: decides whether one schema accepts all that another one accepts. */
export { compareSchemas, type Gap } from "./compare.ts";
