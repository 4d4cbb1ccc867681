/** Derives the rules and cases of the key `overlaps`: intervals that overlap in one place are refused, and others are not. */
import type {
  BehaviourCase,
  IntervalRelation,
  OverlapCase,
  OverlapRule,
} from "@toolwright/conformance/cases";
import { applyEdits, valueAt } from "@toolwright/conformance/cases";
import { withArticle, withCapitalArticle } from "@toolwright/runtime/problems";
import type { Tool } from "../../../model/operation.ts";
import type { Overlap } from "../../../model/overlap.ts";
import { addCheck, noArguments, promise } from "../../promise.ts";
import type { BehaviourContext, ValidCall } from "../context.ts";
import { findMachineWith, listTimelessStates } from "../states/timeless-states.ts";

/** How many values of an argument are tried as another place. */
const otherPlaces = 3;

export function overlapRules({ behaviour }: Tool, context: BehaviourContext): OverlapRule[] | undefined {
  const rules = behaviour.overlaps.map(({ while: _, ...rule }) => ({ ...rule, at: context.at(rule.at) }));
  return rules.length === 0 ? undefined : rules;
}

export function overlapCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return tool.behaviour.overlaps.flatMap((rule, index) => {
    const call = findCall(tool, rule, context);
    const make = ({ name, must, check }: Promised): BehaviourCase => {
      const promised = promise("states", nameCase(tool, rule, name), tool.name, must, context.at(rule.at));
      return addCheck(promised, typeof call === "string" ? call : { ...call, rule: index, ...check });
    };
    return [
      ...relations(rule).map(make),
      ...elsewhere(tool, rule, context).map(make),
      ...laterStates(rule, context).map(make),
      ...moves(tool, rule, context).map(make),
      make({
        name: "at-once",
        must: `Of equal intervals of ${withArticle(rule.entity)}${describePlace(rule)} sent at once, ${tool.name} accepts one.`,
        check: { check: "overlap-at-once" },
      }),
    ];
  });
}

/** A case without its call. */
interface Promised {
  readonly name: string;
  readonly must: string;
  readonly check: CheckOf<OverlapCase>;
}

type CheckOf<Each> = Each extends OverlapCase
  ? Omit<Each, "id" | "must" | "at" | "kind" | "tool" | "rule" | "base" | "edits">
  : never;

/** Two rules of a tool differ in their places: the room is free, and so is its guest. */
function nameCase(tool: Tool, { within }: Overlap, name: string): string {
  const places = within.map((pointer) => pointer.slice(1).replaceAll("/", ".")).join("+");
  return [tool.name, "overlaps", places, name].filter((part) => part !== "").join("/");
}

/** Finds arguments with an interval, or the reason why there are none. */
function findCall(tool: Tool, rule: Overlap, context: BehaviourContext): ValidCall | string {
  const { entity, start, end, length } = rule;
  const made = context.model.entities.find(({ name }) => name === entity)?.madeBy;
  if (made?.tool !== tool.name)
    return `${tool.name} does not make ${withArticle(entity)} (made_by): intervals are tried with the tool that makes them`;
  const call = context.callWith(tool, end ?? length ?? "");
  if (call === undefined) return noArguments;
  const input = applyEdits(context.readContent(call.base), call.edits ?? []);
  return valueAt(input, start) === undefined ? noArguments : call;
}

const relationWords: Readonly<Record<IntervalRelation, string>> = {
  equal: "has the same interval as another one",
  around: "begins before another one and ends after it",
  inside: "begins and ends within another one",
  "over-start": "begins before another one and ends within it",
  "over-end": "begins within another one and ends after it",
  before: "ends where another one begins",
  after: "begins where another one ends",
  "apart-before": "ends before another one begins",
  "apart-after": "begins after another one has ended",
};

function relations(rule: Overlap): Promised[] {
  const overlapping: IntervalRelation[] = ["equal", "around", "inside", "over-start", "over-end"];
  const touching: IntervalRelation[] = ["before", "after"];
  const apart: IntervalRelation[] = ["apart-before", "apart-after"];
  const refused = rule.includesEnd ? [...overlapping, ...touching] : overlapping;
  return [...refused, ...(rule.includesEnd ? apart : touching)].map((relation) => {
    const isRefused = refused.includes(relation);
    const what = `${withCapitalArticle(rule.entity)} that ${relationWords[relation]}${describePlace(rule)}`;
    const must = `${what} ${isRefused ? "is" : "is not"} refused with ${rule.refused}.`;
    return { name: relation, must, check: { check: "overlap", relation, isRefused } };
  });
}

function elsewhere(tool: Tool, rule: Overlap, context: BehaviourContext): Promised[] {
  return rule.within.map((argument) => {
    const values = isId(argument, tool, context) ? [] : context.valuesFor(tool, argument, otherPlaces);
    const name = argument.slice(1);
    const must = `The same interval of ${withArticle(rule.entity)} with another ${name} is not refused with ${rule.refused}.`;
    return { name: `other/${name}`, must, check: { check: "overlap-elsewhere", argument, values } };
  });
}

function isId(argument: string, tool: Tool, { model, argumentsOf }: BehaviourContext): boolean {
  return model.entities.some((entity) => argumentsOf(entity, tool).includes(argument));
}

/** The same interval in each state of the earlier entity; where the rule names no states, after its end. */
function laterStates(rule: Overlap, context: BehaviourContext): Promised[] {
  const { entity, while: states, refused } = rule;
  if (states === undefined) {
    const isEnded = context.model.entities.some(({ name, endedBy }) => name === entity && endedBy);
    const must = `The interval of ${withArticle(entity)} that was ended is free.`;
    return isEnded ? [{ name: "ended", must, check: { check: "overlap-after-end" } }] : [];
  }
  const machine = findMachineWith(entity, states, context);
  return listTimelessStates(machine).map((state) => {
    const isRefused = states.includes(state);
    const must = `The interval of ${withArticle(entity)} that is ${state} is ${isRefused ? `taken: it is refused with ${refused}` : "free"}.`;
    const check = { check: "overlap-in-state", machine: machine!.name, state, isRefused } as const;
    return { name: `state/${state}`, must, check };
  });
}

/** Other tools that give an entity another interval or place, and declare the code: its new interval is free there, too. */
function moves(maker: Tool, rule: Overlap, context: BehaviourContext): Promised[] {
  const { entity: name, start, end, length, refused, within } = rule;
  const entity = context.model.entities.find((each) => each.name === name);
  const movers = context.model.tools.filter(
    (tool) => tool !== maker && tool.failures.includes(refused) && !makes(tool, context),
  );
  return movers.flatMap((mover) => {
    const ids = entity === undefined ? [] : context.argumentsOf(entity, mover);
    if (ids.length !== 1 || ids[0]!.includes("*")) return [];
    const has = (argument: string) => context.findSchemas(mover, "input", argument).length > 0;
    const move = (to: string, does: string, more: Pick<MovedCheck, "onto" | "argument">): Promised => ({
      name: `moved/${mover.name}/${to}`,
      must: `${withCapitalArticle(name)} that ${mover.name} moves ${does} refused with ${refused}.`,
      check: { check: "overlap-moved", mover: mover.name, ...more },
    });
    const isTimed = has(start) && has(end ?? length ?? "");
    const place = describePlace(rule);
    return [
      ...(isTimed
        ? [
            move("onto", `onto another one${place} is`, { onto: "earlier" }),
            move("itself", "by a part of its own interval is not", { onto: "itself" }),
          ]
        : []),
      ...within
        .filter((argument) => has(argument) && isId(argument, maker, context))
        .map((argument) => {
          const words = `to another ${argument.slice(1)}, where another one has its interval, is`;
          return move(argument.slice(1), words, { onto: "earlier", argument });
        }),
    ];
  });
}

type MovedCheck = Extract<CheckOf<OverlapCase>, { readonly check: "overlap-moved" }>;

/** Whether a tool makes an entity, maybe as a copy of the one that it takes. */
function makes({ name, behaviour }: Tool, { model }: BehaviourContext): boolean {
  return behaviour.copies !== undefined || model.entities.some(({ madeBy }) => madeBy?.tool === name);
}

function describePlace({ within }: Overlap): string {
  const names = within.map((pointer) => pointer.slice(1)).join(" and ");
  return names === "" ? "" : ` with the same ${names}`;
}
