/** Gets an account that is in a state of whole accounts, by a hook or by a token of the target file. */
import { type Called, refusalCode } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { NamedEntities } from "../../calls/named-entity.ts";
import type { AccountCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { accountInState } from "../../target/known-tokens.ts";
import { fillFromLists } from "./listed-entities.ts";

/** An account for one case. */
export interface StateAccount {
  /** Its name, which calls have. */
  readonly name: string;
  /** Returns arguments that name what the account has. Throws a PreconditionError if there is no such thing. */
  prepare(tool: string, example: Json, named?: NamedEntities): Promise<Json>;
  /** Does something while the account is in the state. */
  within<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether a call is accepted where no account is in the state, so that only the state explains its refusal. */
  isAccepted(called: Called): Promise<boolean>;
}

/** Throws a PreconditionError if the run has no account that it can have in the state. */
export async function findAccount(each: AccountCase, engine: Engine): Promise<StateAccount> {
  const { hooks, context } = engine;
  if (hooks.has("account") && hooks.has("mint")) {
    const name = `${each.state}-${each.tool}`.replaceAll(/[^A-Za-z0-9]+/g, "-");
    await context.caller.requireToken(name);
    return movedAccount(name, each.state, engine);
  }
  if (context.caller.hasToken(accountInState(each.state))) return standingAccount(each.state, engine);
  throw new PreconditionError(
    "no-account",
    `the run has no account in the state ${each.state}: add a token with \`state: ${each.state}\` to the target file, ` +
      "or the hooks mint and account, where account brings an account that mint made into a state, and out of it",
  );
}

/** An account that the hook `account` brings into the state and out of it, so that it may make things before. */
function movedAccount(name: string, state: string, engine: Engine): StateAccount {
  const { hooks, instances, states, calls } = engine;
  return {
    name,
    async prepare(tool, example, named) {
      const input = await instances.fill(tool, example, {
        account: name,
        ...(named && { instances: named }),
      });
      await states.bringToState(tool, input, { account: name });
      return input;
    },
    async within(work) {
      await hooks.run("account", { account: name, state });
      try {
        return await work();
      } finally {
        await hooks.run("account", { account: name, state: null });
      }
    },
    isAccepted: async ({ tool, input }) => isSuccess(await calls.call({ tool, input }, { account: name })),
  };
}

/** An account that is in the state all the time. What its arguments name is what its lists show. */
function standingAccount(state: string, engine: Engine): StateAccount {
  const { instances, calls } = engine;
  const name = accountInState(state);
  return {
    name,
    prepare: (tool, example) => fillFromLists({ tool, example, state, account: name }, engine),
    within: (work) => oneByOne(engine, work),
    // Another code may be about what the account has. The account of the run has other things, and is in no state.
    async isAccepted(called) {
      const { tool, input } = called;
      if (refusalCode(called) !== engine.rules.accountStates[state]?.refused) return false;
      const own = await instances.fill(tool, input);
      await engine.states.bringToState(tool, own);
      return isSuccess(await calls.call({ tool, input: own }));
    },
  };
}

/** Engine -> the end of the work that was begun last. */
const lastWork = new WeakMap<Engine, Promise<unknown>>();

/** All cases have the same account: what one of them changes is no effect of another one's call. */
function oneByOne<Result>(engine: Engine, work: () => Promise<Result>): Promise<Result> {
  const done = (lastWork.get(engine) ?? Promise.resolve()).then(work);
  lastWork.set(
    engine,
    done.catch(() => undefined),
  );
  return done;
}

function isSuccess({ outcome }: Called): boolean {
  return outcome.is === "success";
}
