/** Derives the cases about optional arguments: each has an effect. */
import {
  type ArgumentTrial,
  type BehaviourCase,
  type Json,
  steps,
  valueAt,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import { withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import { addCheck, promise } from "../promise.ts";
import { listArgumentValues, mostValues } from "./argument-values.ts";
import type { BehaviourContext } from "./context.ts";

/** The number of examples with which an argument is tried. */
const mostBases = 4;
/** The levels of objects whose optional properties are tried. */
const mostLevels = 3;

export function argumentCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const untried = new Set<string>();
  return listOptional(tool, context).flatMap((argument): BehaviourCase[] => {
    const trials = listTrials(tool, argument, context);
    if (trials.length === 0) untried.add(argument);
    // One case says that nothing of an object could be tried.
    if (trials.length === 0 && isPartOf(argument, untried)) return [];
    const name = argument.slice(1).replaceAll("/", ".");
    const must = `${name} of ${tool.name} has an effect.`;
    const at = context.at({ file: tool.file, path: ["input", "properties", steps(argument)[0]!] });
    const promised = promise("arguments", `${tool.name}${argument}`, tool.name, must, at);
    const check = { argument, ...withoutUndefined({ page: tool.ui?.resource }), trials };
    return [addCheck(promised, trials.length > 0 ? check : "no two valid calls differ only in it")];
  });
}

/** Whether an argument is a part of one of these. */
function isPartOf(argument: string, objects: ReadonlySet<string>): boolean {
  return [...objects].some((object) => argument.startsWith(`${object}/`));
}

/** Lists the optional arguments that no other case tries with and without: keys, cursors, sizes of pages and filters have their own. */
function listOptional(tool: Tool, context: BehaviourContext): string[] {
  const { idempotency, pages, filters } = tool.behaviour;
  const isId = (argument: string) =>
    context.model.entities.some((entity) => context.argumentsOf(entity, tool).includes(argument));
  const tried = new Set([
    // One of two ids says what the call is about, and is no option.
    ...tool.exactlyOne.map((name) => childPointer("", name)).filter(isId),
    idempotency?.key,
    pages?.cursor,
    pages?.offset,
    pages?.limit,
    ...((pages ?? filters)?.filters.map(({ argument }) => argument) ?? []),
  ]);
  return listOptionalBelow(tool, "", mostLevels, context).filter((argument) => !tried.has(argument));
}

/** Lists the optional properties of the arguments, also those of objects in them. */
function listOptionalBelow(tool: Tool, at: string, levels: number, context: BehaviourContext): string[] {
  const parts = context.findSchemas(tool, "input", at).flatMap(describing);
  const required = new Set(parts.flatMap((part) => part.required));
  const names = new Set(parts.flatMap(({ properties }) => [...properties.keys()]));
  return [...names].flatMap((name) => {
    const argument = childPointer(at, name);
    const below = levels > 1 ? listOptionalBelow(tool, argument, levels - 1, context) : [];
    return required.has(name) ? below : [argument, ...below];
  });
}

/** An argument, and values that fit it. */
interface Tried {
  readonly tool: Tool;
  readonly argument: string;
  readonly values: readonly Json[];
}

/** Lists trials: with examples that have the argument first, then with examples to which it is added. */
function listTrials(tool: Tool, argument: string, context: BehaviourContext): ArgumentTrial[] {
  const { findBaseWith, findPlainBase, listExamples, readContent } = context;
  const tried: Tried = { tool, argument, values: listArgumentValues(tool, argument, context) };
  const holder = argument.slice(0, argument.lastIndexOf("/"));
  // A part of an object is tried where an example has the object, else in arguments that were made for it.
  const known = [...listExamples(tool), findPlainBase(tool)].filter(
    (base) => base !== undefined && valueAt(readContent(base), holder) !== undefined,
  );
  const bases = (known.length > 0 ? known : [findBaseWith(tool, argument)]).filter(
    (base) => base !== undefined,
  );
  const hasIt = (base: string) => valueAt(readContent(base), argument) !== undefined;
  return [...bases.filter(hasIt), ...bases.filter((base) => !hasIt(base))]
    .slice(0, mostBases)
    .map((base) => makeTrial(tried, base, context))
    .filter(({ values }) => values.length > 0);
}

function makeTrial(
  { tool, argument, ...tried }: Tried,
  base: string,
  context: BehaviourContext,
): ArgumentTrial {
  const content = context.readContent(base);
  const own = valueAt(content, argument);
  const values = tried.values
    .filter((value) => JSON.stringify(value) !== JSON.stringify(own))
    .filter((to) => context.fitsWith(tool, base, [{ set: argument, to }]))
    .slice(0, mostValues);
  if (own === undefined) return { base, values };
  const canMiss = context.fitsWith(tool, base, [{ remove: argument }]);
  return canMiss ? { base, values: [own, ...values] } : { base, values, against: own };
}
