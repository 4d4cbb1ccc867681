/** Finds what tools show of an entity. */
import { type LocatedSchema, pointerSteps, rootNode } from "@toolwright/json-schema";
import { describedNames, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import { findEntityPlace } from "../../cases/behaviour/places.ts";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { resolver } from "../../schema/roots.ts";
import { idsIn } from "./named-places.ts";

/** Lists the schemas of the entity in the outputs of the tools that show it. */
export function listShown(entity: Entity, model: Model): Node[] {
  return entity.observedBy.flatMap((observer) => listShownBy(observer, entity, model));
}

/** Lists the schemas of the entity in the output of a tool: the whole output, or an item of its list. */
export function listShownBy(observer: string, entity: Entity, model: Model): Node[] {
  const tool = model.tools.find(({ name }) => name === observer);
  if (!tool?.output) return [];
  const place = findEntityPlace({
    input: idsIn(entity, tool, "input", model),
    output: idsIn(entity, tool, "output", model),
  });
  return place === undefined ? [] : schemasAt(rootNode(tool.output), pointerSteps(place), resolver(model));
}

/** A place of an entity that a key of the spec names. */
interface NamedPlace {
  readonly place: string;
  readonly entity: string;
  /** The location of the key. */
  readonly at: SpecLocation;
}

/** The problem of a place that no tool about an entity shows. @param shown what these tools show */
export function missingPlace(
  { place, entity, at }: NamedPlace,
  shown: readonly LocatedSchema[],
  model: Model,
): Violation[] {
  const below = (steps: readonly string[]) =>
    shown.flatMap((node) => schemasAt(node, steps, resolver(model)));
  const steps = pointerSteps(place);
  if (below(steps).length > 0) return [];
  const detail = `No tool that shows ${withArticle(entity)} has ${JSON.stringify(place)} in its output.`;
  // The place was read in a result about one thing, and only lists show the entity.
  const ends = steps.map((_, index) => steps.slice(index)).filter((end) => below(end).length > 0);
  const hint =
    ends[0] === undefined
      ? didYouMean(steps.at(-1) ?? "", describedNames(below(steps.slice(0, -1))))
      : `Write "/${ends[0].join("/")}", the place in an item of the list.`;
  return [{ at, detail, hint }];
}
