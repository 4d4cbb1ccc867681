import { hash } from "node:crypto";
import { pointerOf } from "@toolwright/runtime/json";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { Model } from "../model/model.ts";
import type { SchemaRoot } from "../model/schema.ts";
import { evaluatorFor, type Fits } from "../schema/evaluator.ts";
import { meantModel } from "../schema/meant.ts";
import { splitReference } from "../schema/reference.ts";
import { type Resolver, resolver } from "../schema/roots.ts";
import { type Harvest, harvestOf } from "./harvest.ts";
import { type Sampler, sampler } from "./sample.ts";

/** What the cases of one tool are derived from, beside the tool: no other tool, so that they can be remembered. */
export interface Kit {
  readonly service: Pick<Model, "auth" | "scopes">;
  readonly resolve: Resolver;
  readonly fits: Fits;
  readonly sampler: Sampler;
  /** Equal digests mean equal schemas, with equal examples for them. */
  digestOf(root: SchemaRoot): string;
  /** Where something stands in the spec, as the case file names it. */
  at(location: SpecLocation): string;
}

/** The kit of a spec, and its model as the kit sees it. */
interface Equipped {
  readonly kit: Kit;
  readonly model: Model;
}

const known = new WeakMap<Model, Equipped>();

/** The same for the same model. */
export function kitFor(model: Model): Equipped {
  const equipped = known.get(model) ?? create(model);
  known.set(model, equipped);
  return equipped;
}

function create(written: Model): Equipped {
  // A spec may accept keywords whose values mean nothing: they refuse nothing, so nothing is tried with them.
  const model = meantModel(written);
  const resolve = resolver(model);
  const { fits } = evaluatorFor(resolve);
  const harvest = harvestOf(model, resolve, fits);
  const kit: Kit = {
    service: { auth: model.auth, scopes: model.scopes },
    resolve,
    fits,
    sampler: sampler(resolve, fits, harvest),
    digestOf: digester(harvest),
    at: atOf,
  };
  return { kit, model };
}

/** The file and a JSON Pointer, `tools/service_ping.yaml#/output`: a comment or a line more in the spec changes neither. */
export function atOf({ file, path }: SpecLocation): string {
  return path.length === 0 ? file : `${file}#${pointerOf(path)}`;
}

function digester(harvest: Harvest): (root: SchemaRoot) => string {
  const values = Map.groupBy(harvest, ([address]) => splitReference(address).uri);
  const known = new Map<SchemaRoot, string>();
  return (root) => {
    const digest = known.get(root) ?? hash("sha256", JSON.stringify([root, values.get(root.uri)]));
    known.set(root, digest);
    return digest;
  };
}
