import type { Violation } from "../diagnostic.ts";
import type { Model, SchemaRoot } from "../model.ts";
import { type Circle, circles, inPlaceOf, runsCounter } from "../schema/in-place.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { isPlaceOfSchema, type Resolver, resolver, schemaRoots } from "../schema/roots.ts";
import { walk } from "../schema/walk.ts";
import { didYouMean } from "../suggest.ts";
import { everySchema, type Rule } from "./rule.ts";

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
    circles(schemaRoots(model), resolver(model)).map(({ through, ...closing }) => ({
      at: locusOf(closing),
      detail: "This is the schema that it stands in, of the same value: checking one would never end.",
      hint: "Say here what the value is. A schema may come back to itself for a property or an item of its value.",
      related: through.map((link) => ({ at: locusOf(link), message: "The circle goes through here." })),
    })),
};

/** As many are run in a few milliseconds. */
const mostRuns = 10_000;

export const repetitionRule: Rule = {
  code: "ref-not-multiplied",
  sentence: `Checking one value runs at most ${mostRuns.toLocaleString("en")} schemas, each counted as often as it is reached.`,
  violations: multiplied,
};

/** Schemas that run too many, though none that they run does so itself. In a circle there is no end to count. */
function multiplied(model: Model): Violation[] {
  const resolve = resolver(model);
  if (circles(schemaRoots(model), resolve).length > 0) return [];
  const runs = runsCounter(resolve);
  return everySchema(model)
    .filter(({ schema, root }) => runs(schema, root) > mostRuns)
    .filter(({ schema, root }) =>
      inPlaceOf(schema, root, resolve).every((next) => runs(next.schema, next.root) <= mostRuns),
    )
    .map(({ schema, root, at }) => ({
      at,
      detail: `Here it would be ${runs(schema, root).toLocaleString("en")}, since references lead to the same schemas on many ways.`,
      hint: "Refer to what several schemas have in common once, beside them.",
    }));
}

function locusOf({ root, path }: Pick<Circle, "root" | "path">): Violation["at"] {
  return { file: root.at.file, path: [...root.at.path, ...path] };
}

function isLocal(target: string): boolean {
  return target.startsWith("#") || target.startsWith("spec:///");
}

function dangling(model: Model): Violation[] {
  const resolve = resolver(model);
  const types = model.types.map(({ root }) => root.at.file);
  return references(model).flatMap(({ at, target, root }): Violation[] => {
    if (!isLocal(target)) return [];
    const written = target.replace("spec:///", "");
    const found = resolve(target, root);
    if (!found) return [{ at, ...missing(written, types, resolve(withoutLastStep(target), root)) }];
    if (isPlaceOfSchema(found)) return [];
    const detail = `What stands at ${JSON.stringify(written)} is not read as a schema.`;
    return [{ at, detail, hint: "Put it under $defs, or into a file under types/." }];
  });
}

function withoutLastStep(target: string): string {
  return target.replace(/\/[^/#]*$/, "");
}

/** `around`: what the reference leads to without its last step. */
function missing(
  written: string,
  types: readonly string[],
  around: ReturnType<Resolver>,
): Omit<Violation, "at"> {
  const file = written.split("#")[0]!;
  if (file === "" || types.includes(file)) {
    const names = isSchemaObject(around?.schema) ? Object.keys(around.schema) : [];
    const hint = didYouMean(written.slice(written.lastIndexOf("/") + 1), names);
    return {
      detail: `There is nothing at ${JSON.stringify(written)}.`,
      ...(hint !== undefined && { hint }),
    };
  }
  const hint = didYouMean(file, types);
  return { detail: `There is no ${file}.`, ...(hint !== undefined && { hint }) };
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
