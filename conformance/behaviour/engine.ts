/** What cases about behaviour are tried with: instances that the spec says how to make, move, observe and end. */
import type { Context } from "../calls/context.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { BehaviourCase } from "../cases/behaviour-cases.ts";
import { edited, type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { declared, ifPossible, PreconditionError } from "../results/precondition-error.ts";
import type { RunLog } from "../results/run-log.ts";
import type { HookName } from "../target/target.ts";
import type { OwnToken } from "../target/tokens.ts";
import { accountObserver } from "./account-observer.ts";
import type { Identity } from "./accounts.ts";
import { makeCalls } from "./calls.ts";
import type { EntityInstance } from "./entity-instance.ts";
import { makeEntityReader } from "./entity-reader.ts";
import { Filler, type FillOptions } from "./fill.ts";
import { type MakeOptions, makeLifecycle } from "./lifecycle.ts";
import { Observer } from "./observer.ts";
import type { ShownIds } from "./shown-ids.ts";
import type { WatchedResults } from "./watched-results.ts";

/** Everything that a case about behaviour may use. Its functions throw a PreconditionError where the case cannot be tried. */
export type Engine = ReturnType<typeof createEngine>;

export interface EngineOptions {
  readonly context: Context;
  readonly planned: readonly BehaviourCase[];
  readonly watched: WatchedResults;
  readonly shownIds: ShownIds;
  readonly hasHook: (name: string) => boolean;
  readonly runHook: (name: HookName, input: { readonly [name: string]: Json }) => Promise<Json>;
}

/** The rules of a spec that declares nothing about behaviour. */
export const noBehaviour: Behaviour = {
  entities: {},
  states: {},
  limits: {},
  idempotency: {},
  pages: {},
  draws: {},
  fields: [],
  sums: {},
  repeats: {},
  files: {},
  workflows: {},
};

export function readBehaviour({ behaviour }: CaseFile): Behaviour {
  return behaviour ?? noBehaviour;
}

export function createEngine({ context, planned, watched, shownIds, hasHook, runHook }: EngineOptions) {
  const rules = readBehaviour(context.cases);
  const runLog: RunLog = { access: [], transitions: [], volatile: [] };
  const calls = makeCalls(context);
  const filler = new Filler({ context, rules, make: makeParent });
  const lifecycle = makeLifecycle(rules, calls, () => filler, { hook, hasHook });
  const observer = new Observer({
    rules,
    runLog,
    reader: makeEntityReader(context.cases, calls, rules),
    make: (entity) => lifecycle.make(entity),
  });
  return {
    context,
    rules,
    /** What the report shows beside verdicts. */
    runLog,
    /** The cases about behaviour that the run will try in any case. */
    planned,
    watched,
    observer,
    observeAccount: accountObserver(context, calls),
    hasHook,
    requireHook,
    reserve,
    accountFor,
    ...calls,
    ...lifecycle,
    /** Valid arguments with ids of instances that exist, and a new idempotency key. */
    fill: async (tool: string, input: Json, options?: FillOptions) =>
      (await filler.fill(tool, input, options)).input,
    unknownId,
    hook,
  };

  /** Runs a hook of the target. */
  async function hook(name: HookName, input: { readonly [name: string]: Json }): Promise<Json> {
    requireHook(name);
    return runHook(name, input);
  }

  function requireHook(name: string): void {
    if (!hasHook(name)) throw new PreconditionError("no-control", `the target has no hook ${name}`);
  }

  /**
   * An id that names nothing, for an argument of a tool. Its form is that of the id in the arguments; `like` is another one.
   * Throws a PreconditionError if the schema allows only ids that results have shown.
   */
  function unknownId(tool: string, argument: string, input: Json, like = valueAt(input, argument)): Json {
    const id = declared(like, `the arguments of ${tool} have no id at ${argument}`);
    const fits = (to: Json) => context.schemas.fits(tool, edited(input, [{ set: argument, to }]));
    const unknown = shownIds.findUnknown(id, fits);
    return declared(unknown, `no id that names nothing fits the schema of ${tool}`);
  }

  /** A token that only this case uses; it may be used up, or ended. With `calls` it makes that many calls. */
  function reserve({
    account,
    scopes = context.cases.scopes,
    calls,
  }: Identity & { readonly calls?: number }): Promise<OwnToken> {
    return context.caller.reserve({ scopes, account, ...(calls !== undefined && { calls }) });
  }

  /** An account that only this case uses: its name, or `undefined` (that of the run) where the target has no such account. */
  async function accountFor(name: string): Promise<string | undefined> {
    if (!hasHook("mint")) return undefined;
    return ifPossible(context.caller.requireToken(name).then(() => name));
  }

  async function makeParent(entity: string, options: MakeOptions): Promise<EntityInstance | undefined> {
    return rules.entities[entity]?.madeBy && lifecycle.make(entity, options);
  }
}
