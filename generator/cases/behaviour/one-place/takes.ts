/** Derives the rules and cases of the key `takes`: what a tool puts into a place can be taken out once. */
import type { BehaviourCase, TakeCase, TakeRule } from "@toolwright/conformance/cases";
import { valueAt } from "@toolwright/conformance/cases";
import { withoutUndefined } from "../../../model/members.ts";
import type { Tool } from "../../../model/operation.ts";
import type { Take } from "../../../model/take.ts";
import { noArguments, promise } from "../../promise.ts";
import type { BehaviourContext, ValidCall } from "../context.ts";
import { findMadePlace } from "./made-place.ts";

/** How many values of an argument are tried as another place. */
const otherPlaces = 3;

export function takeRule(tool: Tool, context: BehaviourContext): TakeRule | undefined {
  const { takes } = tool.behaviour;
  if (takes === undefined) return undefined;
  const makes = madePlaceOf(tool, takes, context);
  return {
    ...takes,
    putBy: { ...takes.putBy, ...withoutUndefined({ makes }) },
    at: context.at(takes.at),
  };
}

/** Returns the entity that the tool of `put_by` makes, if that is the place. */
function madePlaceOf(tool: Tool, takes: Take, context: BehaviourContext): string | undefined {
  return findMadePlace(takes, context.model.entities, (entity) => context.argumentsOf(entity, tool))?.name;
}

/** A case without its call. */
interface Promised {
  readonly name: string;
  readonly must: string;
  readonly check: CheckOf<TakeCase> | string;
}

type CheckOf<Each> = Each extends TakeCase
  ? Omit<Each, "id" | "must" | "at" | "kind" | "tool" | "base" | "edits" | "put">
  : never;

export function takeCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { takes } = tool.behaviour;
  if (takes === undefined) return [];
  const putter = context.tool(takes.putBy.tool);
  const call = findCall(tool, takes.amount, takes.within, context);
  const makes = madePlaceOf(tool, takes, context);
  const put = putter && findCall(putter, takes.putBy.amount, makes ? [] : takes.within, context);
  const promised = [
    ...(makes ? [] : [emptyCase(tool, takes)]),
    ...ownCases(tool, takes),
    ...takes.within.map((argument) => elsewhere(tool, argument, context)),
    ...otherTakers(tool, takes, context),
  ];
  return promised.map(({ name, must, check }): BehaviourCase => {
    const each = promise("effects", `${tool.name}/takes/${name}`, tool.name, must, context.at(takes.at));
    if (typeof check === "string") return { ...each, untestable: check };
    if (call === undefined || put === undefined) return { ...each, untestable: noArguments };
    return { ...each, ...call, put, ...check };
  });
}

function emptyCase({ name }: Tool, { putBy, refused }: Take): Promised {
  const must = `${name} is refused with ${refused} where ${putBy.tool} has put nothing in.`;
  return { name: "nothing", must, check: { check: "take-nothing" } };
}

function ownCases({ name }: Tool, { putBy, refused }: Take): Promised[] {
  return [
    { name: "all", must: `${name} takes all that ${putBy.tool} has put in.`, check: { check: "take-all" } },
    {
      name: "more",
      must: `${name} is refused with ${refused} if it takes more than ${putBy.tool} has put in.`,
      check: { check: "take-more" },
    },
    {
      name: "twice",
      must: `${name} is refused with ${refused} where it has taken all before.`,
      check: { check: "take-twice" },
    },
    {
      name: "at-once",
      must: `Of calls of ${name} at once that take all, one passes, and the others are refused with ${refused}.`,
      check: { check: "take-at-once" },
    },
  ];
}

function elsewhere(tool: Tool, argument: string, context: BehaviourContext): Promised {
  const { putBy, refused } = tool.behaviour.takes!;
  const isId = context.model.entities.some((entity) => context.argumentsOf(entity, tool).includes(argument));
  const values = isId ? [] : context.valuesFor(tool, argument, otherPlaces);
  const name = argument.slice(1);
  const must = `${tool.name} is refused with ${refused} where ${putBy.tool} has put something in with another ${name}.`;
  return { name: `other/${name}`, must, check: { check: "take-elsewhere", argument, values } };
}

/** The other tools that take what the same tool puts in: what one of them has taken is gone for all. */
function otherTakers(tool: Tool, own: Take, context: BehaviourContext): Promised[] {
  return context.model.tools.flatMap((taker) => {
    const { takes } = taker.behaviour;
    if (taker === tool || takes?.putBy.tool !== own.putBy.tool || !isSamePlace(takes, own)) return [];
    const taken = findCall(taker, takes.amount, takes.within, context);
    const must = `${tool.name} is refused with ${own.refused} where ${taker.name} has taken all.`;
    const check =
      taken === undefined ? noArguments : ({ check: "take-after", taker: taker.name, taken } as const);
    return [{ name: `after/${taker.name}`, must, check }];
  });
}

function isSamePlace(one: Take, other: Take): boolean {
  return one.within.toSorted().join() === other.within.toSorted().join();
}

/** Finds arguments with an amount and a place. */
function findCall(
  tool: Tool,
  amount: string,
  within: Take["within"],
  context: BehaviourContext,
): ValidCall | undefined {
  const call = context.callWith(tool, amount);
  if (call === undefined) return undefined;
  const input = context.readContent(call.base);
  return within.every((argument) => valueAt(input, argument) !== undefined) ? call : undefined;
}
