import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { locationBelow } from "../resolve/limits.ts";
import { sourceRoot } from "../schema/normalised-model.ts";
import { schemaRoots } from "../schema/roots.ts";
import { sourcePath } from "../schema/source-path.ts";
import { walk } from "../schema/walk.ts";

/** A named sentence about specs, and how to find where one breaks it. */
export interface Rule {
  /** Stable, kebab-case; the diagnostic's code. */
  readonly code: string;
  /** What holds for a right spec. It is the diagnostic's message. */
  readonly sentence: string;
  /** Left out: an error. */
  readonly severity?: "warning";
  /** What breaks it can still be generated: a spec may `accept` that, and is then only warned. */
  readonly acceptable?: true;
  violations(model: Model): Violation[];
}

/** A schema of a spec, with all that lies around it. */
export interface SpecSchema {
  readonly schema: SchemaObject;
  readonly root: SchemaRoot;
  /** From the root to the schema. */
  readonly path: SpecLocation["path"];
  readonly at: SpecLocation;
}

const known = new WeakMap<Model, readonly SpecSchema[]>();

/** Every schema of a spec that is not just `true` or `false`, in the order in which they are written. */
export function everySchema(model: Model): readonly SpecSchema[] {
  const schemas = known.get(model) ?? collect(model);
  known.set(model, schemas);
  return schemas;
}

function collect(model: Model): SpecSchema[] {
  const found: SpecSchema[] = [];
  for (const root of schemaRoots(model)) {
    walk(root.schema, (schema, path) => {
      const at = locationBelow(root.at, sourcePath(sourceRoot(root).schema, path));
      found.push({ schema, root, path, at });
    });
  }
  return found;
}
