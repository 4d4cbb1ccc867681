/** Finds one entity in a list. */
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour, ObserverRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { readStructured, showAnswer } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { type Page, pagesOf } from "../calls/pages.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { withAddress } from "../rules/address.ts";
import type { Snapshot } from "./observation.ts";

type Rules = Pick<Behaviour, "entities">;

/** A tool, and the ids in its result. */
type ListPlace = Pick<ObserverRule, "tool" | "list">;

/** What one walk over the pages of a list shows of an entity. */
interface Walk {
  readonly snapshot: Snapshot;
  readonly pages: number;
}

/**
 * While another case ends an item of a page that was read, the items after it slide forward, and one of them slides past
 * the end of that page. So an item that is missing from several pages is absent only if a second walk misses it, too.
 */
export async function findInList(
  rules: Behaviour,
  calls: Calls,
  instance: EntityInstance,
  observer: ObserverRule,
): Promise<Snapshot> {
  const { snapshot, pages } = await walk();
  const isCertain = snapshot.absent === undefined || snapshot.unknown || pages === 1;
  return isCertain ? snapshot : (await walk()).snapshot;

  async function walk(): Promise<Walk> {
    const { tool } = observer;
    const of = instance;
    let count = 0;
    let last: Page | undefined;
    const input = withAddress(rules, { ...observer, id: undefined }, instance);
    for await (const page of pagesOf(rules, calls, { tool, input }, { account: instance.account })) {
      count += 1;
      const { called } = page;
      const item = itemOf(rules, observer, readStructured(called), instance);
      if (item !== undefined) return { pages: count, snapshot: { tool, of, value: item, called } };
      // Another case may have ended the item that the cursor names, so the rest of the list is unknown.
      const unknown = last && ({ unknown: true } as const);
      if (called.outcome.is !== "success")
        return { pages: count, snapshot: { tool, of, absent: showAnswer(called), called, ...unknown } };
      last = page;
    }
    const { called, isLast } = last!;
    const unknown = isLast ? undefined : ({ unknown: true } as const);
    return { pages: count, snapshot: { tool, of, absent: "not in the list", called, ...unknown } };
  }
}

/**
 * The item of a list that has the id of an entity: the innermost one. Of several such, one that shows the id of a parent; an
 * entity may have been moved, so that the item of a single id may show another parent.
 */
function itemOf(rules: Rules, list: ListPlace, result: Json, instance: NamedEntity): Json | undefined {
  const items = itemsWith(result, list, instance.id);
  if (items.length < 2) return items[0] && valueAt(result, items[0]);
  const own = items.find((item) => showsParents(rules, list, result, item, instance));
  return valueAt(result, own ?? items[0]!);
}

/** Whether a result of a list shows an entity: by its id, and in items that show ids of what it belongs to also by these. */
export function isListed(rules: Rules, list: ListPlace, result: Json, instance: NamedEntity): boolean {
  return itemsWith(result, list, instance.id).some((item) =>
    showsParents(rules, list, result, item, instance),
  );
}

/** Pointers to the innermost items of a list that have an id. */
function itemsWith(result: Json, { list = "" }: ListPlace, id: Json): string[] {
  const depth = list.split("/").lastIndexOf("*");
  return valuesAt(result, list)
    .filter(({ value }) => value === id)
    .map(({ pointer }) =>
      pointer
        .split("/")
        .slice(0, depth + 1)
        .join("/"),
    );
}

/** Whether an item shows at least one parent of each entity of which it shows ids. */
function showsParents(
  { entities }: Rules,
  { tool, list = "" }: ListPlace,
  result: Json,
  item: string,
  { parents = {} }: NamedEntity,
): boolean {
  const items = list.slice(0, list.lastIndexOf("*") + 1);
  return Object.entries(parents).every(([entity, { id }]) => {
    const places = entities[entity]!.results.filter(
      (place) => place.tool === tool && place.path.startsWith(`${items}/`),
    );
    const shown = places.flatMap(({ path }) => valuesAt(valueAt(result, item), path.slice(items.length)));
    return shown.length === 0 || shown.some(({ value }) => value === id);
  });
}
