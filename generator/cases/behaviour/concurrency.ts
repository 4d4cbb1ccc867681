/** Derives the rule and the cases of a tool whose calls expect a revision of their entity. */
import {
  type Arguments,
  applyEdits,
  type BehaviourCase,
  type ConcurrencyCase,
  type Edit,
  isDrawing,
  type Json,
  type RevisionRule,
  valueAt,
} from "@toolwright/conformance/cases";
import { unlessEmpty, withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import { noArguments, promise } from "../promise.ts";
import { isEmpty, listArguments, listArgumentValues, listChanged } from "./argument-values.ts";
import { type BehaviourContext, inTool, type ValidCall } from "./context.ts";
import { findRevisedEntity, listMovers } from "./moved-revisions.ts";

/** The most calls that a case may try to move the revision with. */
const mostOthers = 6;

/** Returns the rule; undefined if the tool takes no id of an entity that the named tool shows. */
export function revisionRule(tool: Tool, context: BehaviourContext): RevisionRule | undefined {
  const { revision } = tool.behaviour;
  if (revision === undefined) return undefined;
  const { argument, shownBy, refused } = revision;
  const entity = findRevisedEntity(tool, revision, context);
  if (entity === undefined) return undefined;
  const at = context.at(inTool(tool, "revision"));
  const movedBy = unlessEmpty(listMovers(revision, entity, context).map(({ name }) => name));
  return { at, entity: entity.name, argument, shownBy, ...withoutUndefined({ refused, movedBy }) };
}

/** A call that changes the entity by one argument, and the same call with another value. */
interface Way {
  /** The argument; undefined where all arguments are required. */
  readonly argument?: string;
  readonly call: ValidCall;
  readonly variant?: ValidCall;
  readonly draws: boolean;
  /** Whether the call moves the revision. */
  readonly counts: boolean;
}

export function concurrencyCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const rule = revisionRule(tool, context);
  if (rule === undefined) return [];
  const code = rule.refused === undefined ? "" : ` with ${rule.refused}`;
  const ways = listWays(tool, rule, context);
  if (ways.length === 0)
    return [
      {
        ...promise(
          "concurrency",
          `${tool.name}/current`,
          tool.name,
          "A call passes, and moves the revision.",
          rule.at,
        ),
        untestable: noArguments,
      },
    ];
  return ways.flatMap((way) => {
    const { argument = "", call, variant, counts } = way;
    const called = argument === "" ? tool.name : `${tool.name} with ${argument.slice(1)}`;
    const make = (check: ConcurrencyCase["check"], must: string): BehaviourCase => ({
      ...promise("concurrency", `${tool.name}${argument}/${check}`, tool.name, must, rule.at),
      ...call,
      check,
      ...withoutUndefined({ variant }),
      others: check === "stale" ? listOthers(way, ways) : [],
    });
    const other = `, and the other is refused${code}`;
    return [
      counts
        ? make("moves", `A call of ${called} with the present revision passes, and moves the revision.`)
        : make("stays", `A call of ${called} with the present revision passes, and leaves the revision.`),
      make("stale", `A call of ${called} with an earlier revision is refused${code}, and changes nothing.`),
      make("unknown", `A call of ${called} with a revision that the ${rule.entity} has not had is refused.`),
      ...(counts
        ? [make("at-once", `Of two calls of ${called} that expect one revision, one passes${other}.`)]
        : []),
    ];
  });
}

/** Lists calls that may move the revision: those that draw nothing first. */
function listOthers(way: Way, ways: readonly Way[]): Arguments[] {
  const calls = ways
    .filter(({ counts }) => counts)
    .flatMap((each) =>
      [...(each === way ? [] : [each.call]), ...(each.variant ? [each.variant] : [])].map((call) => ({
        call,
        rank: Number(each.draws) * 2 + Number(each !== way),
      })),
    );
  return calls
    .sort((a, b) => a.rank - b.rank)
    .map(({ call }) => call)
    .slice(0, mostOthers);
}

/** Lists the ways to change the entity: by each optional argument alone, or in one way if all arguments are required. */
function listWays(tool: Tool, rule: RevisionRule, context: BehaviourContext): Way[] {
  const entity = context.model.entities.find(({ name }) => name === rule.entity)!;
  const { required = [] } = tool.input.schema as { readonly required?: readonly string[] };
  const passed = [rule.argument, tool.behaviour.idempotency?.key, ...context.argumentsOf(entity, tool)];
  const own = listArguments(tool).filter((argument) => !passed.includes(argument));
  const isAlternative = (argument: string) => tool.exactlyOne.includes(argument.slice(1));
  const optional = own.filter((argument) =>
    tool.exactlyOne.length > 0 ? isAlternative(argument) : !required.includes(argument.slice(1)),
  );
  if (optional.length === 0) {
    const base = context.baseOf(tool);
    if (base === undefined) return [];
    return [makeWay(tool, { base }, own, undefined, context)];
  }
  return optional
    .flatMap((argument) => {
      const call = findCall(tool, argument, context);
      return call === undefined ? [] : [makeWay(tool, call, [argument], argument, context)];
    })
    .sort((a, b) => Number(a.draws) - Number(b.draws));
}

/** Finds a call that has this argument, and no other optional one if possible. Its value is not empty: that may change nothing. */
function findCall(tool: Tool, argument: string, context: BehaviourContext): ValidCall | undefined {
  const { findPlainBase, listExamples, readContent, fitsInput } = context;
  const values = listArgumentValues(tool, argument, context).filter((value) => !isEmpty(value));
  const plain = tool.exactlyOne.length > 0 ? undefined : findPlainBase(tool);
  const own = listExamples(tool).find((base) => !isEmpty(valueAt(readContent(base), argument) ?? null));
  const known = context.callWith(tool, argument);
  const calls = [
    ...(plain === undefined ? [] : values.map((to) => withValue({ base: plain }, argument, to))),
    ...(own === undefined ? [] : [withoutOthers(tool, own, argument, context), { base: own }]),
    ...(known === undefined ? [] : values.map((to) => withValue(known, argument, to))),
  ];
  return calls.find(({ base, edits = [] }) => fitsInput(tool, applyEdits(readContent(base), edits)));
}

/** Leaves out the other optional arguments of an example: with `dry_run` a call changes nothing. */
function withoutOthers(tool: Tool, base: string, argument: string, context: BehaviourContext): ValidCall {
  const { required = [] } = tool.input.schema as { readonly required?: readonly string[] };
  const content = context.readContent(base);
  const others = listArguments(tool).filter(
    (each) => each !== argument && !required.includes(each.slice(1)) && valueAt(content, each) !== undefined,
  );
  return { base, edits: others.map((each): Edit => ({ remove: each })) };
}

function withValue({ base, edits = [] }: ValidCall, argument: string, to: Json): ValidCall {
  return { base, edits: [...edits, { set: argument, to }] };
}

function makeWay(
  tool: Tool,
  call: ValidCall,
  changed: readonly string[],
  argument: string | undefined,
  context: BehaviourContext,
): Way {
  const { draws, revision } = tool.behaviour;
  const variant = findVariant(tool, call, changed, context);
  const input = applyEdits(context.readContent(call.base), call.edits ?? []);
  return {
    ...withoutUndefined({ argument, variant }),
    call,
    counts: argument === undefined || !revision?.except.includes(argument),
    draws: isDrawing(draws, input),
  };
}

/** Finds the same call with another value of one of these arguments. Values of a list are no other value: each may mean another action. */
function findVariant(
  tool: Tool,
  { base, edits = [] }: ValidCall,
  changed: readonly string[],
  context: BehaviourContext,
): ValidCall | undefined {
  const input = applyEdits(context.readContent(base), edits);
  return changed
    .flatMap((argument) => {
      const value = valueAt(input, argument);
      return value === undefined ? [] : listChanged(value).map((to): Edit => ({ set: argument, to }));
    })
    .map((edit): ValidCall => ({ base, edits: [...edits, edit] }))
    .find(({ edits: all = [] }) => context.fitsInput(tool, applyEdits(context.readContent(base), all)));
}
