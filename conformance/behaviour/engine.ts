/** What cases about behaviour are tried with: instances that the spec says how to make, move, observe and end. */
import type { Caller } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import type { Notes } from "../calls/notes.ts";
import { makePreparations } from "../calls/preparations.ts";
import type { Behaviour } from "../cases/behaviour.ts";
import type { BehaviourCase } from "../cases/behaviour-cases.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Schemas } from "../judge/schemas.ts";
import type { Watch } from "../judge/watch.ts";
import type { RunLog } from "../results/run-log.ts";
import type { RunHook } from "../target/hooks.ts";
import type { Target } from "../target/target.ts";
import { Accounts } from "./accounts.ts";
import { Calls } from "./calls/calls.ts";
import { type Verdicts, verdicts } from "./calls/verdicts.ts";
import { Hooks } from "./hooks.ts";
import { Instances } from "./instances/instances.ts";
import type { ShownIds } from "./instances/shown-ids.ts";
import { EntityReader } from "./observe/entity-reader.ts";
import { Observer } from "./observe/observer.ts";
import type { WatchedResults } from "./observe/watched-results.ts";
import { readBehaviour } from "./rules/rules.ts";
import { States } from "./states/states.ts";

/** Everything that a case about behaviour may use. Its methods throw a PreconditionError where the case cannot be tried. */
export interface Engine {
  readonly context: Context;
  readonly rules: Behaviour;
  /** What the report shows beside verdicts. */
  readonly runLog: RunLog;
  /** The cases about behaviour that the run will try in any case. */
  readonly planned: readonly BehaviourCase[];
  /** What every result of the run has shown of sums, repeated arguments, counts and states. */
  readonly watched: WatchedResults;
  /** Calls tools, by any account. */
  readonly calls: Calls;
  /** Makes and ends entities, and fills in the arguments that name them. */
  readonly instances: Instances;
  /** Brings entities to a state, and follows what the server does with them. */
  readonly states: States;
  /** Other accounts, and tokens that only one case uses. */
  readonly accounts: Accounts;
  /** Observes entities, compares what is seen, and learns what changes by itself. */
  readonly observer: Observer;
  /** Does on the target what no tool can do, such as moving its clock. */
  readonly hooks: Hooks;
  /** Failures that show a call. */
  readonly verdicts: Verdicts;
}

/** What an engine is made of. */
export interface EngineOptions {
  readonly cases: CaseFile;
  readonly target: Target;
  /** The address of the target; over stdio its command. */
  readonly to: string;
  readonly caller: Caller;
  readonly schemas: Schemas;
  readonly watch: Watch;
  readonly watched: WatchedResults;
  readonly shownIds: ShownIds;
  /** What goes wrong beside the cases. */
  readonly notes: Notes;
  readonly runHook: RunHook;
  readonly planned: readonly BehaviourCase[];
}

export function createEngine(options: EngineOptions): Engine {
  const { cases, target, to, caller, schemas, watch, watched, shownIds, notes, runHook, planned } = options;
  const rules = readBehaviour(cases);
  const runLog: RunLog = { access: [], transitions: [], volatile: [] };
  const hooks = new Hooks(target, runHook);
  const calls = new Calls({ caller, cases });
  const instances = new Instances({ rules, target, caller, calls, schemas, shownIds, notes });
  const states = new States({ rules, instances, clock: hooks });
  const { bindings } = instances;
  return {
    context: {
      cases,
      caller,
      bindings,
      schemas,
      watch,
      coded: target.coded === true,
      to,
      prepareFor: makePreparations(target, caller, notes),
      bringToState: (tool, input, refusedWith) => states.bringToState(tool, input, refusedWith),
    },
    rules,
    runLog,
    planned,
    watched,
    calls,
    instances,
    states,
    accounts: new Accounts({ cases, caller, calls, bindings, hooks }),
    observer: new Observer({
      rules,
      runLog,
      reader: new EntityReader(cases, calls, rules),
      make: (entity) => instances.make(entity),
    }),
    hooks,
    verdicts,
  };
}
