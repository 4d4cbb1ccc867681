/** Finds one entity in a list. */
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour, ObserverRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { type Called, readStructured, showAnswer } from "../calls/called.ts";
import type { Calls } from "../calls/calls.ts";
import { type Page, readPages } from "../calls/pages.ts";
import { withAddress } from "../rules/address.ts";

type Rules = Pick<Behaviour, "entities">;

/** A call that lists entities, and the ids in its result. */
type ListOfEntity = Pick<ObserverRule, "tool" | "input" | "list">;

/** A tool, and the ids in its result. */
type ListPlace = Pick<ObserverRule, "tool" | "list">;

/** The item of an entity in a list, or why there is none. */
export interface Found {
  readonly value?: Json;
  readonly absent?: string;
  /** Set if the list could not be read to its end. */
  readonly unknown?: true;
  readonly called: Called;
}

/** The entity that one reading of a list found. */
interface Walk {
  readonly found: Found;
  readonly pages: number;
}

/**
 * Finds an entity in a list. If another case ends an item of a page that was already read, the following items move forward, and
 * one of them moves to that page. So in a list of several pages, an item is absent only if a second reading misses it too.
 */
export async function findInList(
  rules: Behaviour,
  calls: Pick<Calls, "call">,
  instance: NamedEntity,
  observer: ListOfEntity,
): Promise<Found> {
  const { found, pages } = await walk();
  const isCertain = found.absent === undefined || found.unknown || pages === 1;
  return isCertain ? found : (await walk()).found;

  async function walk(): Promise<Walk> {
    const { tool } = observer;
    let count = 0;
    let last: Page | undefined;
    const input = withAddress(rules, { ...observer, id: undefined }, instance);
    for await (const page of readPages(rules, calls, { tool, input }, { account: instance.account })) {
      count += 1;
      const { called } = page;
      const item = findItem(rules, observer, readStructured(called), instance);
      if (item !== undefined) return { pages: count, found: { value: item, called } };
      // Another case may have ended the item to which the cursor points, so the rest of the list is unknown.
      const unknown = last && ({ unknown: true } as const);
      if (called.outcome.is !== "success")
        return { pages: count, found: { absent: showAnswer(called), called, ...unknown } };
      last = page;
    }
    const { called, isLast } = last!;
    const isWhole = isLast && !isFull(rules, observer, readStructured(called));
    const unknown = isWhole ? undefined : ({ unknown: true } as const);
    return { pages: count, found: { absent: "not in the list", called, ...unknown } };
  }
}

/** Whether a list in one piece has the most items that the spec allows: it may leave out others, as a search that returns 50. */
function isFull({ limits, pages }: Behaviour, { tool, list = "" }: ListPlace, result: Json): boolean {
  const { cursor, offset } = pages[tool] ?? {};
  if (cursor !== undefined || offset !== undefined) return false;
  const array = list.slice(0, Math.max(0, list.lastIndexOf("/*")));
  return Object.values(limits).some((limit) => {
    if (limit.kind !== "count" || limit.field !== array || !limit.tools.includes(tool)) return false;
    const items = valueAt(result, array);
    return Array.isArray(items) && items.length >= limit.max;
  });
}

/**
 * Finds the innermost item of a list with the id of an entity. If there are several, returns one that shows the id of a parent. A
 * single item counts even if it shows another parent, since the entity may have been moved.
 */
function findItem(rules: Rules, list: ListPlace, result: Json, instance: NamedEntity): Json | undefined {
  const items = findItems(result, list, instance.id);
  if (items.length < 2) return items[0] && valueAt(result, items[0]);
  const own = items.find((item) => showsParents(rules, list, result, item, instance));
  return valueAt(result, own ?? items[0]!);
}

/** Whether a list result shows an entity: the id must match, and also the ids of parents, if the items show any. */
export function isListed(rules: Rules, list: ListPlace, result: Json, instance: NamedEntity): boolean {
  return findItems(result, list, instance.id).some((item) =>
    showsParents(rules, list, result, item, instance),
  );
}

/** Lists pointers to the innermost items of a list with an id. */
function findItems(result: Json, { list = "" }: ListPlace, id: Json): string[] {
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

/** Whether an item shows the right parent for each entity whose ids it shows. */
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
