/** Rules about the key `changes`: the parts of other entities that a tool changes. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describedNames, type Node, schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity, EntityChange } from "../../model/behaviour.ts";
import type { Model, Tool } from "../../model/model.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { absent, type Rule } from "../rule.ts";
import { idsIn } from "./named-places.ts";

export const changeRules: readonly Rule[] = [
  {
    code: "changed-entity",
    sentence: "A writing tool names each other entity that it changes by an id that it takes or returns.",
    violations: (model) => eachChange(model, (tool, change) => entityProblem(tool, change, model)),
  },
  {
    code: "changed-place",
    sentence: "A place that a tool changes is in the output of a tool that shows the entity.",
    violations: (model) =>
      eachChange(model, (_, { entity: name, places, at }) => {
        const entity = model.entities.find((each) => each.name === name);
        if (!entity || entity.observedBy.length === 0) return [];
        const shown = entity.observedBy.flatMap((observer) => listShown(entity, observer, model));
        return places.flatMap((place, index) =>
          placeProblem(place, shown, name, locationBelow(at, ["places", index]), model),
        );
      }),
  },
];

function eachChange({ tools }: Model, find: (tool: Tool, change: EntityChange) => Violation[]): Violation[] {
  return tools.flatMap((tool) => tool.behaviour.changes.flatMap((change) => find(tool, change)));
}

function entityProblem(tool: Tool, { entity: name, id, at }: EntityChange, model: Model): Violation[] {
  if (tool.annotations?.readOnlyHint === true)
    return [{ at: keyBelow({ file: tool.file, path: ["changes"] }), detail: `${tool.name} only reads.` }];
  const entity = model.entities.find((each) => each.name === name);
  const known = model.entities.map((each) => each.name);
  if (!entity) return [absent("entity", name, known, locationBelow(at, ["entity"]))];
  if (entity.observedBy.length === 0) {
    const detail = `No tool shows a ${name}, so its changes cannot be seen.`;
    return [{ at: locationBelow(at, ["entity"]), detail, hint: `Name one: observed_by of ${name}.` }];
  }
  const ids = [...idsIn(entity, tool, "input", model), ...idsIn(entity, tool, "output", model)];
  if (ids.includes(id)) return [];
  const detail = `${tool.name} neither takes nor returns an id of a ${name} at ${JSON.stringify(id)}.`;
  return [{ at: locationBelow(at, ["id"]), detail, hint: didYouMean(id, ids) }];
}

/** Lists the schemas of the entity in the output of a tool: the whole output, or an item of its list. */
export function listShown(entity: Entity, observer: string, model: Model): Node[] {
  const tool = model.tools.find(({ name }) => name === observer);
  if (!tool?.output) return [];
  const list = idsIn(entity, tool, "output", model).find((path) => path.includes("/*"));
  const isById = idsIn(entity, tool, "input", model).length > 0;
  const item = isById ? "" : list?.slice(0, list.lastIndexOf("/*") + "/*".length);
  if (item === undefined) return [];
  return schemasAt(rootNode(tool.output), pointerSteps(item), resolver(model));
}

/** The problem of a place that no tool about an entity shows. */
export function placeProblem(
  place: string,
  shown: readonly Node[],
  entity: string,
  at: Violation["at"],
  model: Model,
): Violation[] {
  const below = (steps: readonly string[]) =>
    shown.flatMap((node) => schemasAt(node, steps, resolver(model)));
  const steps = pointerSteps(place);
  if (below(steps).length > 0) return [];
  const around = shown.length === 0 ? [] : below(steps.slice(0, -1));
  const detail = `No tool that shows a ${entity} has ${JSON.stringify(place)} in its output.`;
  return [{ at, detail, hint: didYouMean(steps.at(-1) ?? "", describedNames(around)) }];
}
