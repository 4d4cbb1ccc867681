/** Derives the rules of state machines, and one case for each state and transition. */
import type {
  BehaviourCase,
  ServerTransitionRule,
  StateRule,
  TransitionRule,
} from "@toolwright/conformance/cases";
import { withArticle, withCapitalArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import { unlessEmpty, withoutUndefined } from "../../../model/members.ts";
import {
  isPassing,
  listReachable,
  listStates,
  type ServerTransition,
  type StateMachine,
  serverTransitions,
  type ToolTransition,
  toolTransitions,
} from "../../../model/states.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { addCheck, promise, unmade } from "../../promise.ts";
import { changeRule } from "../changed-places.ts";
import { type BehaviourContext, firstPlace, type Input, mapByName } from "../context.ts";
import { makeCall } from "../entities.ts";
import { isCallOfOther, listFreeArguments } from "./same-calls.ts";
import { queueCases, serverChangeCases } from "./server-changes.ts";
import { type Shown, setCases, shownCase } from "./set-cases.ts";
import { listPlacesOf, stateField, toEntity, toShown } from "./state-field.ts";

export function stateRule(machine: StateMachine, context: BehaviourContext): StateRule {
  const { at } = context;
  const entity = toEntity(machine, context);
  return {
    at: at(machine.at),
    ...(entity && { entity: entity.name }),
    field: stateField(machine, entity, context),
    initial: machine.initial,
    states: listStates(machine),
    transitions: mapByName(toolTransitions(machine), (each) =>
      transitionRule(each, machine, entity, context),
    ),
    serverTransitions: mapByName(serverTransitions(machine), (each) =>
      serverTransitionRule(each, machine, context),
    ),
  };
}

export function stateCases(machine: StateMachine, context: BehaviourContext): BehaviourCase[] {
  const { name, initial } = machine;
  const entity = toEntity(machine, context);
  const untestable = obstacle(machine, entity, context);
  const what = entity?.name ?? name;
  const shown = { machine, what, untestable };
  const at = context.at(locationBelow(machine.at, ["initial"]));
  const path = `${withCapitalArticle(what)} is seen only in states to which transitions lead from the one seen before.`;
  return [
    shownCase(shown, { id: "initial", must: `A new ${what} is ${initial}.`, at }, { check: "initial" }),
    shownCase(shown, { id: "path", must: path, at }, { check: "path" }),
    ...listStates(machine).flatMap((state) =>
      toolTransitions(machine)
        .filter((transition) => !isCallOfOther(transition, state, machine))
        .flatMap((transition) => callCase({ ...shown, state, transition }, context)),
    ),
    ...serverCases(shown, context),
    ...serverChangeCases(shown, context),
    ...queueCases(shown, context),
    ...setCases(shown, context),
  ];
}

interface CallInState extends Shown {
  readonly state: string;
  readonly transition: ToolTransition;
}

/** The case of a call that makes a transition, in one state. */
function callCase(
  { machine, state, transition, what, untestable }: CallInState,
  context: BehaviourContext,
): BehaviourCase[] {
  const { name, initial, transitions } = machine;
  const { refused } = transition;
  const canRepeat = isRepeatable(transition, toEntity(machine, context), context);
  const isRepeated = canRepeat && isMadeBefore(transition, state, machine);
  // The case of the state that the server leads from repeats the call in this state, too.
  if (isRepeated && isLedFrom(state, machine)) return [];
  const check = transition.from.includes(state) ? "allowed" : isRepeated ? "repeated" : "refused";
  const outcome = {
    allowed: `leads to ${transition.to}`,
    repeated: "is answered again, whatever the server has made of it since, and changes nothing",
    refused: `is refused${refused === undefined ? "" : ` with ${refused}`}, and nothing changes`,
  }[check];
  const must = `${transition.name} of ${withArticle(what)} that is ${state} ${outcome}.`;
  const id = `${name}/${state}/${transition.name}`;
  const promised = promise("states", id, transition.by.tool, must, context.at(transition.at));
  const isReached = listReachable(initial, transitions).includes(state);
  const reason = untestable ?? (isReached ? undefined : `no transition leads to ${state}`);
  const tried = { machine: name, state, transition: transition.name };
  const single = addCheck(promised, reason ?? { ...tried, check });
  // It leads to a state that stays, and that does not allow it again.
  const isMadeOnce = !transition.from.includes(transition.to) && !isPassing(transition.to, machine);
  if (check !== "allowed" || refused === undefined || canRepeat || !isMadeOnce) return [single];
  const once = `Of calls sent at once, one makes the transition ${transition.name} of ${withArticle(what)} that is ${state}.`;
  return [
    single,
    addCheck(
      { ...promised, id: `${promised.id}/at-once`, must: once },
      reason ?? { ...tried, check: "at-once" },
    ),
  ];
}

function obstacle(
  machine: StateMachine,
  entity: Entity | undefined,
  context: BehaviourContext,
): string | undefined {
  if (entity === undefined)
    return `the spec names no entity (entities) whose id the tools of the state machine ${machine.name} take`;
  if (!entity.madeBy) return unmade(entity.name);
  const rule = stateRule(machine, context);
  const without = Object.entries(rule.transitions).find(([, { by }]) => by.id === undefined);
  if (without) return `no valid arguments were found for ${without[0]}`;
  const isReadable = rule.field.id !== undefined || rule.field.list !== undefined;
  return isReadable ? undefined : `no valid arguments of ${rule.field.tool} were found`;
}

function transitionRule(
  transition: ToolTransition,
  machine: StateMachine,
  entity: Entity | undefined,
  context: BehaviourContext,
): TransitionRule {
  const { by, from, to, at, sets, refused } = transition;
  const tool = context.tool(by.tool);
  const input = by.input as Input;
  const call = entity && tool && makeCall(entity, tool, input, context);
  return {
    at: context.at(at),
    from,
    to,
    by: {
      ...(call ?? { tool: by.tool, input }),
      declared: input,
      ...withoutUndefined({ free: unlessEmpty(listFreeArguments(transition, context)) }),
    },
    ...withoutUndefined({ sets: sets?.map((path) => toShown(path, machine, context)), refused }),
    ...(isRepeatable(transition, entity, context) && { isRepeatable: true }),
  };
}

/** Whether the id of the entity is the idempotency key of the tool. */
function isRepeatable(
  { by }: ToolTransition,
  entity: Entity | undefined,
  { tool, argumentsOf }: BehaviourContext,
): boolean {
  const called = tool(by.tool);
  const key = called?.behaviour.idempotency?.key;
  return key !== undefined && entity !== undefined && argumentsOf(entity, called!).includes(key);
}

function serverTransitionRule(
  { from, to, at, within, after, during, sets, changes = [] }: ServerTransition,
  machine: StateMachine,
  context: BehaviourContext,
): ServerTransitionRule {
  const { at: placeOf, model, findSchemas, tool } = context;
  const shower = tool(machine.field.tool);
  const shownAt = (path: string | undefined) => path && toShown(path, machine, context);
  const find = (limit: string | undefined) => model.limits.find(({ name }) => name === limit);
  const { endsAt: end, before } = find(after) ?? {};
  // The tools of the limit show the end in their result, and the list that shows the state shows it in each item.
  const shownEnd =
    shower &&
    listPlacesOf(end, machine).find((place) => findSchemas(shower, "output", firstPlace(place)).length > 0);
  return withoutUndefined({
    at: placeOf(at),
    from,
    to,
    within: find(within)?.numbers.seconds,
    after: find(after)?.numbers.seconds,
    endsAt: shownAt(shownEnd),
    before: shownAt(before),
    during,
    sets: sets?.map((path) => toShown(path, machine, context)),
    changes: unlessEmpty(
      changes.map((each) => changeRule({ ...each, id: toShown(each.id, machine, context) }, context)),
    ),
  });
}

/** One case for each state from which the server leads on at once, and one for each state that ends after a duration. */
function serverCases(shown: Shown, context: BehaviourContext): BehaviourCase[] {
  const { machine } = shown;
  const isBegun = (state: string) => isPassing(state, machine) && !isLedFrom(state, machine);
  const begun = listStates(machine).filter(isBegun);
  return [
    ...begun.flatMap((state) => [ledCase(state, shown, context), stepCase(state, shown, context)]),
    ...timedCases(shown, context),
    ...duringCases(shown, context),
  ];
}

function duringCases(shown: Shown, context: BehaviourContext): BehaviourCase[] {
  return serverTransitions(shown.machine).flatMap(({ name, from, to, during, at: place }) =>
    during === undefined
      ? []
      : from.map((state): BehaviourCase => {
          const must = `${withCapitalArticle(shown.what)} that is ${state} becomes ${to} in a call of ${during.join(" or ")}.`;
          const promised = { id: `${state}/${name}`, must, at: context.at(place) };
          return shownCase(shown, promised, { check: "during", state, transition: name });
        }),
  );
}

function stepCase(state: string, shown: Shown, context: BehaviourContext): BehaviourCase {
  const during = `While the server works on ${withArticle(shown.what)} that is ${state}`;
  const must = `${during}, each step shows in that one alone, and each result keeps what the spec says of results.`;
  const at = context.at(locationBelow(shown.machine.at, ["transitions"]));
  return shownCase(shown, { id: `${state}/step-by-step`, must, at }, { check: "step-by-step", state });
}

function ledCase(state: string, shown: Shown, context: BehaviourContext): BehaviourCase {
  const must = `The server leads ${withArticle(shown.what)} that is ${state} on as its transitions allow, to a state that then stays.`;
  const at = context.at(locationBelow(shown.machine.at, ["transitions"]));
  return shownCase(shown, { id: `${state}/led`, must, at }, { check: "led", state });
}

function timedCases(shown: Shown, context: BehaviourContext): BehaviourCase[] {
  return serverTransitions(shown.machine).flatMap(({ name, from, to, after, at: place }) =>
    after === undefined
      ? []
      : from.map((state): BehaviourCase => {
          const must = `${withCapitalArticle(shown.what)} that is ${state} becomes ${to} when ${after} ends, and not before.`;
          const promised = { id: `${state}/${name}`, must, at: context.at(place) };
          return shownCase(shown, promised, { check: "in-time", state, transition: name });
        }),
  );
}

/** Whether every way to the state leads over the transition. */
function isMadeBefore(
  transition: ToolTransition,
  state: string,
  { initial, transitions }: StateMachine,
): boolean {
  const others = transitions.filter((each) => each !== transition);
  return (
    !listReachable(initial, others).includes(state) && listReachable(initial, transitions).includes(state)
  );
}

/** Tells whether only a transition of the server leads to the state, from the initial state or from one that a call leads to. */
function isLedFrom(state: string, machine: StateMachine): boolean {
  if (state === machine.initial || toolTransitions(machine).some(({ to }) => to === state)) return false;
  return serverTransitions(machine).some(({ to }) => to === state);
}
