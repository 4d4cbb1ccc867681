/** Derives the input cases of a tool: each constraint at its bound, beyond it, and broken alone. */
import type { InputCase, Unexercised } from "@toolwright/conformance/cases";
import { valueAt } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import { type ArgumentSchema, argumentSchemas } from "./argument-schemas.ts";
import type { ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { constraintsIn } from "./constraints.ts";
import { boundProbers } from "./probes/bounds.ts";
import { combinationProbers } from "./probes/combinations.ts";
import { objectProbers } from "./probes/objects.ts";
import { type Probe, type ProbedValue, type Prober, refused, set } from "./probes/probe.ts";
import { sizeProbers } from "./probes/sizes.ts";
import { valueProbers } from "./probes/values.ts";
import { addressOf, locationOf, type SchemaNode } from "./schema-node.ts";

const probers: Readonly<Record<string, Prober>> = {
  ...sizeProbers,
  ...boundProbers,
  ...valueProbers,
  ...objectProbers,
  ...combinationProbers,
};

/** Pairs of keywords that may mean the same, so that they can only be broken together: Zod writes a pattern for each format. */
const inseparable: Readonly<Record<string, string>> = { format: "pattern", pattern: "format" };

function isRefused({ expect }: Probe): boolean {
  return expect === "refused";
}

export interface InputCases {
  readonly cases: readonly InputCase[];
  readonly constraints: number;
  readonly unexercised: readonly Unexercised[];
}

/** Cases for every constraint of a tool's input schema: at, below and above its bound, and broken alone. */
export function inputCases(tool: Tool, bases: ValidArguments, context: CaseContext): InputCases {
  const cases: InputCase[] = [];
  const unexercised: Unexercised[] = [];
  let constraints = 0;
  for (const argument of argumentSchemas(tool, bases, context)) {
    if (argument.repeated) {
      addRepeated(argument);
      continue;
    }
    const nodes = conjunctsOf([argument.node], context.resolve);
    for (const keyword of constraintsIn(argument.node.schema)) {
      constraints++;
      const why = addConstraint(argument, nodes, keyword);
      const constraint = addressOf(argument.node, keyword);
      if (why !== undefined)
        unexercised.push({ tool: tool.name, constraint, at: context.at(placeOf(argument, keyword)), why });
    }
  }
  return { cases: [...baseCases(), ...cases], constraints, unexercised };

  function placeOf({ node }: ArgumentSchema, keyword: string): ReturnType<typeof locationOf> {
    return keyword === "exactlyOne" ? { file: tool.file, path: [keyword] } : locationOf(node, keyword);
  }

  /** Adds the sound probes of a keyword. @returns the reason if none of them breaks it. */
  function addConstraint(
    argument: ArgumentSchema,
    nodes: readonly SchemaNode[],
    keyword: string,
  ): string | undefined {
    const { base } = argument;
    if (base === undefined) return "no valid arguments with this value were found";
    const prober = Object.hasOwn(probers, keyword) ? probers[keyword] : undefined;
    if (prober === undefined) return `how to break ${keyword} alone is not known`;
    const { node, pointer } = argument;
    const probed: ProbedValue = {
      node,
      nodes,
      pointer,
      value: valueAt(bases.contentOf(base), pointer) ?? null,
      context,
    };
    const probes = prober(probed, keyword);
    const addAll = (some: readonly Probe[]) => some.filter((probe) => add(argument, base, keyword, probe));
    if (addAll(probes).some(isRefused)) return undefined;
    const also = inseparable[keyword];
    const together =
      also === undefined ? [] : probes.filter(isRefused).map((probe) => ({ ...probe, also: [also] }));
    return addAll(together).length > 0
      ? undefined
      : "no arguments were found that break this and nothing else";
  }

  function add(argument: ArgumentSchema, base: string, keyword: string, probe: Probe): boolean {
    const constraint = addressOf(argument.node, keyword);
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
    if (change === undefined) return false;
    const present = alone ? [] : also.filter((other) => other in argument.node.schema);
    cases.push({
      ...common(argument, base, `${keyword}/${variant}`, says, expect),
      at: context.at(placeOf(argument, keyword)),
      edits: change.edits,
      ...(expect === "refused" && {
        breaks: { keyword, path: argument.pointer, ...(present.length > 0 && { also: present }) },
      }),
      constraint,
    });
    return true;
  }

  /** One value of a wrong type shows that a repeated schema is used here too. */
  function addRepeated(argument: ArgumentSchema): void {
    const { base, node, pointer } = argument;
    if (base === undefined) return;
    const probe = refused(
      "wrong",
      "of another type",
      ...[null, 0, [], {}].map((value) => set(pointer, value)),
    );
    const also = ["type", "enum", "const", "oneOf", "anyOf"];
    const keyword = also.find((candidate) => candidate in node.schema);
    if (keyword !== undefined) add(argument, base, keyword, { ...probe, also });
  }

  /** Every base is a case itself: its arguments are accepted. */
  function baseCases(): InputCase[] {
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

  function common(
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
}
