/** A schema together with its place in the spec. */

import { pointerStep, pointerSteps } from "./pointer.ts";
import type { LocatedSchema } from "./schema-locations.ts";
import { sourcePath } from "./source-path.ts";
import { sourceRoot } from "./source-root.ts";
import type { SchemaObject, SchemaRoot, SourceLocation } from "./types.ts";

/** A schema that is an object, and its place. */
export interface SchemaNode extends LocatedSchema {
  /** The schema, which is neither `true` nor `false`. */
  readonly schema: SchemaObject;
}

/** The schema of a root, at its pointer `""`. */
export function rootNode(root: SchemaRoot): LocatedSchema {
  return { root, pointer: "", schema: root.schema };
}

/** The address of a schema, or of one of its keywords, in the case file. */
export function printAddress({ root, pointer }: LocatedSchema, keyword?: string): string {
  return `${root.uri}#${pointer}${keyword === undefined ? "" : `/${pointerStep(keyword)}`}`;
}

/** The place of a schema, or of one of its keywords, in the spec. */
export function toLocation({ root, pointer }: LocatedSchema, keyword?: string): SourceLocation {
  const path = [...pointerSteps(pointer), ...(keyword === undefined ? [] : [keyword])];
  return { file: root.at.file, path: [...root.at.path, ...sourcePath(sourceRoot(root).schema, path)] };
}
