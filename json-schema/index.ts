/** `@toolwright/json-schema`: reads JSON Schema: keywords, dialects, references, places and normal forms. */
export { define } from "./define.ts";
export { type Choice, explainUntagged, findDiscriminator, readChoice, toTags } from "./discriminator.ts";
export { type Circle, circles, closure, countRuns, listInPlace, mostRuns } from "./in-place.ts";
export { inheritedKeyword, suggestedValues } from "./inherited-keyword.ts";
export { canonical, isObject } from "./json.ts";
export { isOfType, isWellFormed, type MalformedPart, malformedParts, types } from "./keyword-values.ts";
export { isSchemaObject, type Keyword, type KeywordShape, keywords } from "./keywords.ts";
export { memoize } from "./memoize.ts";
export { belongsTo, dialectNamed, findDialect, normalise } from "./normalise.ts";
export { printAddress, rootNode, type SchemaNode, toLocation } from "./place.ts";
export { atPointer, decodePercent, pointerSteps, splitReference, toPointer } from "./pointer.ts";
export {
  isPlaceOfSchema,
  type LocatedSchema,
  makeResolver,
  type Resolver,
  rootsBelow,
} from "./schema-locations.ts";
export { withArgumentsBeside, withOwnProperties, withSharedProperties } from "./shared-properties.ts";
export { withSingleTypes } from "./single-types.ts";
export { sourcePath } from "./source-path.ts";
export { rememberSource, sourceRoot } from "./source-root.ts";
export { readTypes } from "./tagged-union.ts";
export type { Dialect, JsonSchema, Path, SchemaObject, SchemaRoot, SourceLocation } from "./types.ts";
export { differingKeyword, hasUnevaluated, unevaluatedKeywords } from "./unevaluated-keywords.ts";
export { mapSubschemas, rewrite, type Subschema, subschemas, walk } from "./walk.ts";
