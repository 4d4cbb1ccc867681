/** Derives the cases about optional arguments: each has an effect. */
import {
  type ArgumentPair,
  applyEdits,
  type BehaviourCase,
  type Edit,
  type Json,
  valueAt,
} from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import type { Tool } from "../../model/model.ts";
import { addCheck, promise } from "../promise.ts";
import type { BehaviourContext, Input } from "./context.ts";

/** The number of pairs that are tried for one argument. */
const mostPairs = 10;
/** The same for a tool whose calls draw from a quota. */
const mostDrawingPairs = 2;
/** The number of values that are tried with one base, or in place of a value that the tool needs. */
const mostValues = 6;
/** Times before and after the data of every target. */
const farTimes = ["1970-01-01", "9999-12-31", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];

export function argumentCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return listOptional(tool).map((name): BehaviourCase => {
    const argument = childPointer("", name);
    const must = `${name} of ${tool.name} has an effect: a call with it differs from the same call without it.`;
    const at = context.at({ file: tool.file, path: ["input", "properties", name] });
    const promised = promise("arguments", `${tool.name}/${name}`, tool.name, must, at);
    const pairs = listPairs(tool, argument, context).slice(
      0,
      tool.behaviour.draws ? mostDrawingPairs : mostPairs,
    );
    return addCheck(
      promised,
      pairs.length > 0 ? { argument, pairs } : "no two valid calls were found that differ only in it",
    );
  });
}

/** Lists the optional arguments that no other case tries with and without: keys, cursors, sizes of pages and filters have their own. */
function listOptional({ input, behaviour: { idempotency, pages } }: Tool): string[] {
  const { properties = {}, required = [] } = input.schema as {
    properties?: object;
    required?: readonly string[];
  };
  const tried = new Set([
    idempotency?.key,
    pages?.cursor,
    pages?.limit,
    ...(pages?.filters.map(({ argument }) => argument) ?? []),
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

/**
 * Lists pairs of valid calls: of examples with the argument and of examples to which it is added. The first pair of each example comes
 * before the second of any: in some examples, other arguments hide the effect.
 */
function listPairs(tool: Tool, argument: string, context: BehaviourContext): ArgumentPair[] {
  const { findPlainBase, listExamples, readContent } = context;
  const tried: Tried = { tool, argument, values: listValues(tool, argument, context) };
  const bases = [...listExamples(tool), findPlainBase(tool)].filter((base) => base !== undefined);
  const hasIt = (base: string) => valueAt(readContent(base), argument) !== undefined;
  const ofBases = [...bases.filter(hasIt), ...bases.filter((base) => !hasIt(base))].map((base) =>
    hasIt(base) ? removePairs(tried, base, context) : addPairs(tried, base, context),
  );
  const rounds = Math.max(0, ...ofBases.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => ofBases.flatMap((pairs) => pairs[round] ?? [])).flat();
}

/** Lists values of examples, then others that fit: of different kinds, since only some of them may have an effect. */
function listValues(tool: Tool, argument: string, context: BehaviourContext): Json[] {
  const { listExamples, readContent, findSchemas, sampler } = context;
  const schemas = findSchemas(tool, "input", argument);
  const parts = schemas.flatMap(describing);
  const isTime = parts.some(
    ({ schema }) => typeof schema === "object" && /^date/.test(String(schema.format)),
  );
  const counts = Array.from({ length: mostValues }, (_, index) => mostValues - index);
  const all = [
    ...(isTime ? farTimes : []),
    ...listExamples(tool).map((base) => valueAt(readContent(base), argument)),
    ...parts.flatMap(({ enums }) => enums.flat() as Json[]),
    ...(schemas.length === 0
      ? []
      : (counts.map((count) => sampler.several(count, ...schemas)).find((values) => values !== undefined) ??
        [])),
    ...parts.map((part) => sampler.one(part)),
  ].filter((value) => value !== undefined);
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

/** Pairs a call with the argument and the same call without it; if the tool needs it there, with another value. */
function removePairs(tried: Tried, base: string, context: BehaviourContext): ArgumentPair[] {
  const { tool, argument } = tried;
  const content = context.readContent(base);
  const own = valueAt(content, argument)!;
  const values = tried.values.filter((value) => JSON.stringify(value) !== JSON.stringify(own));
  const others = listReplacements({ ...tried, values }, content, context);
  const removed: Edit[] = [{ remove: argument }];
  return context.fitsInput(tool, applyEdits(content, removed))
    ? [[{ set: argument, to: own }], ...others].map((edits) => ({ base, with: edits, without: removed }))
    : others.map((edits) => ({ base, with: [], without: edits }));
}

/** Pairs a call without the argument and the same call with it. */
function addPairs(tried: Tried, base: string, context: BehaviourContext): ArgumentPair[] {
  const replacements = listReplacements(tried, context.readContent(base), context);
  return replacements.map((edits) => ({ base, with: edits, without: [] }));
}

/** Lists edits that set the argument and keep the arguments valid. */
function listReplacements(
  { tool, argument, values }: Tried,
  content: Input,
  context: BehaviourContext,
): Edit[][] {
  return values
    .map((to): Edit[] => [{ set: argument, to }])
    .filter((edits) => context.fitsInput(tool, applyEdits(content, edits)))
    .slice(0, mostValues);
}
