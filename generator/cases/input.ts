/** Derives the input cases of a tool: each constraint at its bound, beyond it, and broken alone. */
import { type InputCase, type Unexercised, valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import type { Node } from "../schema/graph/node.ts";
import { printAddress, toLocation } from "../schema/place.ts";
import { type ArgumentSchema, argumentSchemas } from "./argument-schemas.ts";
import type { ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import { listConjuncts } from "./conjuncts.ts";
import { constraintsIn } from "./constraints.ts";
import { boundProbers } from "./probes/bounds.ts";
import { combinationProbers } from "./probes/combinations.ts";
import { objectProbers } from "./probes/objects.ts";
import { type Probe, type Prober, refused, set } from "./probes/probe.ts";
import { sizeProbers } from "./probes/sizes.ts";
import { valueProbers } from "./probes/values.ts";

const probers: Readonly<Record<string, Prober>> = {
  ...sizeProbers,
  ...boundProbers,
  ...valueProbers,
  ...objectProbers,
  ...combinationProbers,
};

/** Pairs of keywords that may mean the same, so that they can only be broken together: Zod writes a pattern for each format. */
const inseparable: Readonly<Record<string, string>> = { format: "pattern", pattern: "format" };

function isRefused({ expect }: Pick<Probe, "expect">): boolean {
  return expect === "refused";
}

export interface InputCases {
  readonly cases: readonly InputCase[];
  readonly constraints: number;
  readonly unexercised: readonly Unexercised[];
}

/** Cases for every constraint of a tool's input schema: at, below and above its bound, and broken alone. */
export function inputCases(tool: Tool, bases: ValidArguments, context: CaseContext): InputCases {
  const caseOf = probedCases(tool, bases, context);
  const cases: InputCase[] = [];
  const unexercised: Unexercised[] = [];
  let constraints = 0;
  for (const argument of argumentSchemas(tool, bases, context)) {
    if (argument.repeated) {
      cases.push(...repeatedCase(argument, caseOf));
      continue;
    }
    const nodes = listConjuncts([argument.node]);
    for (const keyword of constraintsIn(argument.node)) {
      constraints++;
      const { found, why } = makeCases(argument, nodes, keyword);
      cases.push(...found);
      const constraint = printAddress(argument.node, keyword);
      const at = context.at(findPlace(tool, argument, keyword));
      if (why !== undefined) unexercised.push({ tool: tool.name, constraint, at, why });
    }
  }
  // The search above adds bases.
  return { cases: [...baseCases(tool, bases, context), ...cases], constraints, unexercised };

  /** The sound probes of a keyword, and the reason if none of them breaks it. */
  function makeCases(
    argument: ArgumentSchema,
    nodes: readonly Node[],
    keyword: string,
  ): { found: readonly InputCase[]; why?: string } {
    const { base, node, pointer } = argument;
    if (base === undefined) return { found: [], why: "no valid arguments with this value were found" };
    const prober = Object.hasOwn(probers, keyword) ? probers[keyword] : undefined;
    if (prober === undefined) return { found: [], why: `how to break ${keyword} alone is not known` };
    const value = valueAt(bases.readContent(base), pointer) ?? null;
    const probes = prober({ node, nodes, pointer, value, context }, keyword);
    const casesFor = (some: readonly Probe[]) =>
      some.flatMap((probe) => caseOf(argument, base, keyword, probe) ?? []);
    const found = casesFor(probes);
    if (found.some(isRefused)) return { found };
    const also = inseparable[keyword];
    const together =
      also === undefined ? [] : probes.filter(isRefused).map((probe) => ({ ...probe, also: [also] }));
    const broken = casesFor(together);
    if (broken.length > 0) return { found: [...found, ...broken] };
    return { found, why: "no arguments were found that break this and nothing else" };
  }
}

/** One value of a wrong type shows that a repeated schema is used here too. */
function repeatedCase(argument: ArgumentSchema, caseOf: ProbedCases): InputCase[] {
  const { base, node, pointer } = argument;
  const also = ["type", "enum", "const", "oneOf", "anyOf"];
  const keyword = also.find((candidate) => Object.hasOwn(node.schema as object, candidate));
  if (base === undefined || keyword === undefined) return [];
  const wrong = [null, 0, [], {}].map((value) => set(pointer, value));
  const found = caseOf(argument, base, keyword, { ...refused("wrong", "of another type", ...wrong), also });
  return found === undefined ? [] : [found];
}

/** Every base is a case itself: its arguments are accepted. */
function baseCases(tool: Tool, bases: ValidArguments, context: CaseContext): InputCase[] {
  return bases.all().flatMap(([name]): InputCase[] => {
    const part = name.slice(tool.name.length);
    if (part.startsWith(":")) return [];
    const what = part === "" ? "Arguments with only what is required" : `Arguments with ${part.slice(1)}`;
    return [
      {
        id: `input/${tool.name}${part === "" ? "/required-only" : `${part}/given`}`,
        kind: "input",
        tool: tool.name,
        must: `${what} are accepted.`,
        at: context.at({ file: tool.file, path: ["input"] }),
        base: name,
        expect: "accepted",
      },
    ];
  });
}

/** The case of a probe; `undefined` if no change of the base breaks what the probe should, and nothing else. */
export type ProbedCases = (
  argument: ArgumentSchema,
  base: string,
  keyword: string,
  probe: Probe,
) => InputCase | undefined;

function probedCases(tool: Tool, bases: ValidArguments, context: CaseContext): ProbedCases {
  return (argument, base, keyword, probe) => {
    const constraint = printAddress(argument.node, keyword);
    const { expect, changes, variant, says, also = [] } = probe;
    const tried = changes
      .filter((edits) => edits.length > 0)
      .map((edits) => ({ edits, changedArguments: bases.changedArguments(base, edits) }));
    const breaking = (...keywords: string[]) =>
      tried.find(({ changedArguments }) =>
        changedArguments.break({ node: argument.node, keywords, path: argument.pointer }),
      );
    const alone =
      expect === "accepted"
        ? tried.find(({ changedArguments }) => changedArguments.fit())
        : breaking(keyword);
    const change = alone ?? (expect === "accepted" ? undefined : breaking(keyword, ...also));
    if (change === undefined) return undefined;
    const present = alone ? [] : also.filter((other) => Object.hasOwn(argument.node.schema as object, other));
    return {
      ...common(tool, argument, base, `${keyword}/${variant}`, says, expect),
      at: context.at(findPlace(tool, argument, keyword)),
      edits: change.edits,
      ...(expect === "refused" && {
        breaks: { keyword, path: argument.pointer, ...(present.length > 0 && { also: present }) },
      }),
      constraint,
    };
  };
}

function findPlace({ file }: Tool, { node }: ArgumentSchema, keyword: string): ReturnType<typeof toLocation> {
  return keyword === "exactlyOne" ? { file, path: [keyword] } : toLocation(node, keyword);
}

function common(
  tool: Tool,
  argument: ArgumentSchema,
  base: string,
  part: string,
  says: string,
  expect: Probe["expect"],
) {
  return {
    id: `input/${tool.name}${argument.name}/${part}`,
    kind: "input" as const,
    tool: tool.name,
    must: `${argument.name === "" ? "An arguments object" : argument.name.slice(1)} ${says} is ${expect}.`,
    base,
    expect,
  };
}
