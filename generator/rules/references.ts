import type { Violation } from "../diagnostic.ts";
import type { Model, SchemaRoot } from "../model.ts";
import { circles } from "../schema/in-place.ts";
import { resolver, schemaRoots } from "../schema/roots.ts";
import { walk } from "../schema/walk.ts";
import { didYouMean } from "../suggest.ts";
import type { Rule } from "./rule.ts";

interface Reference {
  readonly target: string;
  readonly root: SchemaRoot;
  readonly at: { readonly file: string; readonly path: readonly (string | number)[] };
}

export const referenceRules: readonly Rule[] = [
  {
    code: "ref-local",
    acceptable: true,
    sentence: "A $ref names a file of the spec or a place in its own schema, never the network.",
    violations: (model) =>
      references(model)
        .filter(({ target }) => !isLocal(target))
        .map(({ at, target }) => ({
          at,
          detail: `${JSON.stringify(target)} lies outside the spec.`,
          hint: "Put the schema under types/ and refer to that file.",
        })),
  },
  {
    code: "ref-resolves",
    acceptable: true,
    sentence: "A $ref leads to a schema.",
    violations: dangling,
  },
];

export const circularityRule: Rule = {
  code: "ref-goes-deeper",
  sentence: "A $ref that leads back to where it stands goes deeper into the value on the way.",
  violations: (model) =>
    circles(schemaRoots(model), resolver(model)).map(({ root, path }) => ({
      at: { file: root.at.file, path: [...root.at.path, ...path] },
      detail: "This is the schema that it stands in, of the same value: checking one would never end.",
      hint: "Let it stand in a property or in the items of a list.",
    })),
};

function isLocal(target: string): boolean {
  return target.startsWith("#") || target.startsWith("spec:///");
}

function dangling(model: Model): Violation[] {
  const resolve = resolver(model);
  const types = model.types.map(({ root }) => root.at.file);
  return references(model)
    .filter(({ target, root }) => isLocal(target) && !resolve(target, root))
    .map(({ at, target }) => {
      const written = target.replace("spec:///", "");
      const file = written.split("#")[0]!;
      const missingFile = file !== "" && !types.includes(file);
      const hint = missingFile ? didYouMean(file, types) : undefined;
      return {
        at,
        detail: missingFile ? `There is no ${file}.` : `There is nothing at ${JSON.stringify(written)}.`,
        ...(hint !== undefined && { hint }),
      };
    });
}

function references(model: Model): Reference[] {
  const found: Reference[] = [];
  for (const root of schemaRoots(model)) {
    walk(root.schema, ({ $ref }, path) => {
      if (typeof $ref !== "string") return;
      found.push({
        target: $ref,
        root,
        at: { file: root.at.file, path: [...root.at.path, ...path, "$ref"] },
      });
    });
  }
  return found;
}
