/** Arguments with which the other account names an entity of the owner. */
import type { Called } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listAddressParents, listAncestors } from "../../behaviour/rules/address.ts";
import { listIdArguments, listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";

export type ArgumentCase = Extract<AccessCase, { readonly argument: string }>;

/** Calls a tool by the other account, with an entity of the owner or another id. */
export async function callAsOther(
  each: ArgumentCase,
  engine: Engine,
  example: Json,
  about: NamedEntity,
  by: { readonly id?: Json; readonly account?: string } = {},
): Promise<Called> {
  const { id = about.id, account = otherAccount } = by;
  const input = await fillAsOther(each, engine, example, { about, id, account });
  return engine.calls.call({ tool: each.tool, input }, { account });
}

interface Foreign {
  readonly id: Json;
  /** The entity within which the other arguments are made; if absent, they are those of the account. */
  readonly about?: NamedEntity;
  readonly account?: string;
}

/** Returns arguments of the other account, with an entity of the owner or another id. */
export async function fillAsOther(
  { tool, argument }: ArgumentCase,
  engine: Engine,
  example: Json,
  { id, about, account = otherAccount }: Foreign,
): Promise<Json> {
  const options = { account, keep: [argument], ...(about && { about }) };
  return applyEdits(await engine.instances.fill(tool, example, options), [{ set: argument, to: id }]);
}

/**
 * Whether the id of the case is also tried beside arguments of the caller. Within the foreign entity a refusal may be about what belongs
 * to it: the pupil that is moved into a class, the issue that waits for another one, the team of a manager.
 */
export function isTriedAlone(
  { tool, entity, argument }: ArgumentCase,
  { rules }: Engine,
  example: Json,
): boolean {
  const { observedBy } = rules.entities[entity]!;
  const hasParent =
    listNamedEntities(rules, tool, example).intersection(listAncestors(rules, entity)).size > 0;
  // Beside a parent the id says nothing alone, since each account may have an issue 1, unless a tool shows the entity by its id alone.
  if (hasParent)
    return observedBy.some(
      (observer) => observer.id !== undefined && listAddressParents(rules, entity, observer.tool).size === 0,
    );
  const others = listIdArguments(rules, tool).filter(({ path }) =>
    valuesAt(example, path).some(({ pointer }) => pointer !== argument),
  );
  return others.some((other) => other.entity === entity || listAncestors(rules, other.entity).has(entity));
}
