/** Rules about the key `lists`: the conditions that decide which things a list has. */
import { type Expression, expressionsIn, holds, type Json, valueAt } from "@toolwright/conformance/cases";
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Listing } from "../../model/listing.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, parseCondition, readCondition } from "../../scenarios/condition.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { listShown } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const listingRules: readonly Rule[] = [
  {
    code: "listed-items",
    sentence:
      "A list whose items a condition chooses has ids of an entity, and its conditions compare places of items, such as `$item#/left <= $item#/least`.",
    violations: (model) =>
      model.tools.flatMap((tool) => {
        const { lists } = tool.behaviour;
        return lists === undefined ? [] : listingProblems(tool, lists, model);
      }),
  },
];

function listingProblems(tool: Tool, listing: Listing, model: Model): Violation[] {
  const place = `${listing.items}/*${listing.id}`;
  const entity = model.entities.find((each) => idsIn(each, tool, "output", model).includes(place));
  if (entity === undefined) {
    const detail = `The output of ${tool.name} has no id of an entity at ${place}.`;
    return [{ at: locationBelow(listing.at, ["id"]), detail }];
  }
  const mistakes = listing.where.flatMap(({ text, at }): Violation[] => {
    const detail = describeMistake(text, tool, listing, entity, model);
    return detail === undefined ? [] : [{ at, detail }];
  });
  return mistakes.length > 0 ? mistakes : listing.where.flatMap((each) => findBroken(each, tool, listing));
}

function describeMistake(
  text: string,
  tool: Tool,
  { items }: Listing,
  entity: Entity,
  model: Model,
): string | undefined {
  const condition = readCondition(text);
  if (condition instanceof ConditionError) return condition.message;
  const expressions = expressionsIn(condition);
  if (expressions.length === 0) return "It has no place of an item.";
  const own = tool.output
    ? schemasAt(rootNode(tool.output), [...pointerSteps(items), "*"], resolver(model))
    : [];
  const shown = [...own, ...listShown(entity, model)];
  return expressions
    .map((each) => expressionProblem(each, shown, entity, model))
    .find((each) => each !== undefined);
}

function expressionProblem(
  expression: Expression,
  shown: readonly Node[],
  { name }: Entity,
  model: Model,
): string | undefined {
  if (expression.from !== "item") return "It has only places of an item: $item#/POINTER.";
  const steps = pointerSteps(expression.pointer);
  const isShown = shown.some((node) => schemasAt(node, steps, resolver(model)).length > 0);
  return isShown
    ? undefined
    : `Neither the items nor the tools that show ${withArticle(name)} have ${expression.pointer}.`;
}

/** Finds the first example with an item that does not meet a condition. */
function findBroken(
  { text, at }: Listing["where"][number],
  { examples }: Tool,
  { items }: Listing,
): Violation[] {
  const condition = parseCondition(text);
  const places = expressionsIn(condition).flatMap((each) => (each.from === "item" ? [each.pointer] : []));
  const isBroken = (item: Json) =>
    places.every((place) => valueAt(item, place) !== undefined) &&
    !holds(condition, { inputs: {}, outputs: {}, item });
  const broken = examples.find(({ output }) => {
    const list = output === undefined ? undefined : valueAt(output as Json, items);
    return Array.isArray(list) && (list as readonly Json[]).some(isBroken);
  });
  if (broken === undefined) return [];
  const related = [{ at, message: "The condition is here." }];
  return [{ at: locationBelow(broken.at, ["output"]), detail: `An item does not meet ${text}.`, related }];
}
