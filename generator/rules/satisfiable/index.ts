/** Finds schemas that no value satisfies. */
import { pointerOf } from "@toolwright/runtime/json";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { SchemaRoot } from "../../model/schema.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { conjuncts } from "../../schema/graph/conjuncts.ts";
import type { Clash, Keyed } from "../../schema/graph/emptiness/clash.ts";
import { shallowClashes } from "../../schema/graph/emptiness/clashes.ts";
import { graphFor } from "../../schema/graph/graph.ts";
import { isSchemaObject, keywords } from "../../schema/keywords.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { locationOf } from "../../schema/place.ts";
import { resolver } from "../../schema/roots.ts";
import { everySchema, type SpecSchema } from "../rule.ts";

/**
 * Reports schemas that no value satisfies. It compares schemas that apply to one value: a schema, what it refers to and
 * the branches of its `allOf`. It does not find every such schema, but reports no other.
 */
export function unsatisfiable(source: Model): Violation[] {
  const model = normalisedModel(source);
  const graph = graphFor(resolver(model));
  const violations = new Map<string, Violation>();
  for (const { schema, root, path } of everySchema(model).filter(mayClash)) {
    for (const clash of shallowClashes(conjuncts([graph({ root, pointer: pointerOf(path), schema })]))) {
      const violation = violationOf(clash, root);
      const { file, path: place } = violation.at;
      violations.set(JSON.stringify([file, place, violation.detail]), violation);
    }
  }
  return [...violations.values()];
}

/** Whether keywords could contradict each other: most schemas of a spec have only one. */
function mayClash({ schema }: SpecSchema): boolean {
  const asserting = Object.keys(schema).filter((keyword) => keywords[keyword]?.annotation !== true);
  return asserting.length > 1 || ["allOf", "not", "contains"].includes(asserting[0] ?? "");
}

/** @param home the root that is checked. The report points into it if one of the keywords is there. */
function violationOf({ at, against, detail, hint }: Clash, home: SchemaRoot): Violation {
  const texts = { detail, hint };
  if (!against || (at.node === against.node && at.keyword === against.keyword))
    return { at: placeOf(at), ...texts };
  const isElsewhere = at.node.root !== home && against.node.root === home;
  const [first, second] = isElsewhere ? [against, at] : [at, against];
  return { at: placeOf(first), ...texts, related: [{ at: placeOf(second), message: describe(second) }] };
}

function placeOf({ node, keyword, entry }: Keyed): SpecLocation {
  return locationBelow(locationOf(node, keyword), entry === undefined ? [] : [entry]);
}

function describe({ node, keyword, entry }: Keyed): string {
  const whole = isSchemaObject(node.schema) ? node.schema[keyword] : undefined;
  const value = JSON.stringify(entry === undefined || !isSchemaObject(whole) ? whole : whole[entry]) ?? "";
  const name = entry ?? keyword;
  return value !== "" && value.length <= 40 ? `${name} is ${value} here.` : `${name} stands here.`;
}
