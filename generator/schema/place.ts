/** A schema together with its place in the spec. */
import { steps } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { sourceRoot } from "./normalised-model.ts";
import type { LocatedSchema } from "./roots.ts";
import { sourcePath } from "./source-path.ts";

/** A schema that is an object, and its place. */
export interface SchemaNode extends LocatedSchema {
  readonly schema: SchemaObject;
}

export function rootNode(root: SchemaRoot): LocatedSchema {
  return { root, pointer: "", schema: root.schema };
}

/** The address of a schema, or of one of its keywords, in the case file. */
export function printAddress({ root, pointer }: LocatedSchema, keyword?: string): string {
  return `${root.uri}#${pointer}${keyword === undefined ? "" : `/${pointerStep(keyword)}`}`;
}

/** The place of a schema, or of one of its keywords, in the spec. */
export function toLocation({ root, pointer }: LocatedSchema, keyword?: string): SpecLocation {
  const path = [...steps(pointer), ...(keyword === undefined ? [] : [keyword])];
  return { file: root.at.file, path: [...root.at.path, ...sourcePath(sourceRoot(root).schema, path)] };
}
