/** Derives the rules and cases about results: sums, repeated arguments, conditions, and the promises of examples. */

import type { BehaviourCase, InvariantRule, Json, RepeatRule } from "@toolwright/conformance/cases";
import { memoize, type SchemaRoot, walk } from "@toolwright/json-schema";
import { describing, type Node } from "@toolwright/json-schema/graph";
import { childPointer } from "@toolwright/runtime/json";
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import { unlessEmpty, withoutUndefined } from "../../model/members.ts";
import type { Example, Tool } from "../../model/operation.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import { addCheck, noArguments, promise } from "../promise.ts";
import type { BehaviourContext, Input } from "./context.ts";
import { orderedArguments } from "./ordered-arguments.ts";
import { placesIn } from "./places.ts";
import { readDefault } from "./replay.ts";
import { describeSum, summaryCases } from "./summaries.ts";

/** Returns declarations about a tool's results, with their places in the spec as the case file names them. */
export function resultRules<Declared extends { readonly at: SpecLocation }>(
  declared: readonly Declared[],
  { at }: BehaviourContext,
) {
  return unlessEmpty(declared.map((each) => ({ ...each, at: at(each.at) })));
}

/** Returns the places of a tool's results that repeat an argument, with what its parts may leave out. */
export function repeatRules(tool: Tool, context: BehaviourContext): readonly RepeatRule[] | undefined {
  if (tool.behaviour.repeats.length === 0) return undefined;
  const found = findDefaults(tool, context);
  return resultRules(tool.behaviour.repeats, context)?.map((rule): RepeatRule => {
    const below = found.filter(({ at }) => at.startsWith(`${rule.argument}/`));
    const defaults = below.map(({ at, to }) => ({ at: at.slice(rule.argument.length), to }));
    return { ...rule, ...withoutUndefined({ defaults: unlessEmpty(defaults) }) };
  });
}

/** Whether a schema has a default. Schemas without one are not searched, since their references may lead to many places. */
const namesDefaults = memoize((root: SchemaRoot): boolean => {
  let found = false;
  walk(root.schema, (schema) => {
    found ||= "default" in schema;
  });
  return found;
});

/** Finds the defaults in the arguments of a tool, outer ones first. */
function findDefaults(tool: Tool, context: BehaviourContext): { readonly at: string; readonly to: Json }[] {
  const search = { matches: ({ fallback }: Node) => fallback !== undefined, isIn: namesDefaults };
  return placesIn(tool.input, search, context.resolve).flatMap((at) => {
    const to = readDefault(tool, at.replaceAll("*", "0"), context);
    return to === undefined ? [] : [{ at, to }];
  });
}

/** Returns the conditions that each result of a tool meets. */
export function invariantRules(
  { behaviour }: Tool,
  { at }: BehaviourContext,
): readonly InvariantRule[] | undefined {
  return unlessEmpty(
    behaviour.invariants.map(({ text, at: place }) => ({
      at: at(place),
      text,
      condition: parseCondition(text),
    })),
  );
}

export function resultCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return [
    ...tool.behaviour.sums.flatMap((sum, rule): BehaviourCase | [] => {
      if (sum.items?.list !== undefined) return [];
      const { total, at } = sum;
      const base = context.baseOf(tool);
      const must = `In each result of ${tool.name}, ${describeSum(sum)} ${total}.`;
      const promised = promise("results", `${tool.name}/sums${total}`, tool.name, must, context.at(at));
      return addCheck(promised, base ? { base, check: "sums", rule } : noArguments);
    }),
    ...summaryCases(tool, context),
    ...tool.behaviour.repeats.map(({ argument, path, at }, rule): BehaviourCase => {
      const call = context.callWith(tool, argument);
      const must = `Each result of ${tool.name} has at ${path} the argument ${argument.slice(1)}.`;
      const promised = promise("results", `${tool.name}/repeats${argument}`, tool.name, must, context.at(at));
      return addCheck(promised, call ? { ...call, check: "repeats", rule } : noArguments);
    }),
    ...tool.behaviour.invariants.map(({ text, at }, rule): BehaviourCase => {
      const bases = listBases(tool, context);
      const ordered = unlessEmpty(orderedArguments(text, tool, context));
      const must = `In each result of ${tool.name}: ${text.replaceAll("$result.structuredContent#", "")}.`;
      const id = `${tool.name}/invariants/${rule}`;
      return addCheck(
        promise("results", id, tool.name, must, context.at(at)),
        bases.length > 0
          ? { check: "invariants", rule, bases, ...withoutUndefined({ ordered }) }
          : noArguments,
      );
    }),
    ...tool.behaviour.files.map(({ url, at, ...file }, rule): BehaviourCase => {
      // Without what examples name, such as an old version, the file is the present one.
      const plain = context.findPlainBase(tool);
      const bases = [...new Set([...listBases(tool, context), ...(plain === undefined ? [] : [plain])])];
      const must = `The file at ${url} of ${tool.name} is the one that ${Object.values(file).join(", ")} describe.`;
      const promised = promise("results", `${tool.name}/files${url}`, tool.name, must, context.at(at));
      return addCheck(promised, bases.length > 0 ? { check: "file", rule, bases } : noArguments);
    }),
    ...exampleCases(tool, context),
  ];
}

function listBases(tool: Tool, context: BehaviourContext): string[] {
  return [...new Set([context.baseOf(tool) ?? [], ...context.listExamples(tool)].flat())];
}

/**
 * Makes cases from examples of writing tools that create an entity. They start without earlier data, so each result contains
 * the consequences of the arguments: states and other values of an `enum`, flags, and texts of the arguments. The result of a
 * reading tool also depends on the calling account.
 */
function exampleCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const makes = context.model.entities.some(({ madeBy }) => madeBy?.tool === tool.name);
  const takes = context.model.entities.some((entity) => context.argumentsOf(entity, tool).length > 0);
  if (!makes || takes || tool.annotations?.readOnlyHint === true) return [];
  return tool.examples.flatMap((example): BehaviourCase[] => {
    const base = `${tool.name}:${example.name}`;
    const expected = example.output === undefined ? [] : expectedValues(tool, example, context);
    if (expected.length === 0) return [];
    const must = `The result of the example ${example.name} has the values that follow from its arguments.`;
    const [id, at] = [`${tool.name}/example/${example.name}`, context.at(example.at)];
    return [{ ...promise("results", id, tool.name, must, at), check: "example", base, expected }];
  });
}

interface Value {
  readonly path: string;
  readonly value: Json;
}

/** Descends into objects only: the items of an array, such as warnings, may differ each time. */
function expectedValues(
  tool: Tool,
  { input, output, live, liveOutput }: Example,
  context: BehaviourContext,
): Value[] {
  const repeated = new Set(texts(input as Input));
  const samples = new Set([...live, ...liveOutput].map(({ sample }) => sample));
  return leaves(output as Input).filter(({ path, value }) => {
    if (samples.has(value)) return false;
    if (typeof value === "boolean") return true;
    if (typeof value !== "string") return false;
    if (repeated.has(value)) return true;
    return context
      .findSchemas(tool, "output", path)
      .flatMap(describing)
      .some(({ enums }) => enums.length > 0);
  });
}

function leaves(value: Json, path = ""): Value[] {
  if (typeof value !== "object" || value === null) return [{ path, value }];
  if (Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, child]) => leaves(child, childPointer(path, name)));
}

/** Texts among the arguments that are long enough not to be there by chance. */
function texts(input: Input): string[] {
  return leaves(input).flatMap(({ value }) => (typeof value === "string" && value.length > 3 ? [value] : []));
}
