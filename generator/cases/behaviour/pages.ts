/** Derives the rules and cases of tools that return a list page by page. */

import {
  type BehaviourCase,
  type FilterRule,
  type Json,
  type PagesRule,
  valueAt,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import type { Filter, FilteredList, ListOrder, Pages } from "../../model/pages.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import { type BehaviourContext, type Input, inTool } from "./context.ts";
import { placesIn, type Search } from "./places.ts";

/** A list with the key of the tool that describes it. */
type DeclaredList = Partial<Pages> & FilteredList & { readonly key: "pages" | "filters" };

function findList(tool: Tool, context: BehaviourContext): DeclaredList | undefined {
  const { pages, filters } = tool.behaviour;
  if (pages) return { key: "pages", ...pages };
  return (
    filters && { key: "filters", ...filters, ...withoutUndefined({ id: findId(filters, tool, context) }) }
  );
}

/** Finds the id of the entity whose items the list shows. */
function findId({ items }: FilteredList, tool: Tool, context: BehaviourContext): string | undefined {
  const shown = context.model.entities.filter(({ observedBy }) => observedBy.includes(tool.name));
  const ids = shown.flatMap((entity) => context.resultsOf(entity, tool));
  const id = ids.find((path) => path.startsWith(`${items}/*/`) && path.split("/*").length === 2);
  return id?.slice(items.length + "/*".length);
}

export function pagesRule(tool: Tool, context: BehaviourContext): PagesRule | undefined {
  const pages = findList(tool, context);
  const base = context.findPlainBase(tool);
  if (!pages || base === undefined) return undefined;
  const { cursor, next, offset, items, id } = pages;
  return {
    at: context.at(inTool(tool, pages.key)),
    first: { tool: tool.name, input: withoutSelection(tool, pages, context.readContent(base), context) },
    ...withoutUndefined({ cursor, next, offset, id }),
    items,
    ...(pages.total !== undefined && { total: pages.total }),
    ...(pages.limit !== undefined && {
      limit: { argument: pages.limit, ...readBounds(tool, pages.limit, context) },
    }),
    filters: Object.fromEntries(
      pages.filters.map((filter) => [filter.name, filterRule(tool, filter, context)]),
    ),
    ...withoutUndefined({ order: pages.order }),
  };
}

export function pageCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const pages = findList(tool, context);
  if (!pages) return [];
  const rule = pagesRule(tool, context);
  const at = context.at(inTool(tool, pages.key));
  const isPaged = pages.key === "pages";
  const hasCursor = pages.cursor !== undefined;
  const makeCase = <const Check extends object>(name: string, must: string, check: Check) =>
    addCheck(promise("pages", `${tool.name}/${name}`, tool.name, must, at), rule ? check : noArguments);
  const checks: readonly (readonly [
    check: "every-item-once" | "stable-order" | "total" | "limit" | "forged-cursor",
    must: string,
    declared: boolean,
  ])[] = [
    ["every-item-once", `The pages of ${tool.name} have every item once.`, isPaged],
    [
      "stable-order",
      `The pages of ${tool.name} have the same order each time, whatever their size.`,
      isPaged,
    ],
    ["total", `${tool.name} counts the items on all pages.`, pages.total !== undefined],
    ["limit", `A page of ${tool.name} has no more items than asked for.`, pages.limit !== undefined],
    ["forged-cursor", `${tool.name} refuses a cursor that it did not return.`, hasCursor],
  ];
  return [
    ...checks
      .filter(([, , declared]) => declared)
      .map(([check, must]): BehaviourCase => makeCase(check, must, { check })),
    ...pages.filters.filter(isExact).flatMap((filter) =>
      listFilterChecks(tool, filter, context)
        .filter(({ check }) => check === "filter" || (check === "every-page" ? isPaged : hasCursor))
        .map(({ id, must, check }) => makeCase(id, must, { check, filter: filter.name })),
    ),
    ...pages.filters
      .filter((filter) => !isExact(filter))
      .map(({ name }): BehaviourCase => {
        const must = `${tool.name} finds a new item by its own text as ${name}.`;
        return makeCase(`found/${name}`, must, { check: "found", filter: name });
      }),
    ...listPairs(pages.filters.filter(isExact).map(({ name }) => name)).map(
      (filters): BehaviourCase =>
        makeCase(
          `two-filters/${filters.join("-")}`,
          `${filters.join(" and ")} of ${tool.name} together select exactly the items that fit both.`,
          { check: "two-filters", filters },
        ),
    ),
    ...(pages.order ? listOrderChecks(tool, pages.order) : [])
      .filter(({ check }) => check === "order" || hasCursor)
      .map(({ name, must, check, order }) => makeCase(name, must, { check, order })),
    ...(hasCursor ? ownerChecks(tool, rule, context) : []).map((must) =>
      makeCase("cursor-of-another-list", must, { check: "cursor-of-another-list" }),
    ),
    ...(isPaged ? listTimes(tool, pages.items, context) : []).map(({ times, must }) =>
      makeCase("equal-times", must, { check: "equal-times", times }),
    ),
  ];
}

/** Whether a filter says of each item whether it fits. */
function isExact({ is }: Filter): boolean {
  return is !== "similar";
}

interface FilterCheck {
  readonly id: string;
  readonly must: string;
  readonly check: "filter" | "every-page" | "cursor-with-filter";
}

function listFilterChecks(tool: Tool, { name, argument }: Filter, context: BehaviourContext): FilterCheck[] {
  const parts = context.findSchemas(tool, "input", argument).flatMap(describing);
  // With a default, no reading shows the items of all values in their order.
  const hasDefault = parts.some(({ fallback }) => fallback !== undefined);
  const everyPage: FilterCheck = {
    id: `filter/${name}/every-page`,
    must: `${name} of ${tool.name} holds on every page, where items that do not fit lie behind each.`,
    check: "every-page",
  };
  return [
    {
      id: `filter/${name}`,
      must: `${name} of ${tool.name} selects exactly the items that fit it.`,
      check: "filter",
    },
    ...(hasDefault ? [] : [everyPage]),
    {
      id: `cursor-with/${name}`,
      must: `${tool.name} refuses a cursor with another ${name}, or what it shows fits the new one.`,
      check: "cursor-with-filter",
    },
  ];
}

function listPairs(names: readonly string[]): (readonly [string, string])[] {
  return names.flatMap((first, index) =>
    names.slice(index + 1).map((second): readonly [string, string] => [first, second]),
  );
}

interface OrderCheck {
  readonly name: string;
  readonly must: string;
  readonly check: "order" | "cursor-with-order";
  readonly order: number;
}

function listOrderChecks(tool: Tool, { argument, orders }: ListOrder): OrderCheck[] {
  return orders.flatMap(({ value, path, descending }, order): OrderCheck[] => {
    const by = `by ${path.slice(1)}, the ${descending ? "highest" : "lowest"} first`;
    if (value === undefined)
      return [{ name: "order", must: `The items of ${tool.name} come ${by}.`, check: "order", order }];
    const chosen = `With ${argument!.slice(1)} ${value}`;
    return [
      {
        name: `order/${value}`,
        must: `${chosen}, the pages of ${tool.name} have every item once, ${by}.`,
        check: "order",
        order,
      },
      {
        name: `cursor-with-order/${value}`,
        must: `${chosen}, ${tool.name} refuses a cursor of another order, or shows the rest in the new one.`,
        check: "cursor-with-order",
        order,
      },
    ];
  });
}

/** Returns the promise about cursors of another list, if a list belongs to an entity that its call names and a tool makes. */
function ownerChecks(tool: Tool, rule: PagesRule | undefined, context: BehaviourContext): string[] {
  const isOwned = context.model.entities.some(
    (entity) =>
      entity.madeBy !== undefined &&
      context
        .argumentsOf(entity, tool)
        .some((argument) => rule !== undefined && valueAt(rule.first.input, argument) !== undefined),
  );
  return isOwned ? [`${tool.name} refuses a cursor of another list, or shows nothing of that list.`] : [];
}

/** Returns the places of times in an item, with the promise about items whose times are equal. */
function listTimes(
  tool: Tool,
  list: string,
  context: BehaviourContext,
): { readonly times: readonly string[]; readonly must: string }[] {
  const items = `${list}/*`;
  const times = tool.output
    ? placesIn(tool.output, isTime, context.resolve)
        .filter((path) => path.startsWith(`${items}/`))
        .map((path) => path.slice(items.length))
        .filter((path) => !path.includes("*"))
    : [];
  const must = `The pages of ${tool.name} have every item once, also where items have the same time.`;
  return times.length === 0 ? [] : [{ times, must }];
}

const isTime: Search = {
  matches: ({ format }) => format === "date-time",
  isIn: () => true,
};

/** Filters and the size of a page stay out of the first call, as far as the tool can do without. */
function withoutSelection(
  tool: Tool,
  { cursor, offset, limit, filters, order }: DeclaredList,
  content: Input,
  context: BehaviourContext,
): Input {
  const selecting = [cursor, offset, limit, order?.argument, ...filters.map(({ argument }) => argument)];
  const rest = Object.fromEntries(
    Object.entries(content).filter(([name]) => !selecting.includes(`/${name}`)),
  );
  return context.fitsInput(tool, rest) ? rest : content;
}

function readBounds(tool: Tool, argument: string, context: BehaviourContext): { min?: number; max?: number } {
  const nodes = context.findSchemas(tool, "input", argument).flatMap(describing);
  const numbers = (keyword: string) => nodes.flatMap((node) => node.numbers[keyword] ?? []);
  const [min, max] = [numbers("minimum"), numbers("maximum")];
  return {
    ...(min.length > 0 && { min: Math.max(...min) }),
    ...(max.length > 0 && { max: Math.min(...max) }),
  };
}

function filterRule(tool: Tool, { name: _, ...rule }: Filter, context: BehaviourContext): FilterRule {
  const parts = context.findSchemas(tool, "input", rule.argument).flatMap(describing);
  const isFlag = parts.some(({ schema }) => typeof schema === "object" && schema.type === "boolean");
  const values = [...parts.flatMap(({ enums }) => enums.flat() as Json[]), ...(isFlag ? [true, false] : [])];
  return { ...rule, ...(values.length > 0 && { values: [...new Set(values)] }) };
}
