/** Finds what tools show of an entity. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describedNames, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import { findEntityPlace } from "../../cases/behaviour/places.ts";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { resolver } from "../../schema/roots.ts";
import { idsIn } from "./named-places.ts";

/** Lists the schemas of the entity in the output of a tool: the whole output, or an item of its list. */
export function listShown(entity: Entity, observer: string, model: Model): Node[] {
  const tool = model.tools.find(({ name }) => name === observer);
  if (!tool?.output) return [];
  const place = findEntityPlace({
    input: idsIn(entity, tool, "input", model),
    output: idsIn(entity, tool, "output", model),
  });
  return place === undefined ? [] : schemasAt(rootNode(tool.output), pointerSteps(place), resolver(model));
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
  const detail = `No tool that shows ${withArticle(entity)} has ${JSON.stringify(place)} in its output.`;
  return [{ at, detail, hint: didYouMean(steps.at(-1) ?? "", describedNames(around)) }];
}
