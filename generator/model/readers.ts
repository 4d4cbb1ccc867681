/** Reads the resources of a model that handlers read, in the form of tools. */
import type { Model } from "./model.ts";
import type { Resource, Tool } from "./operation.ts";
import { isHandled } from "./operations.ts";

/** A resource in the form of a tool: the parameters of its URI are the arguments. `name` is `resource:NAME`. */
export type Reader = Tool & Pick<Resource, "uri">;

/** Returns the resources that handlers read. Cases read them as they call tools. */
export function listReaders({ resources }: Pick<Model, "resources">): Reader[] {
  const behaviour = {
    sums: [],
    repeats: [],
    invariants: [],
    files: [],
    changes: [],
    requires: [],
    overlaps: [],
    adds: [],
    removes: [],
  };
  return resources
    .filter(isHandled)
    .map((each) => ({ ...each, name: `resource:${each.name}`, mode: "read", examples: [], behaviour }));
}

/** Returns everything that a case calls by its name: the tools, and the resources that handlers read. */
export function listCalled(model: Model): readonly (Tool | Reader)[] {
  return [...model.tools, ...listReaders(model)];
}
