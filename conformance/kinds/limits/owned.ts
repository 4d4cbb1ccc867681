/** Lists all that an account has of an entity, as far as one call shows it. */
import { readStructured } from "../../behaviour/calls/called.ts";
import { readPages } from "../../behaviour/calls/pages.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { readNamedEntities } from "../../behaviour/rules/address.ts";
import type { AccountCap } from "../../calls/cap-reached.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";

/** Returns ids; undefined if no list has all of them. A list may leave out what is in another state than new things are. */
export async function listOwned(
  { entity, while: counted }: AccountCap["rule"],
  { rules, calls }: Engine,
  account: string | undefined,
): Promise<readonly Json[] | undefined> {
  const machines = Object.values(rules.states).filter((machine) => machine.entity === entity);
  if (machines.some(({ initial }) => counted?.some((state) => state !== initial) ?? true)) return undefined;
  const lister = rules.entities[entity]?.observedBy.find(
    ({ tool, input, id, list }) =>
      list !== undefined &&
      id === undefined &&
      Object.keys(readNamedEntities(rules, tool, input)).length === 0,
  );
  if (lister === undefined) return undefined;
  const ids: Json[] = [];
  for await (const { called, isLast } of readPages(rules, calls, lister, { account })) {
    if (called.outcome.is !== "success") return undefined;
    ids.push(...valuesAt(readStructured(called), lister.list ?? "").map(({ value }) => value));
    if (isLast) return ids;
  }
  return undefined;
}
