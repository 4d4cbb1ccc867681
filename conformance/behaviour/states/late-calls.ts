/**
 * Makes calls late: a thing is brought back after it was due. The rules about all results, such as sums and conditions, then see what a
 * server calculates when a time has passed.
 */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { listTimes, passTime } from "../clock.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { oncePerRun } from "../once-per-run.ts";
import { findCallPath, isTransient } from "../rules/transitions.ts";
import { findExample } from "./earlier-calls.ts";

/** A call of a transition that waits until a time has passed that its instance shows. */
interface LateCall {
  readonly instance: EntityInstance;
  readonly machine: string;
  readonly transition: string;
  /** The time in milliseconds. */
  readonly due: number;
}

/** Another call about an instance, after the late one. */
type FurtherCall = CallRule & { readonly id: string };

/** The greatest distance of a time that is waited for: terms and deadlines, and no dates of birth or of a distant end. */
const longestDays = 400;
/** How late the calls are: some whole hours and days, and a part of each. */
const lateMs = 36.5 * 3_600_000;
/** The most calls of a run. */
const mostCalls = 60;

const called = oncePerRun<Promise<void>>();

/** Makes the late calls, once in a run. Without the hook `clock` or with few requests it makes none. */
export function callLate(engine: Engine): Promise<void> {
  if (!engine.hooks.has("clock") || engine.isBrief) return Promise.resolve();
  return called(engine, "", () => callAll(engine));
}

async function callAll(engine: Engine): Promise<void> {
  const wanted = Object.keys(engine.rules.states).flatMap((machine) => listWanted(machine, engine));
  const late: LateCall[] = [];
  for (const { machine, state, transition } of wanted.slice(0, mostCalls)) {
    const instance = await ifPossible(engine.states.makeIn(machine, state));
    const due = instance && (await ifPossible(findDue(instance, machine, engine)));
    if (instance !== undefined && due !== undefined) late.push({ instance, machine, transition, due });
  }
  late.sort((a, b) => a.due - b.due);
  for (const each of late) await ifPossible(callOne(each, engine));
}

interface Wanted {
  readonly machine: string;
  readonly state: string;
  readonly transition: string;
}

/** Lists the transitions by calls from each lasting state, if results about the entity keep rules. */
function listWanted(name: string, { rules }: Engine): Wanted[] {
  const machine = rules.states[name]!;
  const observers = rules.entities[machine.entity ?? ""]?.observedBy ?? [];
  const transitions = Object.entries(machine.transitions);
  const tools = [...observers.map(({ tool }) => tool), ...transitions.map(([, { by }]) => by.tool)];
  const others = rules.entities[machine.entity ?? ""]?.arguments ?? [];
  if (![...tools, ...others.map(({ tool }) => tool)].some((tool) => hasRules(tool, rules))) return [];
  return transitions.flatMap(([transition, { from }]) =>
    from
      .filter((state) => findCallPath(machine, machine.initial, state) && !isTransient(machine, state))
      .map((state) => ({ machine: name, state, transition })),
  );
}

/** Finds the last time ahead that is shown with the state of an instance. */
async function findDue(
  instance: EntityInstance,
  machine: string,
  { states, hooks }: Engine,
): Promise<number | undefined> {
  const { shown = null } = await states.readState(instance, machine);
  const now = await hooks.readTime();
  const ahead = listTimes(shown).filter(
    (time) => time > now + 60_000 && time < now + longestDays * 86_400_000,
  );
  return ahead.length === 0 ? undefined : Math.max(...ahead);
}

/** Waits until the call is late, makes it, and looks at its instance and at what others make of it, such as its bill. */
async function callOne({ instance, machine, transition, due }: LateCall, engine: Engine): Promise<void> {
  const { hooks, states, observer, instances } = engine;
  const seconds = Math.ceil((due + lateMs - (await hooks.readTime())) / 1000);
  if (seconds > 0) await passTime(seconds, hooks);
  const { outcome } = await states.attempt(instance, machine, transition);
  if (outcome.is !== "success") return;
  await observer.observe(instance);
  for (const call of listFurtherCalls(instance, engine))
    await ifPossible(instances.callAbout(instance, call));
}

/** Lists other calls with the id of the instance whose results keep rules: they make or show a bill of it. */
function listFurtherCalls({ entity }: EntityInstance, { rules, context }: Engine): FurtherCall[] {
  const { arguments: places, observedBy } = rules.entities[entity]!;
  const transitions = Object.values(rules.states).flatMap((machine) => Object.values(machine.transitions));
  const others = [...observedBy, ...transitions.map(({ by }) => by)].map(({ tool }) => tool);
  return places.flatMap(({ tool, path }) => {
    const input = findExample(tool, rules, context.cases);
    const isLater = hasRules(tool, rules) && !others.includes(tool) && input !== undefined;
    return isLater ? [{ tool, input: input as CallRule["input"], id: path }] : [];
  });
}

/** Whether sums or conditions hold for each result of the tool. */
function hasRules(tool: string, { sums, invariants }: Pick<Behaviour, "sums" | "invariants">): boolean {
  return (sums[tool] ?? []).length + (invariants[tool] ?? []).length > 0;
}
