/** Rules about the key `requires`: what the entities in the arguments of a call have to show. */
import { pointerSteps } from "@toolwright/json-schema";
import { describing, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity, Requirement } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { absent, type Rule } from "../rule.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const requirementRules: readonly Rule[] = [
  {
    code: "required-entity",
    sentence: "A tool that requires something of an entity takes its id, and another tool shows the entity.",
    violations: (model) => eachRequirement(model, (tool, rule) => entityProblem(tool, rule, model)),
  },
  {
    code: "required-place",
    sentence:
      "A place that a tool requires is in the output of a tool that shows the entity, and can have the required values.",
    violations: (model) =>
      eachRequirement(model, (_, rule) => {
        const entity = model.entities.find(({ name }) => name === rule.entity);
        return entity === undefined || entity.observedBy.length === 0
          ? []
          : shownProblem(entity, rule, model);
      }),
  },
];

function eachRequirement(
  { tools }: Model,
  find: (tool: Tool, rule: Requirement) => readonly Violation[],
): Violation[] {
  return tools.flatMap((tool) => tool.behaviour.requires.flatMap((rule) => find(tool, rule)));
}

function entityProblem(tool: Tool, { entity: name, id, at }: Requirement, model: Model): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  const known = model.entities.map((each) => each.name);
  if (!entity) return [absent("entity", name, known, locationBelow(at, ["entity"]))];
  if (entity.observedBy.length === 0) {
    const detail = `No tool shows ${withArticle(name)}, so it cannot be seen what is required of it.`;
    return [{ at: locationBelow(at, ["entity"]), detail, hint: `Name one: observed_by of ${name}.` }];
  }
  const ids = idsIn(entity, tool, "input", model);
  if (ids.includes(id)) return [];
  const detail = `${tool.name} takes no id of ${withArticle(name)} at ${JSON.stringify(id)}.`;
  return [{ at: locationBelow(at, ["id"]), detail, hint: didYouMean(id, ids) }];
}

function shownProblem(entity: Entity, { place, is, at }: Requirement, model: Model): Violation[] {
  const shown = listShown(entity, model);
  const missing = missingPlace(
    { place, entity: entity.name, at: locationBelow(at, ["place"]) },
    shown,
    model,
  );
  if (missing.length > 0) return missing;
  const values = listValues(shown, place, model);
  return is.flatMap((value, index) =>
    values.length === 0 || values.includes(value)
      ? []
      : [
          {
            at: locationBelow(at, ["is", index]),
            detail: `${place} of ${withArticle(entity.name)} is never ${JSON.stringify(value)}.`,
            hint: didYouMean(String(value), values.map(String)),
          },
        ],
  );
}

/** Lists the values that a place can have; empty if its schemas do not enumerate them. */
function listValues(shown: readonly Node[], place: string, model: Model): unknown[] {
  const resolve = resolver(model);
  const nodes = shown.flatMap((node) => schemasAt(node, pointerSteps(place), resolve));
  return [...new Set(nodes.flatMap(describing).flatMap(({ enums }) => enums.flat()))];
}
