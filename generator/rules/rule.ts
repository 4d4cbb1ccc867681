/** Defines rules, and lists all schemas of a spec for them. */
import { memoize, type SchemaNode, sourcePath, sourceRoot, walk } from "@toolwright/json-schema";
import { toPointer } from "@toolwright/runtime/json";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { schemaRoots } from "../schema/roots.ts";

/** A named sentence about specs, and how to find where one breaks it. */
export interface Rule {
  /** Stable, kebab-case; the diagnostic's code. */
  readonly code: string;
  /** A statement that is true for every valid spec. It is the message of the diagnostic. */
  readonly sentence: string;
  /** Absent for errors. */
  readonly severity?: "warning";
  /**
   * A spec that violates the rule can still be generated. If it accepts the violation, an error becomes a warning, and a
   * warning disappears.
   */
  readonly acceptable?: true;
  violations(model: Model): Violation[];
}

/** A name in a spec of something that is not there, with the name that is probably meant. */
export function absent(what: string, name: string, known: readonly string[], at: SpecLocation): Violation {
  return { at, detail: `There is no ${what} ${JSON.stringify(name)}.`, hint: didYouMean(name, known) };
}

/** A schema of a spec, and its place. */
export interface SpecSchema extends SchemaNode {
  /** The path from the root to the schema. */
  readonly path: SpecLocation["path"];
  readonly at: SpecLocation;
}

/** Every schema of a spec that is not just `true` or `false`, in the order of the source. */
export const everySchema: (model: Model) => readonly SpecSchema[] = memoize((model) => {
  const schemas: SpecSchema[] = [];
  for (const root of schemaRoots(model)) {
    walk(root.schema, (schema, path) => {
      const at = locationBelow(root.at, sourcePath(sourceRoot(root).schema, path));
      schemas.push({ schema, root, pointer: toPointer(path), path, at });
    });
  }
  return schemas;
});
