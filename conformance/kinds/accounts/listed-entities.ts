/** Fills in arguments with ids that the lists of an account show, where the account can make nothing. */
import { withArticle } from "@toolwright/runtime/problems";
import { readShown } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { listNamedEntities } from "../../behaviour/rules/rule-calls.ts";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { PreconditionError } from "../../results/precondition-error.ts";

export interface ListedCall {
  readonly tool: string;
  readonly example: Json;
  readonly state: string;
  readonly account: string;
}

/**
 * Replaces the ids in an example by those of one thing and of what it is in. Of other ids, one may not belong to the others, and a
 * server may look at that first: nothing is verified then.
 */
export async function fillFromLists(call: ListedCall, engine: Engine): Promise<Json> {
  const { tool, example, account } = call;
  const instances = await findNamed(call, engine);
  return engine.instances.fill(tool, example, { account, unprepared: true, instances });
}

async function findNamed(call: ListedCall, engine: Engine): Promise<NamedEntities> {
  const named = [...listNamedEntities(engine.rules, call.tool, call.example)];
  for (const entity of named) {
    const found = await findListed(entity, call, engine);
    const instances: NamedEntities = { ...found?.parents, ...(found && { [entity]: found }) };
    if (named.every((each) => Object.hasOwn(instances, each))) return instances;
  }
  if (named.length === 0) return {};
  const what = named.map((entity) => withArticle(entity)).join(" and ");
  throw new PreconditionError(
    "no-account",
    `no list shows ${what} of the account in the state ${call.state}: ` +
      "with the hooks mint and account, an account makes things before it is in the state",
  );
}

/** Finds a thing in a list of the account, or in one of another thing that a list of the account shows. */
async function findListed(
  entity: string,
  call: ListedCall,
  engine: Engine,
  without: readonly string[] = [],
): Promise<NamedEntity | undefined> {
  for (const { parent, ...list } of listLists(entity, call.state, engine)) {
    if (parent !== undefined && without.includes(parent)) continue;
    const within = parent && (await findListed(parent, call, engine, [...without, entity]));
    const parents: NamedEntities = parent && within ? { ...within.parents, [parent]: within } : {};
    const isAbsent = parent !== undefined && !within;
    const id = isAbsent ? undefined : await readFirst(list, parents, call, engine);
    if (id !== undefined) return { id, parents };
  }
  return undefined;
}

/** A call that lists things. */
interface ListOfThings {
  readonly tool: string;
  readonly input: Json;
  /** The place of their ids in the result. */
  readonly ids: string;
  /** The entity that the call names. */
  readonly parent: string | undefined;
}

/** Lists the lists of an entity that the account may read in the state, and that name one other thing at most. */
function listLists(entity: string, state: string, { rules }: Engine): ListOfThings[] {
  const refusing = rules.accountStates[state]?.tools ?? [];
  return (rules.entities[entity]?.observedBy ?? []).flatMap(({ tool, id, list: ids, input }) => {
    const [parent, ...others] = listNamedEntities(rules, tool, input);
    const isList = ids !== undefined && id === undefined && others.length === 0;
    return isList && !refusing.includes(tool) ? [{ tool, input, ids, parent }] : [];
  });
}

async function readFirst(
  { tool, input, ids }: Omit<ListOfThings, "parent">,
  instances: NamedEntities,
  { account }: ListedCall,
  engine: Engine,
): Promise<Json | undefined> {
  const filled = await engine.instances.fill(tool, input, { account, unprepared: true, instances });
  const called = await engine.calls.call({ tool, input: filled }, { account });
  return valuesAt(readShown(called), ids)[0]?.value;
}
