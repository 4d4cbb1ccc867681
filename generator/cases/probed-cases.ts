/** Turns probes of a constraint into cases, where a validator says that they break it alone. */
import type { InputCase } from "@toolwright/conformance/cases";
import type { Tool } from "../model/model.ts";
import { addressOf, locationOf } from "../schema/place.ts";
import type { ArgumentSchema } from "./argument-steps.ts";
import type { ValidArguments } from "./arguments.ts";
import type { CaseContext } from "./case-context.ts";
import type { Probe } from "./probes/probe.ts";

/** The case of a probe; `undefined` if no change of the base breaks what the probe should, and nothing else. */
export type ProbedCases = (
  argument: ArgumentSchema,
  base: string,
  keyword: string,
  probe: Probe,
) => InputCase | undefined;

export function probedCases(tool: Tool, bases: ValidArguments, context: CaseContext): ProbedCases {
  return (argument, base, keyword, probe) => {
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
    if (change === undefined) return undefined;
    const present = alone ? [] : also.filter((other) => Object.hasOwn(argument.node.schema as object, other));
    return {
      ...common(tool, argument, base, `${keyword}/${variant}`, says, expect),
      at: context.at(placeOf(tool, argument, keyword)),
      edits: change.edits,
      ...(expect === "refused" && {
        breaks: { keyword, path: argument.pointer, ...(present.length > 0 && { also: present }) },
      }),
      constraint,
    };
  };
}

export function placeOf(
  { file }: Tool,
  { node }: ArgumentSchema,
  keyword: string,
): ReturnType<typeof locationOf> {
  return keyword === "exactlyOne" ? { file, path: [keyword] } : locationOf(node, keyword);
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
