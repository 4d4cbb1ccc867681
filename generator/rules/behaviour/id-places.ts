/** Finds the arguments and results of tools that have an id of a resource. */
import { ofType, placesIn } from "../../cases/behaviour/places.ts";
import type { Resource } from "../../model/behaviour.ts";
import type { Model, Tool } from "../../model/model.ts";
import { resolver } from "../../schema/roots.ts";

/** Pointers with `*` for every item. */
export function idsIn(resource: Resource, tool: Tool, side: "input" | "output", model: Model): string[] {
  const root = tool[side];
  return root ? placesIn(root, ofType(resource.id), resolver(model)) : [];
}

/** The names of the tools that take an id of the resource. */
export function toolsTaking(resource: Resource, model: Model): string[] {
  return model.tools
    .filter((tool) => idsIn(resource, tool, "input", model).length > 0)
    .map(({ name }) => name);
}
