/** Makes valid arguments of a tool, the bases that its cases change. */

import { applyEdits, type Base, type Edit, type Json, valueAt } from "@toolwright/conformance/cases";
import { type LocatedSchema, rootNode, type SchemaRoot } from "@toolwright/json-schema";
import type { Problem } from "@toolwright/json-schema/evaluation";
import type { Node } from "@toolwright/json-schema/graph";
import type { Operation, Tool } from "../model/operation.ts";
import { type Broken, breaksOnly } from "./breakage.ts";
import type { CaseContext } from "./case-context.ts";
import { changeFits, changeProblems } from "./changed-values.ts";
import { type Occurrence, Occurrences } from "./occurrences.ts";

/** The bases of one tool: valid arguments, by name. Each is validated before it is added. */
export interface ValidArguments {
  /** The input schema, with the rule `exactlyOne` of the tool. */
  readonly root: Node;
  /** The name of the base with only the required arguments; absent if there is none. */
  readonly plainest: string | undefined;
  /** The base of an example of the tool; absent if its arguments are not valid. */
  ofExample(name: string): string | undefined;
  /** A value in a successful example that the schema describes; of several examples the one with parts of most schemas. */
  occurrence(target: Node): BasePlace | undefined;
  /** A wanted value in a successful example, at the same place but for the indices of items. */
  findValue(target: Node, pointer: string, isWanted: (value: Json) => boolean): BasePlace | undefined;
  /** Adds a base that is another one with edits; `undefined` if the result is not valid. */
  addChanged(name: string, on: string, edits: readonly Edit[]): string | undefined;
  readContent(base: string): Json;
  /** The arguments of a base with edits that may make them invalid. They are validated once, at the first call. */
  changedArguments(base: string, edits: readonly Edit[]): ChangedArguments;
  /** All bases by name. */
  all(): [name: string, base: Base][];
}

/** A place in the arguments of a base. */
export interface BasePlace {
  readonly base: string;
  readonly pointer: string;
}

/** Validates changed arguments against the input schema of the tool, `exactlyOne` included. */
export interface ChangedArguments {
  fit(): boolean;
  /** Tells whether the arguments break these keywords and no others. */
  break(broken: Broken): boolean;
}

type Input = { readonly [name: string]: Json };

/** An operation that takes arguments: a tool, or a resource or prompt, which have no examples. */
export type Callee = Operation & Pick<Tool, "examples">;

export function validArguments(tool: Callee, context: CaseContext): ValidArguments {
  const { evaluator, graph, fits, sampler } = context;
  const target = graph(inputTarget(tool));
  const bases = new Map<string, { readonly base: Base; readonly value: Json }>();
  const examples = tool.examples.filter(({ input }) => fits(input, target));
  const add = (name: string, base: Base, value: Json): string => {
    bases.set(name, { base, value });
    return name;
  };
  const occurrences = new Occurrences(
    examples.filter(({ failure }) => failure === undefined),
    target,
    fits,
  );
  const plain = findPlainest();
  const plainest = plain && add(tool.name, { tool: tool.name, input: plain }, plain);

  return {
    root: target,
    plainest,
    ofExample,
    occurrence: (target) => toPlace(occurrences.first(target)),
    findValue: (...wanted) => toPlace(occurrences.find(...wanted)),
    addChanged(name, on, edits) {
      const value = readContent(on);
      if (!changeFits({ target, value, edits }, evaluator)) return undefined;
      return add(`${tool.name}/${name}`, { tool: tool.name, on, edits }, applyEdits(value, edits));
    },
    readContent,
    changedArguments,
    all: () => [...bases].map(([name, { base }]): [string, Base] => [name, base]),
  };

  function changedArguments(base: string, edits: readonly Edit[]): ChangedArguments {
    const change = { target, value: readContent(base), edits };
    let found: readonly Problem[] | undefined;
    const problems = () => (found ??= changeProblems(change, evaluator));
    const ownProblems = ({ path, node }: Broken) =>
      evaluator.problems(valueAt(applyEdits(change.value, edits), path), node);
    return {
      fit: () => changeFits(change, evaluator),
      break: (broken) => breaksOnly(problems(), broken, () => ownProblems(broken)),
    };
  }

  function ofExample(name: string): string | undefined {
    const example = examples.find((candidate) => candidate.name === name);
    const input = example?.input as Input | undefined;
    return input && add(`${tool.name}:${name}`, { tool: tool.name, input }, input);
  }

  function toPlace(found: Occurrence | undefined): BasePlace | undefined {
    return found && { base: ofExample(found.example)!, pointer: found.pointer };
  }

  function readContent(base: string): Json {
    return bases.get(base)!.value;
  }

  /** The required part of the first successful example; else a sample. */
  function findPlainest(): Input | undefined {
    const succeeding = examples
      .filter(({ failure }) => failure === undefined)
      .map(({ input }) => input as Input);
    const bare = succeeding.map((input) => pickRequired(tool, target, input));
    const sample = sampler.one(target) as Input | undefined;
    const apart = sample && withDifferentValues(sample, target, sampler);
    return [...bare, ...succeeding, apart, sample].find(
      (input): input is Input => input !== undefined && fits(input, target),
    );
  }
}

/** Gives arguments of one shared type different values: a bill is made of two readings, not of one twice. */
function withDifferentValues(sample: Input, target: Node, sampler: CaseContext["sampler"]): Input {
  const typed = Object.keys(sample).flatMap((name) => {
    const node = target.properties.get(name);
    const [type] = node?.allOf ?? [];
    return node && type && type.root !== node.root ? [{ name, node, type }] : [];
  });
  const alike = [...Map.groupBy(typed, ({ type }) => type).values()].filter(({ length }) => length > 1);
  const different = alike.flatMap((group) => {
    const values = sampler.several(group.length, ...group.map(({ node }) => node)) ?? [];
    return values.map((value, index): [string, Json] => [group[index]!.name, value]);
  });
  return { ...sample, ...Object.fromEntries(different) };
}

const inputTargets = new WeakMap<SchemaRoot, LocatedSchema>();

/** The input schema of a tool, with the rule `exactlyOne` of the tool. Returns the same object for the same schema. */
export function inputTarget(tool: Operation): LocatedSchema {
  const target = rootNode(tool.input);
  if (tool.exactlyOne.length === 0 || typeof target.schema === "boolean") return target;
  const known = inputTargets.get(tool.input);
  if (known !== undefined) return known;
  const ruled = { ...target, schema: { ...target.schema, exactlyOne: tool.exactlyOne } };
  inputTargets.set(tool.input, ruled);
  return ruled;
}

function pickRequired(tool: Operation, { required }: Node, input: Input): Input {
  const chosen = tool.exactlyOne.find((name) => Object.hasOwn(input, name));
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => required.includes(name) || name === chosen),
  );
}
