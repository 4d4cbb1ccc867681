/** Finds the source root of a root whose schema was rewritten. */
import type { SchemaRoot } from "./types.ts";

const sources = new WeakMap<SchemaRoot, SchemaRoot>();

/** Returns the root as written in the source; a root that was not rewritten is its own source. */
export function sourceRoot(root: SchemaRoot): SchemaRoot {
  return sources.get(root) ?? root;
}

/** Records the source of a rewritten root. */
export function rememberSource(root: SchemaRoot, source: SchemaRoot): void {
  sources.set(root, source);
}
