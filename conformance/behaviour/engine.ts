/** The objects that behaviour cases use to make, move, observe and end instances, as the spec declares. */
import type { AnswerWatch } from "../answers/answer-watch.ts";
import type { Caller } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { LiveValues } from "../calls/live-values.ts";
import type { NamedEntities } from "../calls/named-entity.ts";
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
import type { CreatedInstances } from "./instances/created-instances.ts";
import { Instances } from "./instances/instances.ts";
import { Room, type RoomOptions } from "./instances/room.ts";
import type { ShownIds } from "./instances/shown-ids.ts";
import { EntityReader } from "./observe/entity-reader.ts";
import { Observer } from "./observe/observer.ts";
import type { WatchedResults } from "./observe/watched-results.ts";
import { forgetInstances } from "./once-per-run.ts";
import { readBehaviour } from "./rules/rules.ts";
import type { StepsAbout } from "./rules/workflow-calls.ts";
import { listExamples } from "./states/earlier-calls.ts";
import { leadToEnd } from "./states/led-to-end.ts";
import { Preparer, type PreparerOptions } from "./states/preparer.ts";
import { States } from "./states/states.ts";

/** Everything that a behaviour case may use. Its methods throw a PreconditionError if the case cannot be decided. */
export interface Engine {
  readonly context: Context;
  readonly rules: Behaviour;
  /** Facts for the report in addition to the verdicts. */
  readonly runLog: RunLog;
  /** The behaviour cases that the run is going to decide. */
  readonly planned: readonly BehaviourCase[];
  /** The planned behaviour cases, and those that it decides if requests are left. */
  readonly selected: readonly BehaviourCase[];
  /** Whether requests are limited, so that cases look at as little as decides them. */
  readonly isBrief: boolean;
  /** The checks of every result of the run for sums, repeated arguments, counts and states. */
  readonly watched: WatchedResults;
  /** Calls tools, by any account. */
  readonly calls: Calls;
  /** Makes and ends entities, and fills in the arguments that name them. */
  readonly instances: Instances;
  /** Brings entities to a state, and follows what the server does with them. */
  readonly states: States;
  /** Provides other accounts, and tokens that only one case uses. */
  readonly accounts: Accounts;
  /** Ends what the run has made where an account has no room for more. */
  readonly room: Room;
  /** Observes entities, compares observations, and learns which places change by themselves. */
  readonly observer: Observer;
  /** Runs actions on the target that no tool offers, such as moving its clock. */
  readonly hooks: Hooks;
  /** Decides times from now and numbers that nothing has yet. */
  readonly live: LiveValues;
  /** Creates failures that include a call. */
  readonly verdicts: Verdicts;
  /** Takes the files that the target shows, if answers are recorded or compared. */
  readonly answers: AnswerWatch | undefined;
}

/** The parts of an engine. */
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
  /** Problems outside of cases, for the report. */
  readonly notes: Notes;
  /** Knows the instances that the run has made and not ended yet. */
  readonly created: CreatedInstances;
  readonly runHook: RunHook;
  readonly answers: AnswerWatch | undefined;
  readonly planned: readonly BehaviourCase[];
  readonly selected: readonly BehaviourCase[];
  /** Whether requests are limited, so that cases look at as little as decides them. */
  readonly isBrief: boolean;
  /** Performs the steps of a workflow about entities of an account. */
  performSteps(
    steps: StepsAbout,
    named: NamedEntities,
    engine: Engine,
    account: string | undefined,
  ): Promise<void>;
}

type ObserverParts = Pick<Engine, "rules" | "runLog" | "calls" | "instances" | "isBrief"> &
  Pick<EngineOptions, "cases">;

function createObserver({ cases, calls, instances, ...parts }: ObserverParts): Observer {
  return new Observer({
    ...parts,
    reader: new EntityReader(cases, calls, parts.rules),
    make: (entity) => instances.make(entity),
  });
}

type RoomParts = Omit<RoomOptions, "lead" | "forget"> & Pick<Engine, "calls" | "instances">;

/** @param findEngine returns the engine, which has the room */
function createRoom({ instances, ...parts }: RoomParts, findEngine: () => Engine): Room {
  return new Room({
    ...parts,
    lead: (instance) => leadToEnd(instance, { ...parts, instances }),
    forget: () => forget(findEngine()),
  });
}

/** Empties everything that holds instances for later cases. */
function forget(engine: Engine): void {
  forgetInstances(engine);
  engine.instances.bindings.renew();
  engine.observer.forgetInstances();
}

export function createEngine(options: EngineOptions): Engine {
  const { cases, target, to, caller, schemas, watch, watched, shownIds, notes, runHook, isBrief } = options;
  const rules = readBehaviour(cases);
  const runLog: RunLog = { access: [], transitions: [], volatile: [] };
  const hooks = new Hooks(target, runHook);
  const live = new LiveValues({
    cases,
    now: () => hooks.readTime(),
    clockMoves: () => hooks.clockMoves,
    fits: (tool, input) => schemas.fits(tool, input),
  });
  const calls = new Calls({ caller, cases, live });
  // Instances are prepared by calls that name instances.
  const prepare: Preparer["prepare"] = (...wanted) => preparer.prepare(...wanted);
  const made = { rules, target, caller, calls, schemas, live, shownIds, notes };
  const instances = new Instances({
    ...made,
    prepare,
    apart: { find: (tool) => preparer.findApart(tool), isKnown: (tool) => preparer.isApart(tool) },
    shapes: { find: (tool) => preparer.findShapes(tool), known: (tool) => preparer.knownShapes(tool) },
    examplesOf: (tool) => listExamples(tool, rules, cases),
  });
  const prepareInState: Preparer["prepareInState"] = (...about) => preparer.prepareInState(...about);
  const findShapes: Preparer["findShapes"] = (tool) => preparer.findShapes(tool);
  const states = new States({ rules, cases, instances, calls, clock: hooks, prepareInState, findShapes });
  const countLeft = () => caller.countLeft();
  const performSteps: PreparerOptions["performSteps"] = (steps, named, account) =>
    options.performSteps(steps, named, engine, account);
  const room = createRoom({ rules, created: options.created, caller, calls, instances }, () => engine);
  const duringTrial: Room["duringTrial"] = (run) => room.duringTrial(run);
  const madeOf = { rules, cases, instances, states, calls, isBrief };
  const preparer = new Preparer({ ...madeOf, countLeft, duringTrial, performSteps });
  const { bindings } = instances;
  const engine: Engine = {
    context: {
      cases,
      caller,
      bindings,
      schemas,
      watch,
      coded: target.coded === true,
      to,
      succeeded: new Set(),
      prepareFor: makePreparations(target, caller, notes),
      async bringToState(tool, input, refusedWith) {
        if (refusedWith === undefined) await preparer.prepare(tool, input);
        await states.bringToState(tool, input, { refusedWith });
      },
    },
    rules,
    runLog,
    planned: options.planned,
    selected: options.selected,
    isBrief: options.isBrief,
    watched,
    calls,
    instances,
    states,
    room,
    accounts: new Accounts({ cases, caller, calls, bindings, hooks }),
    observer: createObserver({ rules, runLog, cases, calls, instances, isBrief }),
    hooks,
    live,
    verdicts,
    answers: options.answers,
  };
  return engine;
}
