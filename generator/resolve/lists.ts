/** Resolves what a spec says about the contents of lists: what calls add and remove, and which things a list has. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { ListChange } from "../model/list-change.ts";
import type { Listing } from "../model/listing.ts";
import type { ToolFile } from "../structure/shape.ts";
import { locationBelow } from "./limits.ts";
import { showPlace } from "./places.ts";

export function toListChanges(lists: ToolFile["adds"] = {}, at: SpecLocation): ListChange[] {
  return Object.entries(lists).map(([name, place]) => ({
    argument: showPlace(name),
    place,
    at: locationBelow(at, [name]),
  }));
}

export function toListing(lists: ToolFile["lists"], at: SpecLocation): Listing | undefined {
  if (lists === undefined) return undefined;
  const where = lists.where.map((text, index) => ({ text, at: locationBelow(at, ["where", index]) }));
  return { items: lists.items, id: showPlace(lists.id), where, at };
}
