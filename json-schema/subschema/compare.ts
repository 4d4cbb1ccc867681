/** Compares two schemas: whether every value that fits the one fits the other, and where not, with a value that shows it. */

import { evaluatorFor } from "../evaluation/evaluator.ts";
import { documentTarget, makeGraph, referenceIn } from "../graph/document.ts";
import { conjuncts, listChildren, type Node } from "../graph/node.ts";
import { makeProver } from "../graph/proofs/prove.ts";
import { closure, countRuns, mostRuns } from "../in-place.ts";
import { withOwnProperties } from "../shared-properties.ts";
import type { JsonSchema } from "../types.ts";
import { explain, type Failure } from "./explain.ts";
import { anyWitnesses, likelyWitnesses, repairs } from "./witness.ts";

/** A schema to compare, with its graph and its validator. */
export interface Side {
  readonly schema: JsonSchema;
  readonly graph: Node;
  /** Whether validating one value may take days, so none is tried. */
  readonly isCostly: boolean;
  /** Validates by Ajv; undefined if Ajv cannot decide. */
  fits(value: unknown): boolean | undefined;
}

/** A place at which a value fits the first schema and may not fit the second one. */
export interface Gap extends Failure {
  /** A whole value that fits the first schema and not the second, by Ajv. Absent: none was found, and no proof either. */
  readonly witness?: { readonly value: unknown };
}

/** Values that are tried for one place. */
const maxTries = 120;

function makeSide(schema: JsonSchema): Side {
  const target = documentTarget(schema);
  const graph = makeGraph(withOwnProperties(schema));
  const { fits } = evaluatorFor((reference, root) => referenceIn(reference, root));
  return {
    schema,
    graph,
    isCostly: runsTooMany(graph),
    fits: (value) => isFitting(() => fits(value, target)),
  };
}

/** Whether Ajv would run a schema for each of very many ways in which references lead to it. */
function runsTooMany(graph: Node): boolean {
  return closure([graph], listChildren).some((node) => countRuns(node) > mostRuns);
}

/** Ajv fails for schemas with circular references on the same value. */
function isFitting(judge: () => boolean): boolean | undefined {
  try {
    return judge();
  } catch {
    return undefined;
  }
}

/** Both directions between two schemas. */
export interface Comparison {
  /** Values that fit the old schema and may not fit the new one. Empty if all of them are proven to fit. */
  readonly narrowed: readonly Gap[];
  /** Values that fit the new schema and may not fit the old one. */
  readonly widened: readonly Gap[];
}

/** Compares two documents: which values of one may not fit the other. */
export function compareSchemas(old: JsonSchema, current: JsonSchema): Comparison {
  const [one, other] = [makeSide(old), makeSide(current)];
  const prover = makeProver([one.graph, other.graph]);
  const gaps = (from: Side, to: Side): Gap[] => {
    if (prover.implies(conjuncts([from.graph]), to.graph)) return [];
    const failures = explain(prover, conjuncts([from.graph]), to.graph);
    if (from.isCostly || to.isCostly) return failures.length > 0 ? failures : [wholeGap(from, to)];
    const found = withWitnesses(failures, from, to);
    if (found.some(({ witness }) => witness)) return found;
    const value = anyWitnesses(from.graph, to.graph).find((each) => shows(each, from, to));
    const whole = wholeGap(from, to);
    if (value !== undefined) return [{ ...whole, witness: { value } }, ...found];
    return found.length > 0 ? found : [whole];
  };
  return { narrowed: gaps(one, other), widened: gaps(other, one) };
}

function wholeGap({ graph: left }: Side, { graph: right }: Side): Failure {
  return { path: [], keyword: "schema", left: [left], right, trail: [[left]] };
}

/** One value is enough for a place and keyword: branches of unions repeat the same parts. */
function withWitnesses(failures: readonly Failure[], from: Side, to: Side): Gap[] {
  const shown = new Set<string>();
  return failures.flatMap((failure) => {
    const place = JSON.stringify([failure.path, failure.keyword, failure.name]);
    if (shown.has(place)) return [];
    const gap = withWitness(failure, from, to);
    if (gap.witness) shown.add(place);
    return [gap];
  });
}

/** Prefers a value that the second schema rejects only at this place: other places have their own values. */
function withWitness(failure: Failure, from: Side, to: Side): Gap {
  let tries = 0;
  let any: Gap | undefined;
  for (const value of likelyWitnesses(failure)) {
    if (++tries > maxTries) break;
    if (!shows(value, from, to)) continue;
    const gap = { ...failure, witness: { value } };
    if (repairs(value, failure).some((repaired) => to.fits(repaired) === true)) return gap;
    any ??= gap;
  }
  return any ?? failure;
}

/** Whether a value fits the one and not the other. */
function shows(value: unknown, from: Side, to: Side): boolean {
  return from.fits(value) === true && to.fits(value) === false;
}
