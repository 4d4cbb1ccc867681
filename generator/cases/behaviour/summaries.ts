/** Derives the rules of sums, and the cases of those over the items of another tool's list: both agree, also after each change of an item. */
import type { BehaviourCase, SumRule, SumValue } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity, Sum } from "../../model/behaviour.ts";
import { unlessEmpty, withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import { showPlace } from "../../resolve/places.ts";
import { toSumValue } from "../../scenarios/sum-value.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, firstPlace } from "./context.ts";
import { toEntity } from "./states/state-field.ts";
import { listLastingStates } from "./states/timeless-states.ts";

export function sumRules({ behaviour }: Tool, context: BehaviourContext): readonly SumRule[] | undefined {
  const rules = behaviour.sums.map(({ parts, total, items, at }): SumRule => {
    const own = { at: context.at(at), parts, total };
    if (items === undefined) return own;
    const { list, where } = items;
    const called = list && { tool: list.tool, input: toValues(list.input, showPlace) };
    const chosen = Object.entries(where).map(([place, is]) => [place, is.map(readValue)]);
    return {
      ...own,
      items: {
        path: findItems(items, context) ?? "",
        ...withoutUndefined({ list: called }),
        where: Object.fromEntries(chosen),
      },
    };
  });
  return unlessEmpty(rules);
}

/** Describes the numbers that a sum adds, or the items that it counts. */
export function describeSum({ parts, items }: Sum): string {
  const numbers = parts.join(" and ");
  if (items === undefined) return `${numbers} add up to`;
  const list = items.list === undefined ? items.path : `the list of ${items.list.tool}`;
  const where = Object.entries(items.where).map(
    ([place, is]) => `${place} is ${is.map((value) => JSON.stringify(value)).join(" or ")}`,
  );
  const chosen = where.length === 0 ? "" : ` whose ${where.join(" and ")}`;
  if (parts.length === 0) return `the items of ${list}${chosen} are counted at`;
  return `${numbers} of the items of ${list}${chosen} add up to`;
}

/** Makes a case for each lasting state of the items; without states, after an item is made, and after it is ended. */
export function summaryCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const indexed = tool.behaviour.sums.map((sum, index) => ({ sum, index }));
  const byList = Map.groupBy(indexed, ({ sum }) => sum.items?.list?.tool);
  return [...byList].flatMap(([list, sums]) => {
    const lister = list === undefined ? undefined : context.tool(list);
    if (lister === undefined) return [];
    const base = context.baseOf(tool);
    const totals = sums.map(({ sum }) => sum.total).join(", ");
    const at = context.at(sums[0]!.sum.at);
    return listSteps(tool, lister, sums[0]!.sum, context).map(({ name, when, ...step }): BehaviourCase => {
      const must = `What ${tool.name} shows at ${totals} is what the list of ${lister.name} has${when}.`;
      const promised = promise("results", `${tool.name}/sums/${lister.name}/${name}`, tool.name, must, at);
      const rules = sums.map(({ index }) => index);
      const check = { check: "summary", rules, list: lister.name, ...step } as const;
      return addCheck(promised, base === undefined ? noArguments : { ...check, base });
    });
  });
}

interface Step {
  readonly name: string;
  /** Words for the end of the promise. */
  readonly when: string;
  readonly entity?: string;
  readonly after?: "making" | "end" | "changes";
  readonly machine?: string;
  readonly state?: string;
}

function listSteps(tool: Tool, lister: Tool, { items }: Sum, context: BehaviourContext): Step[] {
  const item = findItemEntity(lister, (items && findItems(items, context)) ?? "", context);
  if (item === undefined) {
    const taken = context.model.entities.find(
      (entity) => entity.madeBy && context.argumentsOf(entity, tool).length > 0,
    );
    if (taken === undefined) return [{ name: "list", when: "" }];
    const when = `, also after calls that change the ${taken.name}`;
    return [{ name: "changes", when, entity: taken.name, after: "changes" }];
  }
  return [...listItemSteps(item, items !== undefined, context), ...listOwnerSteps(tool, item, context)];
}

/** Steps that lead the entity that shows the sum to each of its other states: a lot that is discarded leaves the stock. */
function listOwnerSteps(tool: Tool, item: Entity, context: BehaviourContext): Step[] {
  return context.model.states.flatMap((machine) => {
    const owner = toEntity(machine, context);
    const isShown = machine.field.tool === tool.name && owner !== undefined && owner !== item;
    if (!isShown || owner.madeBy === undefined) return [];
    return listLastingStates(machine)
      .filter((state) => state !== machine.initial)
      .map((state) => ({
        name: `${owner.name}-${state}`,
        when: `, also when the ${owner.name} is ${state}`,
        entity: owner.name,
        machine: machine.name,
        state,
      }));
  });
}

/** Steps that make an item, lead it to each of its lasting states, and end it. */
function listItemSteps(item: Entity, isCounted: boolean, context: BehaviourContext): Step[] {
  const { name: entity } = item;
  const machine = context.model.states.find((each) => toEntity(each, context) === item);
  if (machine !== undefined)
    return listLastingStates(machine).map((state) => ({
      name: state,
      when: `, also when ${withArticle(entity)} is ${state}`,
      entity,
      machine: machine.name,
      state,
    }));
  const made: Step = {
    name: "made",
    when: `, also when ${withArticle(entity)} is made`,
    entity,
    after: "making",
  };
  const ended: Step = {
    name: "ended",
    when: `, also when ${withArticle(entity)} is ended`,
    entity,
    after: "end",
  };
  return item.endedBy === undefined || !isCounted ? [made] : [made, ended];
}

/** Finds the entity whose instances are the items of a list: in a list in one piece, the one whose id no argument takes. */
function findItemEntity(lister: Tool, items: string, context: BehaviourContext): Entity | undefined {
  const { model, argumentsOf, resultsOf } = context;
  const { pages } = lister.behaviour;
  const made = model.entities.filter((entity) => entity.madeBy !== undefined);
  if (pages !== undefined)
    return made.find((entity) => resultsOf(entity, lister).includes(`${pages.items}/*${pages.id}`));
  const isItem = (place: string) =>
    place.startsWith(`${items}/*/`) && !place.slice(`${items}/*/`.length).includes("/");
  const [only, ...others] = made.filter(
    (entity) =>
      entity.observedBy.includes(lister.name) &&
      argumentsOf(entity, lister).length === 0 &&
      resultsOf(entity, lister).some(isItem),
  );
  return others.length === 0 ? only : undefined;
}

/** The place of the items: as the spec says, else that of the pages of the list. */
function findItems({ path, list }: NonNullable<Sum["items"]>, context: BehaviourContext): string | undefined {
  return path ?? (list && context.tool(list.tool)?.behaviour.pages?.items);
}

function toValues(
  input: Readonly<Record<string, unknown>>,
  name: (argument: string) => string,
): Record<string, SumValue> {
  return Object.fromEntries(
    Object.entries(input).map(([argument, value]) => [firstPlace(name(argument)), readValue(value)]),
  );
}

/** A wrong expression is reported by a rule before. */
function readValue(value: unknown): SumValue {
  return toSumValue(value) ?? { value: null };
}
