/** Judges the cases of kind access that no law decides: lists, shares, exclusive states and completions. */
import { otherAccount } from "../../behaviour/calls/identity.ts";
import { isBeyondWaiting } from "../../behaviour/clock.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { makeMarkedInput } from "../../behaviour/observe/marks.ts";
import { listLastingStates, makeInState } from "../../behaviour/states/in-state.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { AccessCase } from "../../cases/behaviour-cases.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { foreignCompletionsVerdict } from "../entities/completions.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { listVerdict, recordAnswer } from "./access-lists.ts";
import { secondsUntilUnshared, unsharedVerdict } from "./ended-shares.ts";
import { exclusiveVerdict, secondsUntilFree } from "./exclusive.ts";
import { seenPlaceVerdict, sharedVerdict } from "./shared-access.ts";

/** The cases that no law decides. */
type JudgedCase = Exclude<AccessCase, { readonly check: "other-account" | "unknown-id" | "role" }>;

/** The costs for calls in each state of the entity. */
const costs: Readonly<Record<JudgedCase["check"], number>> = {
  list: 12,
  shared: 16,
  unshared: 8,
  sees: 1,
  exclusive: 18,
  completions: 14,
};

type AccessKind = Omit<KindOfBehaviour<AccessCase>, "cost" | "verdict"> &
  Pick<KindOfBehaviour<JudgedCase>, "cost" | "verdict">;

export const access: AccessKind = {
  cost: ({ check }) => costs[check],
  seconds: secondsFor,
  hooks: (each, rules) => (isBeyondWaiting(secondsFor(each, rules)) ? ["clock"] : []),
  writes: (each, { tools }) => each.check !== "unknown-id" || tools[each.tool]?.readOnly === false,
  account: (each, rules) =>
    each.check === "unknown-id" || isOfShares(each, rules) ? undefined : otherAccount,
  names: (each, rules) =>
    isOfShares(each, rules) ? rules.entities[each.entity]?.sharedBy?.account.slice(1) : undefined,
  async verdict(each, engine) {
    if (each.check === "shared") return sharedVerdict(each, engine);
    if (each.check === "unshared") return unsharedVerdict(each, engine);
    if (each.check === "sees") return seenPlaceVerdict(each, engine);
    if (each.check === "exclusive") return exclusiveVerdict(each, engine);
    if (each.check === "completions") return foreignCompletionsVerdict(each, engine);
    try {
      return await listVerdict(each, engine, () => makeInEveryState(each.entity, engine));
    } catch (error) {
      if (error instanceof PreconditionError)
        recordAnswer(each, engine, "other account", "not verified", "unverified");
      throw error;
    }
  },
};

/** Whether a case is about an account that is given access. */
function isOfShares({ check, entity }: AccessCase, { entities }: Behaviour): boolean {
  if (check === "exclusive") return entities[entity]?.sharedBy !== undefined;
  return check === "shared" || check === "sees" || check === "unshared" || check === "role";
}

function secondsFor(each: AccessCase, rules: Behaviour): number {
  if (each.check === "unshared") return secondsUntilUnshared(each, rules);
  return each.check === "exclusive" ? secondsUntilFree(each, rules) : 0;
}

/** Creates an instance in every state, with a unique text by which a search finds it. */
async function makeInEveryState(entity: string, engine: Engine): Promise<EntityInstance[]> {
  const instances: EntityInstance[] = [];
  for (const state of listLastingStates(entity, engine.rules))
    instances.push(
      await makeInState(entity, state, engine, { input: await makeMarkedInput(engine, entity) }),
    );
  return instances;
}
