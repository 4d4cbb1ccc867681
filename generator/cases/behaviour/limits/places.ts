/** Derives the cases of limits that count what there is in one place, such as the loans of a member. */
import type { BehaviourCase, Json, PlacesCase, PlacesRule } from "@toolwright/conformance/cases";
import { applyEdits, valueAt } from "@toolwright/conformance/cases";
import { canonical } from "@toolwright/runtime/json";
import { withCapitalArticle } from "@toolwright/runtime/problems";
import type { Limit } from "../../../model/model.ts";
import type { Tool } from "../../../model/operation.ts";
import { type StateMachine, toolTransitions } from "../../../model/states.ts";
import { addCheck, noArguments, promise } from "../../promise.ts";
import type { BehaviourContext, ValidCall } from "../context.ts";
import { findMachineWith, listLastingStates, listTimelessStates } from "../states/timeless-states.ts";

/** How many values of an argument are tried as another place. */
const otherPlaces = 3;

/** A case without its call. */
interface Promised {
  readonly name: string;
  readonly must: string;
  readonly check: CheckOf<PlacesCase>;
}

type CheckOf<Each> = Each extends PlacesCase
  ? Omit<Each, "id" | "must" | "at" | "kind" | "tool" | "limit" | "base" | "edits">
  : never;

export function placesCases(
  limit: Limit,
  rule: PlacesRule,
  name: string,
  context: BehaviourContext,
): BehaviourCase[] {
  const tool = context.tool(name);
  if (tool === undefined) return [];
  const call = findCall(tool, rule, context);
  const last = rule.sum === undefined ? (rule.entity ?? "call") : "unit";
  const later = laterStates(limit, rule, context);
  // A server that counts what was ended soon has no room for other cases.
  const first = rule.per === undefined ? [] : later.filter(isFreeing);
  const all: Promised[] = [
    ...first,
    { name: "one-more", must: describeMost(name, rule), check: { check: "one-more" } },
    ...tooLarge(name, rule),
    ...elsewhere(tool, rule, context),
    ...otherAccount(rule, context),
    ...later.filter((each) => !first.includes(each)),
    ...nextPeriod(rule),
    {
      name: "last-at-once",
      must: `Of two calls of ${name} sent at once for the last ${last}${describePlace(rule)}, one is accepted.`,
      check: { check: "last-at-once" },
    },
  ];
  return all.map(({ name: check, must, check: checked }): BehaviourCase => {
    const promised = promise("limits", `${limit.name}/${name}/${check}`, name, must, rule.at);
    return addCheck(promised, call === undefined ? noArguments : { ...call, limit: limit.name, ...checked });
  });
}

/** Whether a place becomes free in a case. */
function isFreeing({ check }: Promised): boolean {
  return check.check === "after-end" || (check.check === "in-state" && !check.isCounted);
}

function describeMost(tool: string, rule: PlacesRule): string {
  const { entity, max, sum, refused } = rule;
  const place = describePlace(rule);
  if (sum !== undefined) {
    const most = typeof max === "number" ? `${max}` : `as much as ${max} says`;
    return `${tool} accepts ${most} in all at ${sum.argument}${place}, and refuses more with ${refused}.`;
  }
  const most = typeof max === "number" ? `${max}` : `as many as ${max} says`;
  return `${tool} accepts ${most} of ${entity ?? "call"}${place}, and refuses one more with ${refused}.`;
}

function tooLarge(tool: string, { sum, refused }: PlacesRule): Promised[] {
  if (sum === undefined) return [];
  const must = `${tool} is refused with ${refused} for more than is left at ${sum.argument}; that counts nothing, and what is left is accepted.`;
  return [{ name: "too-large", must, check: { check: "too-large" } }];
}

function nextPeriod({ entity = "call", period }: PlacesRule): Promised[] {
  if (period === undefined) return [];
  const must = `${withCapitalArticle(entity)} does not count when its ${period} is over.`;
  return [{ name: "next-period", must, check: { check: "next-period" } }];
}

/** Finds arguments that name a place, and have an amount where amounts are added up. */
function findCall(
  tool: Tool,
  { within, per, sum }: PlacesRule,
  context: BehaviourContext,
): ValidCall | undefined {
  const [first = ""] = within;
  const base = per === undefined ? undefined : context.baseOf(tool);
  if (base !== undefined) return { base };
  const call = context.callWith(tool, first);
  const input = call && applyEdits(context.readContent(call.base), call.edits ?? []);
  const places = sum === undefined ? within : [...within, sum.argument];
  return input !== undefined && places.every((place) => valueAt(input, place) !== undefined)
    ? call
    : undefined;
}

function elsewhere(
  tool: Tool,
  { entity, within, refused }: PlacesRule,
  context: BehaviourContext,
): Promised[] {
  return within.map((argument) => {
    const isId = context.model.entities.some((each) =>
      context.argumentsOf(each, tool).some((place) => place.replaceAll("/*", "/0") === argument),
    );
    const values = isId ? [] : listValues(tool, argument, context);
    const name = argument.slice(1);
    const must = `${withCapitalArticle(entity ?? "call")} with another ${name} is not refused with ${refused}.`;
    return { name: `other/${name}`, must, check: { check: "elsewhere", argument, values } };
  });
}

function otherAccount(
  { entity = "call", per, refused }: PlacesRule,
  { model }: BehaviourContext,
): Promised[] {
  if (per === undefined || model.auth.scheme === "none") return [];
  const must = `${withCapitalArticle(entity)} of another account is not refused with ${refused}.`;
  return [{ name: "other-account", must, check: { check: "other-account" } }];
}

/** Lists values of an argument. Values of successful examples come first: a rule that no key declares may refuse others. */
function listValues(tool: Tool, argument: string, context: BehaviourContext): readonly Json[] {
  const inExamples = context
    .listExamples(tool)
    .map((base) => valueAt(context.readContent(base), argument))
    .filter((value) => value !== undefined);
  const all = [...inExamples, ...context.valuesFor(tool, argument, otherPlaces)];
  return [...new Map(all.map((value) => [canonical(value), value])).values()];
}

/** Promises about one more entity after an earlier one was led to each state; after it was ended, if the limit names no states. */
function laterStates(
  { while: states }: Limit,
  { entity, period, refused }: PlacesRule,
  context: BehaviourContext,
): Promised[] {
  if (entity === undefined) return [];
  if (states === undefined) {
    const isEnded = context.model.entities.some(({ name, endedBy }) => name === entity && endedBy);
    const must = `${withCapitalArticle(entity)} that was ended does not count.`;
    return isEnded ? [{ name: "ended", must, check: { check: "after-end" } }] : [];
  }
  const machine = findMachineWith(entity, states, context);
  if (machine === undefined) return [];
  // The period may be over as well in a state to which the end of a time leads.
  const lasting = period === undefined ? listLastingStates(machine) : listTimelessStates(machine);
  return lasting.flatMap((state) => {
    const isCounted = states.includes(state);
    const must = `${withCapitalArticle(entity)} that is ${state} ${isCounted ? `counts: one more is refused with ${refused}` : "does not count"}.`;
    const check = { check: "in-state", machine: machine.name, state, isCounted } as const;
    const inState: Promised = { name: `state/${state}`, must, check };
    return isCounted ? [inState] : [inState, ...waysBack({ machine, state, states, refused }, context)];
  });
}

interface Uncounted {
  readonly machine: StateMachine;
  /** The state in which an entity does not count. */
  readonly state: string;
  /** The states in which it counts. */
  readonly states: readonly string[];
  readonly refused: string;
}

/**
 * Promises about calls that lead an entity back to a state that counts, such as a file that is restored from the bin. Tools that do not
 * declare the refusal of the limit are left out.
 */
function waysBack({ machine, state, states, refused }: Uncounted, context: BehaviourContext): Promised[] {
  return toolTransitions(machine)
    .filter(({ from, to, by }) => {
      const declares = context.tool(by.tool)?.failures.includes(refused) ?? false;
      return from.includes(state) && states.includes(to) && declares;
    })
    .map(({ name }) => {
      const must = `${name} leads none that is ${state} back while the place is full: it is refused with ${refused}.`;
      const check = { check: "back", machine: machine.name, state, transition: name } as const;
      return { name: `state/${state}/${name}`, must, check };
    });
}

function describePlace({ within, per }: PlacesRule): string {
  if (per !== undefined) return ` of one ${per}`;
  return ` with the same ${within.map((pointer) => pointer.slice(1)).join(" and ")}`;
}
