import type { Entity } from "../model/behaviour.ts";
import { unlessEmpty } from "../model/members.ts";
import type { Limit, Model } from "../model/model.ts";
import { fileStem } from "../model/names.ts";
import { limitedName, listRefusing } from "../model/operations.ts";

/** The tables of the spec for which MCP Description has no fields. JSON has no undefined values, so they are left out. */
export function describeTables(model: Model): object {
  const { limits, failures, accountStates, entities, states } = model;
  return {
    "x-toolwright-limits": table(limits, limitEntry),
    "x-toolwright-failures": table(
      failures.map((failure) => ({ name: failure.code, ...failure })),
      ({ when, retryable }) => ({ when, retryable }),
    ),
    "x-toolwright-account-states": table(accountStates, ({ name, when, refused }) => ({
      when,
      refused,
      refusedBy: listRefusing(name, model).map(limitedName),
    })),
    "x-toolwright-entities": table(entities, entityEntry),
    "x-toolwright-states": table(states, ({ field, initial, refused, exclusive, transitions }) => ({
      field,
      initial,
      refused,
      exclusive,
      transitions: table(
        transitions,
        ({ from, to, by, within, after, during, queue, sets, changes = [] }) => ({
          from,
          to,
          by,
          within,
          after,
          during,
          queue,
          sets,
          changes: unlessEmpty(changes.map(({ at: _, ...change }) => change)),
        }),
      ),
    })),
  };
}

/** Name -> entry; undefined where there are none. */
function table<Item extends { readonly name: string }>(
  items: readonly Item[],
  entry: (item: Item) => object,
): object | undefined {
  return items.length === 0 ? undefined : Object.fromEntries(items.map((item) => [item.name, entry(item)]));
}

function limitEntry({ kind, numbers, settings, description, appliesTo, ...limit }: Limit): object {
  const { field, endsAt, ends, shownBy, refused } = limit;
  const where = {
    appliesTo: appliesTo.length > 0 ? appliesTo : undefined,
    field,
    endsAt,
    ends,
    shownBy,
    refused,
  };
  return { kind, ...numbers, ...settings, description, ...where };
}

function entityEntry({ id, madeBy, endedBy, private: code, observedBy, sharedBy }: Entity): object {
  return {
    type: fileStem(id),
    madeBy: madeBy && { tool: madeBy.tool, path: madeBy.path },
    endedBy,
    private: code,
    observedBy: observedBy.length > 0 ? observedBy : undefined,
    sharedBy: sharedBy && {
      tool: sharedBy.tool,
      account: sharedBy.account,
      differs: sharedBy.differs,
      roles: sharedBy.roles,
    },
  };
}
