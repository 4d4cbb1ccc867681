import type { Base } from "@toolwright/conformance/cases";
import { type Edit, edited, type Json, valueAt } from "@toolwright/conformance/cases";
import type { Example, Tool } from "../model/model.ts";
import type { SchemaRoot } from "../model/schema.ts";
import { evaluatorFor, type Problem } from "../schema/evaluator.ts";
import type { Target } from "../schema/roots.ts";
import { type Broken, breaksOnly } from "./breakage.ts";
import { described } from "./described.ts";
import type { Kit } from "./kit.ts";
import { addressOf, isNode, rootNode } from "./node.ts";

/** Valid arguments of one tool, by name; each new one is checked before it is kept. */
export interface ValidArguments {
  /** The input schema, with the rule `exactlyOne` that stands beside it. */
  readonly root: Target;
  /** The plainest: what is required. Absent if none were found. */
  readonly plainest: string | undefined;
  /** The arguments of an example, by the example's name. */
  ofExample(name: string): string | undefined;
  /** Where an example that succeeds has a value that this schema describes; the richest such example. */
  occurrence(target: Target): { readonly base: string; readonly pointer: string } | undefined;
  /** A base that is another one changed; `undefined` if that is not valid. */
  changed(name: string, on: string, edits: readonly Edit[]): string | undefined;
  /** What a base comes to. */
  contentOf(base: string): Json;
  /** The arguments of a base with changes that may make them invalid. */
  altered(base: string, edits: readonly Edit[]): Altered;
  all(): [string, Base][];
}

/** What the tool's schema, `exactlyOne` included, says of changed arguments. */
export interface Altered {
  fit(): boolean;
  /** Whether they break this, and nothing else. */
  break(broken: Broken): boolean;
}

type Input = { readonly [name: string]: Json };

export function validArguments(tool: Tool, { resolve, fits, sampler }: Kit): ValidArguments {
  const target = inputTarget(tool);
  const evaluator = evaluatorFor(resolve);
  const bases = new Map<string, { readonly base: Base; readonly value: Json }>();
  const examples = tool.examples.filter(({ input }) => fits(input, target));
  const keep = (name: string, base: Base, value: Json): string => {
    bases.set(name, { base, value });
    return name;
  };
  let known: ReadonlyMap<string, Occurrence> | undefined;
  const plain = plainestOf();
  const plainest = plain && keep(tool.name, { tool: tool.name, input: plain }, plain);

  return {
    root: target,
    plainest,
    ofExample,
    occurrence(target) {
      const found = occurrences().get(addressOf(target));
      return found && { base: ofExample(found.example)!, pointer: found.pointer };
    },
    changed(name, on, edits) {
      const value = edited(contentOf(on), edits);
      if (!fits(value, target)) return undefined;
      return keep(`${tool.name}/${name}`, { tool: tool.name, on, edits }, value);
    },
    contentOf,
    altered,
    all: () => [...bases].map(([name, { base }]) => [name, base]),
  };

  /** Edits are made, and arguments judged, when the first question is asked, and once. */
  function altered(base: string, edits: readonly Edit[]): Altered {
    let value: Json | undefined;
    let found: readonly Problem[] | undefined;
    const problems = () => {
      value ??= edited(contentOf(base), edits);
      found ??= evaluator.problems(value, target);
      return found;
    };
    return {
      fit: () => problems().length === 0,
      break: (broken) =>
        breaksOnly(problems(), broken, () => evaluator.problems(valueAt(value!, broken.path), broken.node)),
    };
  }

  function ofExample(name: string): string | undefined {
    const example = examples.find((candidate) => candidate.name === name);
    const input = example?.input as Input | undefined;
    return input && keep(`${tool.name}:${name}`, { tool: tool.name, input }, input);
  }

  function occurrences(): ReadonlyMap<string, Occurrence> {
    known ??= occurrencesIn(
      examples.filter(({ failure }) => failure === undefined),
      target,
      { resolve, fits },
    );
    return known;
  }

  function contentOf(base: string): Json {
    return bases.get(base)!.value;
  }

  /** The first example that succeeds, with what is required of it; else something made up. */
  function plainestOf(): Input | undefined {
    const succeeding = examples
      .filter(({ failure }) => failure === undefined)
      .map(({ input }) => input as Input);
    const bare = succeeding.map((input) => requiredOf(tool, input));
    return [...bare, ...succeeding, sampler.one(target)].find(
      (input): input is Input => input !== undefined && fits(input, target),
    );
  }
}

interface Occurrence {
  readonly example: string;
  readonly pointer: string;
}

/** The first place of each schema, by its address. What is added to a rich example finds most of what it may refer to. */
function occurrencesIn(
  examples: readonly Example[],
  target: Target,
  { resolve, fits }: Pick<Kit, "resolve" | "fits">,
): ReadonlyMap<string, Occurrence> {
  const found = new Map<string, Occurrence>();
  const parts = examples.map(({ name, input }) => ({
    name,
    parts: described(input as Json, target, resolve, fits),
  }));
  for (const example of parts.sort((a, b) => b.parts.length - a.parts.length)) {
    for (const { node, pointer } of example.parts) {
      if (!found.has(addressOf(node))) found.set(addressOf(node), { example: example.name, pointer });
    }
  }
  return found;
}

const inputTargets = new WeakMap<SchemaRoot, Target>();

/** The input schema of a tool, with the rule `exactlyOne` that stands beside it. The same for the same schema. */
export function inputTarget(tool: Tool): Target {
  const target = rootNode(tool.input);
  if (tool.exactlyOne.length === 0 || !isNode(target)) return target;
  const known = inputTargets.get(tool.input);
  if (known !== undefined) return known;
  const ruled = { ...target, schema: { ...target.schema, exactlyOne: tool.exactlyOne } };
  inputTargets.set(tool.input, ruled);
  return ruled;
}

function requiredOf(tool: Tool, input: Input): Input {
  const target = rootNode(tool.input);
  const required = isNode(target) && Array.isArray(target.schema.required) ? target.schema.required : [];
  const chosen = tool.exactlyOne.find((name) => Object.hasOwn(input, name));
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => required.includes(name) || name === chosen),
  );
}
