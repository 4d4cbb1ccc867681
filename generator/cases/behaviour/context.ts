/** Collects the input for behaviour cases: the whole model, and complete arguments for calls of its tools. */

import { applyEdits, type Base, type Edit, type Json, steps, valueAt } from "@toolwright/conformance/cases";
import { memoize, rootNode, type SchemaRoot } from "@toolwright/json-schema";
import { type Node, schemasAt } from "@toolwright/json-schema/graph";
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { listCalled } from "../../model/readers.ts";
import { inputTarget } from "../arguments.ts";
import type { CaseContext } from "../case-context.ts";
import { changeFits } from "../changed-values.ts";
import { findEntityPlace, ofType, placesIn } from "./places.ts";

export type Input = { readonly [name: string]: Json };

/** Valid arguments: a base, with edits. */
export interface ValidCall {
  readonly base: string;
  readonly edits?: readonly Edit[];
}

/** The input for behaviour cases. */
export interface BehaviourContext extends CaseContext, KnownBases {
  readonly model: Model;
  /** The tools, and the resources that handlers read. */
  readonly readers: readonly Tool[];
  tool(name: string): Tool | undefined;
  /** Whole arguments of a tool that contain these. */
  whole(tool: Tool, input: Input): Input | undefined;
  fitsInput(tool: Tool, input: Json): boolean;
  /** Whether the arguments of a base fit the input of its tool with these edits. */
  fitsWith(tool: Tool, base: string, edits: readonly Edit[]): boolean;
  /** Arguments that have a value at a pointer, from an example where possible. */
  callWith(tool: Tool, pointer: string): ValidCall | undefined;
  /** A value that fits the input of a tool at a pointer. */
  valueFor(tool: Tool, pointer: string): Json | undefined;
  /** Returns `count` different values that fit the input of a tool at a pointer; undefined if there are not so many. */
  valuesFor(tool: Tool, pointer: string, count: number): readonly Json[];
  /** Whether a text or a number is in the arguments or the result of an example, as a value or as a key. */
  isInExample(value: Json): boolean;
  findSchemas(tool: Tool, side: "input" | "output", pointer: string): readonly Node[];
  /** Pointers to the arguments of a tool that take an id of the entity. */
  argumentsOf(entity: Entity, tool: Tool): readonly string[];
  /** Pointers to the places in results of a tool that have an id of the entity. */
  resultsOf(entity: Entity, tool: Tool): readonly string[];
  /** Schemas of a place of the entity in the output of a tool; the pointer is relative to the entity. */
  findShownSchemas(entity: Entity, tool: Tool, pointer: string): readonly Node[];
}

/** The bases of each tool, by purpose. */
interface KnownBases {
  /** Returns the arguments of the first successful example, else the required arguments. */
  baseOf(tool: Tool): string | undefined;
  /** The required arguments. */
  findPlainBase(tool: Tool): string | undefined;
  /** The base that was made for an optional argument: it has the argument and what this needs. */
  findBaseWith(tool: Tool, argument: string): string | undefined;
  /** The bases of the successful examples. */
  listExamples(tool: Tool): string[];
  readContent(base: string): Input;
}

/** @param bases the bases of all tools, by name. */
export function behaviourContext(
  model: Model,
  caseContext: CaseContext,
  bases: ReadonlyMap<string, Base>,
): BehaviourContext {
  const { resolve, sampler } = caseContext;
  const byName = new Map(model.tools.map((tool) => [tool.name, tool]));
  const known = knownBases(bases);
  const { findPlainBase, listExamples, readContent } = known;
  const { fitsInput, fitsWith } = inputFits(caseContext, known);
  const idsIn = memoize((entity: Entity) =>
    memoize((root: SchemaRoot) => placesIn(root, ofType(entity.id), resolve)),
  );

  return {
    ...caseContext,
    ...known,
    model,
    readers: listCalled(model),
    tool: (name) => byName.get(name),
    whole,
    callWith,
    valueFor,
    valuesFor: (tool, pointer, count) => sampler.several(count, ...findSchemas(tool, "input", pointer)) ?? [],
    fitsInput,
    fitsWith,
    isInExample: (value) => scalarsInExamples(model).has(value),
    findSchemas,
    argumentsOf,
    resultsOf,
    findShownSchemas,
  };

  function argumentsOf(entity: Entity, { input }: Tool): readonly string[] {
    return idsIn(entity)(input);
  }

  function resultsOf(entity: Entity, { output }: Tool): readonly string[] {
    return output ? idsIn(entity)(output) : [];
  }

  function findShownSchemas(entity: Entity, tool: Tool, pointer: string): readonly Node[] {
    const place = findEntityPlace({ input: argumentsOf(entity, tool), output: resultsOf(entity, tool) });
    return place === undefined ? [] : findSchemas(tool, "output", place + pointer);
  }

  function whole(tool: Tool, input: Input): Input | undefined {
    const plain = findPlainBase(tool);
    const others = [...(plain === undefined ? [] : [plain]), ...listExamples(tool)].map(readContent);
    return [...others.map((other) => ({ ...alternativesLeft(tool, other, input), ...input })), input].find(
      (candidate) => fitsInput(tool, candidate),
    );
  }

  function callWith(tool: Tool, pointer: string): ValidCall | undefined {
    const candidates = [...listExamples(tool), findPlainBase(tool)].filter((base) => base !== undefined);
    const has = candidates.find((base) => valueAt(readContent(base), pointer) !== undefined);
    if (has !== undefined) return { base: has };
    const value = valueFor(tool, pointer);
    if (value === undefined) return undefined;
    return candidates
      .map((base) => ({
        base,
        edits: [...listContainers(readContent(base), pointer), { set: pointer, to: value }],
      }))
      .find(({ base, edits }) => fitsWith(tool, base, edits));
  }

  function valueFor(tool: Tool, pointer: string): Json | undefined {
    const inExample = listExamples(tool)
      .map((base) => valueAt(readContent(base), pointer))
      .find((value) => value !== undefined);
    const schemas = findSchemas(tool, "input", pointer);
    return inExample ?? (schemas.length === 0 ? undefined : sampler.one(...schemas));
  }

  function findSchemas(tool: Tool, side: "input" | "output", pointer: string): readonly Node[] {
    const root = tool[side];
    return root ? schemasAt(rootNode(root), steps(pointer), resolve) : [];
  }
}

function inputFits(
  { fits, graph, evaluator }: CaseContext,
  { readContent }: KnownBases,
): Pick<BehaviourContext, "fitsInput" | "fitsWith"> {
  return {
    fitsInput: (tool, input) => fits(input, inputTarget(tool)),
    fitsWith: (tool, base, edits) =>
      changeFits({ target: graph(inputTarget(tool)), value: readContent(base), edits }, evaluator),
  };
}

function knownBases(bases: ReadonlyMap<string, Base>): KnownBases {
  const findBase = (tool: Tool) => listExamples(tool)[0] ?? findPlainBase(tool);
  return { baseOf: findBase, findPlainBase, findBaseWith, listExamples, readContent };

  function findPlainBase({ name }: Tool): string | undefined {
    return bases.has(name) ? name : undefined;
  }

  function findBaseWith({ name }: Tool, argument: string): string | undefined {
    const base = `${name}${argument}`;
    return bases.has(base) && valueAt(readContent(base), argument) !== undefined ? base : undefined;
  }

  function listExamples(tool: Tool): string[] {
    return tool.examples
      .filter(({ failure }) => failure === undefined)
      .map(({ name }) => `${tool.name}:${name}`)
      .filter((base) => bases.has(base));
  }

  function readContent(base: string): Input {
    const found = bases.get(base);
    if (found === undefined) throw new Error(`There are no arguments ${base}`);
    if ("input" in found) return found.input;
    return applyEdits(readContent(found.on), found.edits) as Input;
  }
}

const scalarsInExamples = memoize(({ tools }: Model): ReadonlySet<unknown> => {
  const found = new Set<unknown>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) {
      found.add(value);
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      if (!Array.isArray(value)) found.add(key);
      collect(part);
    }
  };
  for (const { examples } of tools) for (const { input, output } of examples) collect([input, output]);
  return found;
});

/** Removes the member of `exactlyOne` that the other arguments replace. */
function alternativesLeft({ exactlyOne }: Tool, from: Input, input: Input): Input {
  if (!exactlyOne.some((name) => Object.hasOwn(input, name))) return from;
  return Object.fromEntries(Object.entries(from).filter(([name]) => !exactlyOne.includes(name)));
}

/** Edits that make the arrays and objects on the way to a pointer. */
function listContainers(value: Json, pointer: string): Edit[] {
  const path = steps(pointer);
  return path.slice(0, -1).flatMap((_, index): Edit[] => {
    const at = pointer
      .split("/")
      .slice(0, index + 2)
      .join("/");
    if (valueAt(value, at) !== undefined) return [];
    return [{ set: at, to: /^\d+$/.test(path[index + 1]!) ? [] : {} }];
  });
}

/** Whether arguments have all of these. */
export function contains(content: Input, part: object): boolean {
  return Object.entries(part).every(
    ([name, value]) => JSON.stringify(content[name]) === JSON.stringify(value),
  );
}

/** The pointer to one place of a pattern: the first item, or an entry. */
export function firstPlace(pattern: string): string {
  return pattern.replaceAll(/\/\*(?=\/|$)/g, "/0");
}

/** The place of a tool's own key in the spec. */
export function inTool({ file }: Tool, ...path: readonly (string | number)[]): SpecLocation {
  return { file, path };
}

/** The rule of each item that has one, by the name of the item. */
export function mapByName<Item extends { readonly name: string }, Rule>(
  items: readonly Item[],
  rule: (item: Item) => Rule | undefined,
): Record<string, Rule> {
  return Object.fromEntries(
    items.flatMap((item) => {
      const found = rule(item);
      return found === undefined ? [] : [[item.name, found]];
    }),
  );
}
