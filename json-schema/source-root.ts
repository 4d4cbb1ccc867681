/** The way back from a root whose schema was rewritten to the root as it is written. */
import type { SchemaRoot } from "./types.ts";

const sources = new WeakMap<SchemaRoot, SchemaRoot>();

/** The root as it is written, of one that was made of it. */
export function sourceRoot(root: SchemaRoot): SchemaRoot {
  return sources.get(root) ?? root;
}

/** Remembers what a root was made of. */
export function rememberSource(root: SchemaRoot, source: SchemaRoot): void {
  sources.set(root, source);
}
