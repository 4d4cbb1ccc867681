/** Rules about references between schemas. */

import {
  circles,
  countRuns,
  isPlaceOfSchema,
  isSchemaObject,
  type LocatedSchema,
  listInPlace,
  memoize,
  mostRuns,
  type SchemaRoot,
  toLocation,
} from "@toolwright/json-schema";
import { graphFor } from "@toolwright/json-schema/graph";
import type { SpecLocation, Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean, nearest } from "../diagnostics/suggest.ts";
import type { Model } from "../model/model.ts";
import { locationBelow } from "../resolve/limits.ts";
import { resolver, schemaRoots } from "../schema/roots.ts";
import { everySchema, type Rule } from "./rule.ts";

interface Reference {
  readonly target: string;
  readonly root: SchemaRoot;
  readonly at: SpecLocation;
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
          detail: `${JSON.stringify(target)} is outside the spec.`,
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
  sentence: "A circular $ref goes deeper into the value.",
  violations: (model) =>
    circlesIn(model).map(({ node, through }) => ({
      at: toLocation(node, "$ref"),
      detail: "It leads back to its own schema for the same value, so checking a value would never end.",
      hint: "Describe the value here. A schema may refer back to itself only for a property or an item of its value.",
      related: through.map((link) => ({
        at: toLocation(link, "$ref"),
        message: "The circle goes through here.",
      })),
    })),
};

const circlesIn = memoize((model: Model) => circles(schemaRoots(model), graphFor(resolver(model))));

export const repetitionRule: Rule = {
  code: "ref-not-multiplied",
  sentence: `Checking one value runs at most ${mostRuns.toLocaleString("en")} schemas, each counted as often as it is reached.`,
  violations: findMultiplied,
};

/** Reports schemas that run too many others, unless a schema below already does. Another rule reports circles. */
function findMultiplied(model: Model): Violation[] {
  if (circlesIn(model).length > 0) return [];
  const graph = graphFor(resolver(model));
  return everySchema(model)
    .map((schema) => ({ node: graph(schema), at: schema.at }))
    .filter(({ node }) => countRuns(node) > mostRuns)
    .filter(({ node }) => listInPlace(node).every((next) => countRuns(next) <= mostRuns))
    .map(({ node, at }) => ({
      at,
      detail: `Here it would be ${countRuns(node).toLocaleString("en")}, since references lead to the same schemas in many ways.`,
      hint: "Refer to the common part of several schemas once, beside them.",
    }));
}

function isLocal(target: string): boolean {
  return target.startsWith("#") || target.startsWith("spec:///");
}

function dangling(model: Model): Violation[] {
  const resolve = resolver(model);
  const types = model.types.map(({ root }) => root.at.file);
  return references(model).flatMap((reference): Violation | [] => {
    const { at, target, root } = reference;
    if (!isLocal(target)) return [];
    const found = resolve(target, root);
    if (!found) return { at, ...missing(reference, types, resolve(withoutLastStep(target), root)) };
    if (isPlaceOfSchema(found)) return [];
    const detail = `What stands at ${JSON.stringify(target.replace("spec:///", ""))} is not read as a schema.`;
    return { at, detail, hint: "Put it under $defs, or into a file under types/." };
  });
}

function withoutLastStep(target: string): string {
  return target.replace(/\/[^/#]*$/, "");
}

/** The type file of a reference in the style of OpenAPI, which keeps shared schemas in one place. */
export function sharedType(target: string): string | undefined {
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(target)?.[1];
  return name === undefined ? undefined : `types/${name}.yaml`;
}

/** @param around the schema that the reference leads to without its last step. */
function missing(
  { target, at }: Reference,
  types: readonly string[],
  around: LocatedSchema | undefined,
): Omit<Violation, "at"> {
  const reference = target.replace("spec:///", "");
  const file = reference.split("#")[0]!;
  const last = reference.slice(reference.lastIndexOf("/") + 1);
  if (file !== "" && !types.includes(file))
    return { detail: `There is no ${file}.`, hint: typeHint(file, types, at.file) };
  const names = isSchemaObject(around?.schema) ? Object.keys(around.schema) : [];
  const shared = around === undefined ? sharedType(reference) : undefined;
  const hint = shared === undefined ? didYouMean(last, names) : typeHint(shared, types, at.file);
  return { detail: `There is nothing at ${JSON.stringify(reference)}.`, hint };
}

/** Suggests types, as references from the file. */
function typeHint(type: string, types: readonly string[], file: string): string | undefined {
  const inTypes = file.startsWith("types/");
  const relativePath = (path: string) => (inTypes ? path.slice("types/".length) : `../${path}`);
  const near = nearest(type, types);
  return near === undefined
    ? didYouMean("", types.map(relativePath))
    : `Did you mean ${JSON.stringify(relativePath(near))}?`;
}

function references(model: Model): Reference[] {
  return everySchema(model).flatMap(({ schema: { $ref }, root, at }) =>
    typeof $ref === "string" ? [{ target: $ref, root, at: locationBelow(at, ["$ref"]) }] : [],
  );
}
