/** Derives the cases about optional arguments: each has an effect. */
import {
  type ArgumentTrial,
  applyEdits,
  type BehaviourCase,
  type Json,
  valueAt,
} from "@toolwright/conformance/cases";
import { childPointer } from "@toolwright/runtime/json";
import type { Tool } from "../../model/model.ts";
import { addCheck, promise } from "../promise.ts";
import { listArgumentValues, mostValues } from "./argument-values.ts";
import type { BehaviourContext } from "./context.ts";

/** The number of examples with which an argument is tried. */
const mostBases = 4;

export function argumentCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return listOptional(tool).map((name): BehaviourCase => {
    const argument = childPointer("", name);
    const must = `${name} of ${tool.name} has an effect: a call with it differs from the same call without it.`;
    const at = context.at({ file: tool.file, path: ["input", "properties", name] });
    const promised = promise("arguments", `${tool.name}/${name}`, tool.name, must, at);
    const trials = listTrials(tool, argument, context);
    return addCheck(
      promised,
      trials.length > 0 ? { argument, trials } : "no two valid calls were found that differ only in it",
    );
  });
}

/** Lists the optional arguments that no other case tries with and without: keys, cursors, sizes of pages and filters have their own. */
function listOptional({ input, behaviour: { idempotency, pages, filters } }: Tool): string[] {
  const { properties = {}, required = [] } = input.schema as {
    properties?: object;
    required?: readonly string[];
  };
  const tried = new Set([
    idempotency?.key,
    pages?.cursor,
    pages?.limit,
    ...((pages ?? filters)?.filters.map(({ argument }) => argument) ?? []),
  ]);
  return Object.keys(properties).filter(
    (name) => !required.includes(name) && !tried.has(childPointer("", name)),
  );
}

/** An argument, and values that fit it. */
interface Tried {
  readonly tool: Tool;
  readonly argument: string;
  readonly values: readonly Json[];
}

/** Lists trials: with examples that have the argument first, then with examples to which it is added. */
function listTrials(tool: Tool, argument: string, context: BehaviourContext): ArgumentTrial[] {
  const { findPlainBase, listExamples, readContent } = context;
  const tried: Tried = { tool, argument, values: listArgumentValues(tool, argument, context) };
  const bases = [...listExamples(tool), findPlainBase(tool)].filter((base) => base !== undefined);
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
    .filter((to) => context.fitsInput(tool, applyEdits(content, [{ set: argument, to }])))
    .slice(0, mostValues);
  if (own === undefined) return { base, values };
  const canMiss = context.fitsInput(tool, applyEdits(content, [{ remove: argument }]));
  return canMiss ? { base, values: [own, ...values] } : { base, values, against: own };
}
