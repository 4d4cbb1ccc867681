/** The context in which the cases of a tool are derived: service, references, evaluator and sampler. */

import { hash } from "node:crypto";
import { memoize, type Resolver, type SchemaRoot, splitReference } from "@toolwright/json-schema";
import { type Evaluator, evaluatorFor, type Fits } from "@toolwright/json-schema/evaluation";
import { type Graph, graphFor } from "@toolwright/json-schema/graph";
import { type ExampleValues, type Sampler, sampler } from "@toolwright/json-schema/sampling";
import { toPointer } from "@toolwright/runtime/json";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import { normalisedModel } from "../schema/normalised-model.ts";
import { resolver } from "../schema/roots.ts";
import { findExampleValues } from "./example-values.ts";

/** The input for the cases of a tool, apart from the tool itself. It contains no other tool, so results can be reused. */
export interface CaseContext {
  readonly service: Pick<Model, "auth" | "scopes">;
  readonly resolve: Resolver;
  readonly graph: Graph;
  readonly fits: Fits;
  readonly evaluator: Evaluator;
  readonly sampler: Sampler;
  /** Equal digests mean equal schemas, with equal examples for them. */
  digestOf(root: SchemaRoot): string;
  /** The place in the spec, as the case file names it. */
  at(location: SpecLocation): string;
}

/** The context of a spec, and the model with normalised schemas. */
export interface ModelContext {
  readonly context: CaseContext;
  readonly model: Model;
}

/** Returns the same context for the same model. */
export const caseContextFor = memoize(create);

function create(source: Model): ModelContext {
  // A spec may accept keywords with malformed values. They reject nothing, so they get no cases.
  const model = normalisedModel(source);
  const resolve = resolver(model);
  const graph = graphFor(resolve);
  const evaluator = evaluatorFor(resolve);
  const { fits } = evaluator;
  const exampleValues = findExampleValues(model, graph, fits);
  const context: CaseContext = {
    service: { auth: model.auth, scopes: model.scopes },
    resolve,
    graph,
    fits,
    evaluator,
    sampler: sampler(graph, fits, exampleValues),
    digestOf: digester(exampleValues),
    at: printAt,
  };
  return { context, model };
}

/** The file and a JSON Pointer, `tools/service_ping.yaml#/output`. A new comment or line in the spec changes neither. */
export function printAt({ file, path }: SpecLocation): string {
  return path.length === 0 ? file : `${file}#${toPointer(path)}`;
}

function digester(exampleValues: ExampleValues): (root: SchemaRoot) => string {
  const values = Map.groupBy(exampleValues, ([address]) => splitReference(address).uri);
  return memoize((root) => hash("sha256", JSON.stringify([root, values.get(root.uri)])));
}
