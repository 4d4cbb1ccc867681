/** Finds the arguments and results of tools that have an id of an entity. */
import { ofType, placesIn } from "../../cases/behaviour/places.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model, Tool } from "../../model/model.ts";
import { resolver } from "../../schema/roots.ts";

/** Pointers with `*` for every item. */
export function idsIn(entity: Entity, tool: Tool, side: "input" | "output", model: Model): string[] {
  const root = tool[side];
  return root ? placesIn(root, ofType(entity.id), resolver(model)) : [];
}

/** The names of the tools that take an id of the entity. */
export function toolsTaking(entity: Entity, model: Model): string[] {
  return model.tools.filter((tool) => idsIn(entity, tool, "input", model).length > 0).map(({ name }) => name);
}
