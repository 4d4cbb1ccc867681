/** Judges `destructiveHint: false`: data that existed before a call exists afterwards. */
import { canonical, toPointer } from "@toolwright/runtime/json";
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { isDeclaredChange } from "../../behaviour/observe/declared-changes.ts";
import { fellBySent, findLosses, isOtherState, isTime } from "../../behaviour/observe/lost.ts";
import {
  type Change,
  describeChange,
  findSnapshot,
  type Observation,
  showPlace,
} from "../../behaviour/observe/observation.ts";
import { checkSum } from "../../behaviour/observe/sums.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { hasArgumentsOf } from "../../behaviour/rules/rule-calls.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import { isObject, type Json, steps, valueAt } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type CallsTogether, callTogether, type Together } from "./calls-together.ts";
import { prepareTrial } from "./trial.ts";

const writesTogether = oncePerRun<Promise<CallsTogether<Called>>>();
const callOnce: Together<Called> = {
  withReferences: true,
  call: ({ tool }, input, engine) => engine.calls.requireSuccess({ tool, input }),
  isKept: (before, after) => listLosses(before, after, () => false).length === 0,
};

export async function notDestructiveVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const calls = await writesTogether(engine, each.check, () =>
    engine.room.ifEnough(() => ifPossible(callTogether(each, engine, callOnce))),
  );
  // A call that was refused there, such as a transition of another state, is tried alone.
  const shared = await ifPossible(calls?.get(each.id) ?? Promise.resolve(undefined));
  if (shared !== undefined) return held;
  const trial = await prepareTrial(each, engine, { withReferences: true });
  const before = await trial.observe();
  const called = await engine.calls.requireSuccess({ tool: each.tool, input: trial.input });
  const after = await trial.observe();
  const wanted = makeWantedTest(each, engine, trial.input);
  const changed = (await engine.observer.findChanges(trial.observe, before, after)).map(showPlace);
  const lost = listLosses(before, after, wanted)
    .filter((loss) => !isDeclaredChange(engine.rules, called, loss))
    .filter((loss) => !isMovedWithinSum(loss, engine.rules, before, after))
    .filter((loss) => !isMovedBeside(loss, before, after))
    .filter((loss) => !isFreeState(loss, engine.rules))
    .filter((loss) => !isSentList(loss, after, trial.input))
    .filter((loss) => !isTimeOfLeftState(loss, engine.rules, called))
    .filter((loss) => !fellBySent(loss, trial.input))
    .filter((loss) =>
      changed.some((place) => isWithin(place, showPlace(loss)) || isWithin(showPlace(loss), place)),
    );
  const belonging = await Promise.all(lost.map((loss) => belongsToLeftState(loss, called, engine)));
  const first = lost.find((_, index) => !belonging[index]);
  return first === undefined
    ? held
    : engine.verdicts.failed(
        `data that existed before ${each.tool} exists afterwards`,
        called,
        describeChange(first),
      );
}

/** Whether a place is another one or a part of it. */
function isWithin(place: string, whole: string): boolean {
  return `${place}/`.startsWith(`${whole}/`);
}

/**
 * Whether a value is gone that belongs to the state which the call leaves: the reason of a block, which a new member does not have. A new entity
 * shows whether it has one.
 */
async function belongsToLeftState(
  { tool, of, at, after }: Change,
  called: Called,
  { rules, instances, observer }: Engine,
): Promise<boolean> {
  if (of === undefined || at === "" || (after !== undefined && after !== null)) return false;
  const isLeft = Object.values(rules.states).some(
    ({ entity, initial, transitions }) =>
      entity === of.entity &&
      Object.values(transitions).some(({ by, from }) => by.tool === called.tool && !from.includes(initial)),
  );
  if (!isLeft) return false;
  const fresh = await ifPossible(
    instances.make(of.entity).then((instance) => observer.observe(instance, { only: tool })),
  );
  const value = fresh?.[0]?.value;
  return value !== undefined && (valueAt(value, at) ?? null) === null;
}

/** Whether a number is part of a sum of its entity whose total stays: a payment that lowers a balance moves an amount, and removes nothing. */
function isMovedWithinSum(loss: Change, rules: Behaviour, before: Observation, after: Observation): boolean {
  const was = findSnapshot(loss, before)?.value;
  const is = findSnapshot(loss, after)?.value;
  if (loss.of === undefined || was === undefined || is === undefined) return false;
  const { observedBy = [] } = rules.entities[loss.of.entity] ?? {};
  const sums = observedBy.flatMap(({ tool }) => rules.sums[tool] ?? []);
  return sums.some(
    (sum) =>
      sum.items === undefined &&
      sum.parts.includes(loss.at) &&
      valueAt(was, sum.total) === valueAt(is, sum.total) &&
      checkSum(sum, { input: {}, result: is }) === undefined,
  );
}

/** Whether a number beside it has grown by just as much: a place that was left is taken. */
function isMovedBeside(loss: Change, before: Observation, after: Observation): boolean {
  const [was, is] = [findSnapshot(loss, before)?.value, findSnapshot(loss, after)?.value];
  if (typeof loss.before !== "number" || typeof loss.after !== "number") return false;
  if (was === undefined || is === undefined) return false;
  const around = toPointer(steps(loss.at).slice(0, -1));
  const [then, now] = [valueAt(was, around), valueAt(is, around)];
  if (!isObject(then) || !isObject(now)) return false;
  const fell = loss.before - loss.after;
  return Object.entries(then).some(([name, value]) => {
    const grown = now[name];
    return typeof value === "number" && typeof grown === "number" && grown - value === fell;
  });
}

/** Whether one state followed another of which the spec says nothing: a machine of the spec names the calls that change its state. */
function isFreeState(loss: Change, { states }: Behaviour): boolean {
  const isDeclared = Object.values(states).some(
    ({ entity, field }) => entity === loss.of?.entity && steps(field.path).at(-1) === steps(loss.at).at(-1),
  );
  return isOtherState(loss) && !isDeclared;
}

/**
 * Whether a time is gone that belongs to the state which the call leaves: one that a transition sets, or the end of a duration after which
 * the server leaves it.
 */
function isTimeOfLeftState(
  { of, at, before, after }: Change,
  { states }: Behaviour,
  { tool }: Called,
): boolean {
  if (!isTime(before) || (after !== null && after !== undefined)) return false;
  const name = steps(at).at(-1);
  return Object.values(states).some(({ entity, transitions, serverTransitions }) => {
    const left = new Set(
      Object.values(transitions).flatMap(({ by, from }) => (by.tool === tool ? from : [])),
    );
    const ending = Object.values(serverTransitions).filter(({ from }) =>
      from.some((state) => left.has(state)),
    );
    const places = [
      ...Object.values(transitions).flatMap(({ to, sets = [] }) => (left.has(to) ? sets : [])),
      ...ending.flatMap(({ endsAt, sets = [] }) => (endsAt === undefined ? sets : [endsAt, ...sets])),
    ];
    return entity === of?.entity && places.some((place) => steps(place).at(-1) === name);
  });
}

/** Whether the lost value was in a list that the call has sent as a whole: tags were replaced as a name is. */
function isSentList(loss: Change, after: Observation, input: Json): boolean {
  const is = findSnapshot(loss, after)?.value;
  if (is === undefined || !isObject(input)) return false;
  const sent = Object.values(input).filter((value) => Array.isArray(value));
  const path = steps(loss.at);
  return path.some((_, index) => {
    const around = valueAt(is, toPointer(path.slice(0, index + 1)));
    return sent.some((list) => canonical(list) === canonical(around));
  });
}

/** Returns a test for values that the caller requested: an argument, or the state to which the call leads. */
function makeWantedTest({ tool }: ModeCase, { rules }: Engine, input: Json): (value: Json) => boolean {
  const states = Object.values(rules.states).flatMap(({ transitions }) =>
    Object.values(transitions)
      .filter(({ by }) => hasArgumentsOf(rules, by, { tool, input }))
      .map(({ to }) => to),
  );
  const wanted = new Set<Json>([...listLeaves(input).map(({ value }) => value), ...states]);
  return (value) => wanted.has(value);
}

function listLosses(before: Observation, after: Observation, isWanted: (value: Json) => boolean): Change[] {
  return before.flatMap((was) => {
    const is = findSnapshot(was, after);
    if (is === undefined) return [];
    const { tool, of, called } = is;
    if (was.value === undefined || was.unknown || is.unknown) return [];
    if (is.value === undefined) return [{ tool, of, at: "", before: was.value, after: is.absent, called }];
    return findLosses(was.value, is.value, isWanted).map((loss) => ({ tool, of, called, ...loss }));
  });
}
