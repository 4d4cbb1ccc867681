/** `@toolwright/json-schema`: reads JSON Schema: keywords, dialects, references, places and normal forms. */
export { define } from "./define.ts";
export { findDiscriminator, readChoice, toTags, untaggedBecause } from "./discriminator.ts";
export { circles, closure, countRuns, listInPlace } from "./in-place.ts";
export { inheritedKeyword, suggestedValues } from "./inherited-keyword.ts";
export { isOfType, isWellFormed, malformedParts, types } from "./keyword-values.ts";
export { isSchemaObject, type KeywordShape, keywords } from "./keywords.ts";
export { isPlaceOfSchema, type LocatedSchema, makeResolver, type Resolver, rootsBelow } from "./located.ts";
export { memoize } from "./memoize.ts";
export { belongsTo, dialectNamed, findDialect, normalise } from "./normalise.ts";
export { printAddress, rootNode, type SchemaNode, toLocation } from "./place.ts";
export { atPointer, decoded, pointerSteps, splitReference } from "./pointer.ts";
export { withArgumentsBeside, withOwnProperties, withSharedProperties } from "./shared-properties.ts";
export { sourcePath } from "./source-path.ts";
export { rememberSource, sourceRoot } from "./source-root.ts";
export { typesOf } from "./tagged-union.ts";
export type { Dialect, JsonSchema, Path, SchemaObject, SchemaRoot, SourceLocation } from "./types.ts";
export { differingKeyword, hasUnevaluated, unevaluatedKeywords } from "./unevaluated.ts";
export { mapSubschemas, rewrite, subschemas, walk } from "./walk.ts";
