/** Resolves what a spec says of lists: their pages, their order and their filters. */
import { listFilterPlaces } from "@toolwright/conformance/cases";
import type { Filter, FilteredList, ListOrder, Pages } from "../model/pages.ts";
import type { OrderShape, OrdersShape, ToolFile } from "../structure/shape.ts";
import { showPlace } from "./places.ts";

export function toPages({
  filters = {},
  cursor,
  offset,
  limit,
  id,
  order,
  ...pages
}: NonNullable<ToolFile["pages"]>): Pages {
  return {
    ...pages,
    ...(cursor !== undefined && { cursor: showPlace(cursor) }),
    ...(offset !== undefined && { offset: showPlace(offset) }),
    id: showPlace(id),
    ...(limit !== undefined && { limit: showPlace(limit) }),
    filters: toFilters(filters),
    ...(order && { order: toOrder(order) }),
  };
}

function toOrder(order: OrderShape | OrdersShape): ListOrder {
  if (!("argument" in order)) return { orders: [{ descending: false, ...order }] };
  return {
    argument: showPlace(order.argument),
    orders: Object.entries(order.values).map(([value, rule]) => ({ value, descending: false, ...rule })),
  };
}

function toFilters(filters: NonNullable<ToolFile["filters"]>): Filter[] {
  return Object.entries(filters).map(([name, rule]) => {
    const argument = showPlace(name);
    if (typeof rule === "string") return { name, argument, path: rule, is: "equal" };
    const [path = "", ...otherPaths] = typeof rule.path === "string" ? [rule.path] : rule.path;
    return { name, argument, ...rule, path, ...(otherPaths.length > 0 && { otherPaths }) };
  });
}

/** Splits the places at the step that is every item of the list. */
export function toFilteredList(shape: NonNullable<ToolFile["filters"]>): FilteredList {
  const filters = toFilters(shape);
  const paths = filters.flatMap(listFilterPlaces);
  const lists = new Set(paths.map((path) => path.split("/*/")[0]!));
  const isOneList = lists.size === 1 && paths.every((path) => path.split("/*").length === 2);
  if (!isOneList) return { items: "", isMixed: true, filters };
  const [items = ""] = lists;
  const inItem = (path: string) => path.slice(items.length + "/*".length);
  return {
    items,
    filters: filters.map((filter) => ({
      ...filter,
      path: inItem(filter.path),
      ...(filter.otherPaths && { otherPaths: filter.otherPaths.map(inItem) }),
    })),
  };
}
