/** Fills the lists in results with the caller's instances, selected by the arguments. */
import { pointerSteps, valueAt } from "@toolwright/runtime/json";
import type { Tool } from "../model/operation.ts";
import { listLimits } from "../model/operations.ts";
import { baseItem } from "./base-results.ts";
import { listChangedPlaces } from "./changed-lists.ts";
import type { MockCall, MockContext } from "./context.ts";
import { type IdKind, isWriter } from "./id-kinds.ts";
import { applyFitting, instanceChanges } from "./instance-changes.ts";
import type { Instance } from "./instances.ts";
import { setAt, valueIn } from "./values.ts";

/** A list in results of a tool, and where its items have their ids. */
export interface ListPlace {
  readonly kind: IdKind;
  /** Pointer to the array. */
  readonly list: string;
  /** Pointer in an item; empty where the items are ids. */
  readonly id: string;
}

/** The lists of a reading tool that name instances of one kind. */
export function listPlaces(tool: Tool, { kinds, model }: MockContext): ListPlace[] {
  if (isWriter(tool)) return [];
  // A list of an entity has what calls have added to it.
  const isOfEntity = kinds.some((kind) => kind.findArguments(tool).length > 0);
  const kept = isOfEntity ? listChangedPlaces(model) : [];
  const places = kinds.flatMap((kind) =>
    kind.findArguments(tool).length > 0
      ? []
      : kind.findResults(tool).flatMap((pattern): ListPlace[] => {
          const [list = "", id = "", ...more] = pattern.split("/*");
          const isOther = more.length > 0 || list === "" || list === pattern || kept.includes(list);
          return isOther ? [] : [{ kind, list, id }];
        }),
  );
  const shortest = places.toSorted((one, other) => one.id.length - other.id.length);
  return shortest.filter(({ list }, index) => shortest.findIndex((other) => other.list === list) === index);
}

/** An item of a list; `number` is larger for newer ones. */
export interface ListItem {
  readonly number: number;
  readonly item: unknown;
}

/** The items of a list that the arguments select, the newest first. @param base a result that fits */
export function makeItems(
  place: ListPlace,
  { tool, caller, named }: MockCall,
  base: unknown,
  context: MockContext,
): ListItem[] {
  const template = place.id === "" ? undefined : baseItem(tool, place.list, context);
  const instances = context.instances
    .list(place.kind, caller.account)
    .filter(({ parents }) => named.every(({ kind, id }) => kind === place.kind || parents.has(id)));
  if (place.id === "") return instances.map(({ number, id }) => ({ number, item: id }));
  if (template === undefined) return [];
  const path = [...pointerSteps(place.list), "0"];
  const idPath = [...path, ...pointerSteps(place.id)];
  const holder = { tool, path: idPath.slice(0, -1) };
  const withOne = structuredClone(base);
  setAt(withOne, pointerSteps(place.list), [structuredClone(template)]);
  const makeItem = (instance: Instance) => {
    const changes = instanceChanges(holder, idPath, instance, context);
    return valueAt(
      applyFitting(withOne, changes, (value) => context.fits(value, context.outputOf(tool))),
      path,
    );
  };
  return instances.map((instance) => ({ number: instance.number, item: makeItem(instance) }));
}

/** Returns the maximum length of a list, by its schema and the limits on it. */
export function mostItems(tool: Tool, list: string, { model, resultSchemas }: MockContext): number {
  const bySchema = resultSchemas(tool, list).map(({ numbers }) => numbers.maxItems);
  const byLimits = listLimits(model, "count", tool.name)
    .filter(({ field }) => field === list)
    .map(({ numbers }) => numbers.max);
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...[...bySchema, ...byLimits].filter((most) => most !== undefined),
  );
}

/** Returns the items of the example, for a list whose items cannot be created. */
export function exampleItems(base: unknown, list: string): ListItem[] {
  const items = valueIn(base, list);
  return Array.isArray(items) ? items.map((item, index) => ({ number: -index, item })) : [];
}
