/** Derives the rule and the case of a list whose items conditions choose (`lists`). */
import { type BehaviourCase, expressionsIn, type ListingRule } from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import type { BehaviourContext } from "./context.ts";

export function listingRule(tool: Tool, context: BehaviourContext): ListingRule | undefined {
  const { lists } = tool.behaviour;
  const entity = findListed(tool, context);
  if (lists === undefined || entity === undefined) return undefined;
  const { items, id, where, at } = lists;
  const conditions = where.map(({ text }) => ({ text, condition: parseCondition(text) }));
  return { at: context.at(at), entity: entity.name, items, id, where: conditions };
}

export function listingCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { lists } = tool.behaviour;
  const entity = findListed(tool, context);
  if (lists === undefined || entity === undefined) return [];
  const base = context.findPlainBase(tool) ?? context.baseOf(tool);
  const texts = lists.where.map(({ text }) => text.replaceAll("$item#", ""));
  const must = `The list ${lists.items} of ${tool.name} has each ${entity.name} of which ${texts.join(" and ")}, and no other.`;
  const promised = promise(
    "results",
    `${tool.name}/listed${lists.items}`,
    tool.name,
    must,
    context.at(lists.at),
  );
  const shown = listShownArguments(entity, lists.where, context);
  return [addCheck(promised, base === undefined ? noArguments : { check: "listed", base, shown })];
}

/** Lists the arguments of the tool that makes the entity whose values a place of a condition shows. */
function listShownArguments(
  { madeBy }: Entity,
  where: readonly { readonly text: string }[],
  context: BehaviourContext,
): { readonly argument: string; readonly place: string }[] {
  const maker = context.model.tools.find(({ name }) => name === madeBy?.tool);
  const places = where
    .flatMap(({ text }) => expressionsIn(parseCondition(text)))
    .flatMap((each) => (each.from === "item" ? [each.pointer] : []));
  const repeats = maker?.behaviour.repeats ?? [];
  return [...new Set(places)].flatMap((place) => {
    const rule = repeats.find(({ argument, path }) => argument === place || path === place);
    return rule === undefined ? [] : [{ argument: rule.argument, place }];
  });
}

function findListed(tool: Tool, context: BehaviourContext): Entity | undefined {
  const { lists } = tool.behaviour;
  if (lists === undefined) return undefined;
  const place = `${lists.items}/*${lists.id}`;
  return context.model.entities.find((entity) => context.resultsOf(entity, tool).includes(place));
}
