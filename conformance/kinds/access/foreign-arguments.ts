/** Arguments with which the other account names an entity of the owner. */
import type { Called } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listAncestors } from "../../behaviour/rules/address.ts";
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
 * Whether the id of the case is also tried beside arguments of the caller: within the foreign entity and beside what belongs to it, a
 * refusal may be about them.
 */
export function isTriedAlone(each: ArgumentCase, engine: Engine, example: Json): boolean {
  return [namesChild, namesSibling, namesParent].some((names) => names(each, engine, example));
}

/**
 * Whether the arguments also name an entity that is made within the one of the case, such as the pupil that is moved into a class. If
 * they name what the entity of the case is within, too, its id says nothing alone: each account may have an issue 1.
 */
function namesChild({ tool, entity }: ArgumentCase, { rules }: Engine, example: Json): boolean {
  const named = [...listNamedEntities(rules, tool, example)];
  const parents = listAncestors(rules, entity);
  return (
    named.some((other) => listAncestors(rules, other).has(entity)) &&
    !named.some((other) => parents.has(other))
  );
}

/**
 * Whether the arguments also name another entity of the same kind, such as the issue that waits for the one of the case, and nothing
 * that both are within.
 */
function namesSibling({ tool, entity, argument }: ArgumentCase, { rules }: Engine, example: Json): boolean {
  const parents = listAncestors(rules, entity);
  const hasParent = [...listNamedEntities(rules, tool, example)].some((other) => parents.has(other));
  const places = listIdArguments(rules, tool).filter((place) => place.entity === entity);
  const ids = places.flatMap(({ path }) => valuesAt(example, path));
  return !hasParent && ids.some(({ pointer }) => pointer !== argument);
}

/**
 * Whether the arguments also name what the entity of the case is within, such as the team of a manager, and the id of the entity says
 * something without it: a tool that shows the entity takes the id alone.
 */
function namesParent({ tool, entity }: ArgumentCase, { rules }: Engine, example: Json): boolean {
  const parents = listAncestors(rules, entity);
  const isParentIn = (tool: string, input: Json) =>
    [...listNamedEntities(rules, tool, input)].some((other) => parents.has(other));
  const isShownAlone = rules.entities[entity]!.observedBy.some(
    (observer) => observer.id !== undefined && !isParentIn(observer.tool, observer.input),
  );
  return isShownAlone && isParentIn(tool, example);
}
