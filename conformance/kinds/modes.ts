/** Judges the cases of kind modes: what the annotations of a tool say of its effects. */
import { type Called, readStructured } from "../behaviour/calls.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { EntityInstance } from "../behaviour/entity-instance.ts";
import { findLosses, isTime } from "../behaviour/lost.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  findSnapshot,
  type Observation,
} from "../behaviour/observation.ts";
import { PreconditionError } from "../behaviour/precondition-error.ts";
import { isSubset } from "../behaviour/rule-calls.ts";
import { baseArguments } from "../calls/arguments.ts";
import type { ModeCase } from "../cases/behaviour-cases.ts";
import { edited, type Json } from "../cases/edits.ts";
import { listLeaves, toPattern, valuesAt } from "../cases/places.ts";
import { failed, held, type Verdict } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";
import { grewByMore, readRepeatedly } from "./repeated-reads.ts";

export const modes: KindOfBehaviour<ModeCase> = {
  cost(each, { entities }) {
    const visible = Object.values(entities).filter(({ madeBy }) => madeBy);
    const taken = visible.filter((rule) => rule.arguments.some(({ tool }) => tool === each.tool));
    const observed = taken.length > 0 ? taken : visible;
    const seen = observed.flatMap(({ observedBy }) => observedBy).filter(({ tool }) => tool !== each.tool);
    // Each is made and ended. What others do at the same time takes a third observation.
    return 2 * observed.length + 3 + (each.check === "read-only" ? 3 : 2) * seen.length;
  },
  writes: (each, { behaviour }) =>
    each.check !== "read-only" || Object.values(behaviour?.entities ?? {}).some(({ madeBy }) => madeBy),
  // What other cases do at the same time would look like an effect of the tool.
  when: () => "alone",
  verdict: (each, engine) => verdicts[each.check](each, engine),
};

const verdicts = {
  "read-only": readOnlyVerdict,
  idempotent: idempotentVerdict,
  "not-destructive": notDestructiveVerdict,
};

/** The arguments of a call, and a function that observes its effects. */
interface ModeTrial {
  readonly input: Json;
  observe(): Promise<Observation>;
}

async function readOnlyVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const trial = await prepareTrial(each, engine, [each.tool]);
  const earlier = await trial.observe();
  const before = await trial.observe();
  const { last, change: own } = await readRepeatedly(each.tool, engine, () =>
    engine.succeeding({ tool: each.tool, input: trial.input }),
  );
  const wrong = (change: Change) =>
    failed(`${each.tool} changes nothing`, describeChange(change), engine.evidence(last));
  if (own !== undefined) return wrong(own);
  const after = await trial.observe();
  const changes = compareObservations(before, after);
  if (changes.length === 0) return held;
  await engine.observer.waitForClockTick();
  // The other reading tools may break the same promise, which is the finding of their own cases.
  const byOthers = [
    ...compareObservations(earlier, before),
    ...compareObservations(after, await trial.observe()),
  ];
  const volatile = new Set(byOthers.map(showPlace));
  const change = changes.find((each) => !volatile.has(showPlace(each)) || grewByMore(each, byOthers));
  return change === undefined ? held : wrong(change);
}

/** What looks like an effect of the second call may be what the first one started, so then another try waits for its end. */
async function idempotentVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const verdict = await secondCallVerdict(each, engine, (trial) => trial.observe());
  return verdict === held
    ? held
    : secondCallVerdict(each, engine, ({ observe }) => engine.observer.waitUntilStable(observe));
}

async function secondCallVerdict(
  each: ModeCase,
  engine: Engine,
  observeAfterFirst: (trial: ModeTrial) => Promise<Observation>,
): Promise<Verdict> {
  const trial = await prepareTrial(each, engine);
  const first = await engine.succeeding({ tool: each.tool, input: trial.input });
  const once = await observeAfterFirst(trial);
  const second = await engine.call({ tool: each.tool, input: trial.input });
  if (second.outcome.is !== "success" && second.outcome.is !== "refusal") {
    return failed(
      "a second call with the same arguments is answered",
      describeAnswer(second.exchange.answer),
      engine.evidence(second),
    );
  }
  const changes = await engine.observer.findChanges(trial.observe, once, await trial.observe());
  const change = changes.find(({ before, after }) => !(isTime(before) && isTime(after)));
  const got = change === undefined ? otherIds(each, engine, first, second) : describeChange(change);
  return got === undefined
    ? held
    : failed("a second call changes nothing more", got, engine.evidence(second));
}

async function notDestructiveVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const trial = await prepareTrial(each, engine, [], true);
  const before = await trial.observe();
  const called = await engine.succeeding({ tool: each.tool, input: trial.input });
  const after = await trial.observe();
  const wanted = valuesWanted(each, engine, trial.input);
  const changedPlaces = new Set(
    (await engine.observer.findChanges(trial.observe, before, after)).map(showPlace),
  );
  const lost = lossesBetween(before, after, wanted).find((change) =>
    [...changedPlaces].some(
      (place) => place === showPlace(change) || place.startsWith(`${showPlace(change)}/`),
    ),
  );
  return lost === undefined
    ? held
    : failed(
        `what was there before ${each.tool} is there afterwards`,
        describeChange(lost),
        engine.evidence(called),
      );
}

/**
 * A new instance of each entity that the tool takes; for a tool that takes none, one of each entity. Where the spec
 * declares no entity that others show, the account as a whole is observed.
 */
async function prepareTrial(
  each: ModeCase,
  engine: Engine,
  without: readonly string[] = [],
  withReferences = false,
): Promise<ModeTrial> {
  const { rules, context } = engine;
  const example = edited(baseArguments(context.cases, each.base!), each.edits ?? []);
  const visible = Object.entries(rules.entities).filter(
    ([, { madeBy, observedBy }]) => madeBy && observedBy.some(({ tool }) => !without.includes(tool)),
  );
  const taken = visible.filter(([, rule]) =>
    rule.arguments.some(({ tool, path }) => tool === each.tool && valuesAt(example, path).length > 0),
  );
  const instances: EntityInstance[] = [];
  const references: EntityInstance[] = [];
  for (const [entity] of taken.length > 0 ? taken : visible) {
    // First, since it is made and read before anything else: reading it must not touch what is made for this case.
    references.push(await engine.observer.referenceInstance(entity));
    instances.push(await engine.make(entity));
  }
  const input = await engine.fill(each.tool, example, {
    instances: Object.fromEntries(instances.map((instance) => [instance.entity, instance])),
  });
  // What a call uses up, as an order uses up its quote, moves on with what the call started.
  const lasting = instances.filter(({ entity }) => entity !== usedUpBy(each.tool, engine));
  const observed = withReferences ? [...lasting, ...references] : instances;
  if (observed.length === 0) return prepareAccountTrial(each, engine, input, without);
  return {
    input,
    observe: async () => {
      const observations: Observation[] = [];
      for (const instance of observed)
        observations.push(await engine.observer.observe(instance, { without }));
      return observations.flat();
    },
  };
}

/** The entity whose id is the idempotency key of a tool. */
function usedUpBy(tool: string, { rules }: Engine): string | undefined {
  const key = rules.idempotency[tool]?.key;
  const isKey = (place: { readonly tool: string; readonly path: string }) =>
    place.tool === tool && place.path === key;
  return Object.keys(rules.entities).find((name) => rules.entities[name]!.arguments.some(isKey));
}

async function prepareAccountTrial(
  { tool }: ModeCase,
  engine: Engine,
  input: Json,
  without: readonly string[],
): Promise<ModeTrial> {
  const observe = () => engine.observer.observeAccount({ without });
  if ((await observe()).every(({ value }) => value === undefined))
    throw new PreconditionError("unobserved", `no other tool shows what ${tool} changes`);
  return { input, observe };
}

/** A tool that makes an entity each time it is called returns another id each time. */
function otherIds({ tool }: ModeCase, { rules }: Engine, first: Called, second: Called): string | undefined {
  if (second.outcome.is !== "success") return undefined;
  const places = Object.values(rules.entities).flatMap(({ results }) =>
    results.filter((place) => place.tool === tool && !place.path.includes("*")),
  );
  for (const { path } of places) {
    const [was, is] = [first, second].map((called) => valuesAt(readStructured(called), path)[0]?.value);
    if (was !== is) return `${tool} returned ${JSON.stringify(is)} after ${JSON.stringify(was)}`;
  }
  return undefined;
}

/** Values that the caller asked for: an argument, or the state that the call leads to. */
function valuesWanted({ tool }: ModeCase, { rules }: Engine, input: Json): (value: Json) => boolean {
  const states = Object.values(rules.states).flatMap(({ transitions }) =>
    Object.values(transitions)
      .filter(({ by }) => by.tool === tool && isSubset(by.input, input, by.id))
      .map(({ to }) => to),
  );
  const wanted = new Set<Json>([...listLeaves(input).map(({ value }) => value), ...states]);
  return (value) => wanted.has(value);
}

function lossesBetween(
  before: Observation,
  after: Observation,
  isWanted: (value: Json) => boolean,
): Change[] {
  return before.flatMap((was) => {
    const is = findSnapshot(was, after);
    if (is === undefined) return [];
    const { tool, called } = is;
    if (was.value === undefined || was.unknown || is.unknown) return [];
    if (is.value === undefined) return [{ tool, at: "", before: was.value, after: is.absent, called }];
    return findLosses(was.value, is.value, isWanted).map((loss) => ({ tool, called, ...loss }));
  });
}

function showPlace({ tool, at }: Change): string {
  return `${tool} ${toPattern(at)}`;
}
