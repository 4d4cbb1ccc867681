/** Finds one entity in a list. */
import type { Behaviour, ObserverRule } from "../cases/behaviour.ts";
import { type Json, valueAt } from "../cases/edits.ts";
import { valuesAt } from "../cases/places.ts";
import { type Calls, readStructured, showAnswer } from "./calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import type { Snapshot } from "./observation.ts";
import { type Page, pagesOf } from "./pages.ts";

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
    const { tool, list = "" } = observer;
    const { id, account } = instance;
    let count = 0;
    let last: Page | undefined;
    for await (const page of pagesOf(rules, calls, observer, { account })) {
      count += 1;
      const { called } = page;
      const item = itemWith(readStructured(called), list, id);
      if (item !== undefined) return { pages: count, snapshot: { tool, id, value: item, called } };
      // Another case may have ended the item that the cursor names, so the rest of the list is unknown.
      const unknown = last && ({ unknown: true } as const);
      if (called.outcome.is !== "success")
        return { pages: count, snapshot: { tool, id, absent: showAnswer(called), called, ...unknown } };
      last = page;
    }
    const { called, isLast } = last!;
    const unknown = isLast ? undefined : ({ unknown: true } as const);
    return { pages: count, snapshot: { tool, id, absent: "not in the list", called, ...unknown } };
  }
}

/** The item of a list that has the id: the innermost one. */
function itemWith(result: Json, list: string, id: Json): Json | undefined {
  const match = valuesAt(result, list).find(({ value }) => value === id);
  if (match === undefined) return undefined;
  const depth = list.split("/").lastIndexOf("*");
  return valueAt(
    result,
    match.pointer
      .split("/")
      .slice(0, depth + 1)
      .join("/"),
  );
}
