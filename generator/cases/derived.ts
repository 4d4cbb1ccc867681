import type { Case, CaseTool } from "@toolwright/conformance/cases";
import type { Model, Tool } from "../model/model.ts";
import { rootsBelow } from "../schema/roots.ts";
import { validArguments } from "./arguments.ts";
import { authorizationCases } from "./authorization.ts";
import { errorCases, failureCases, outputCases } from "./calls.ts";
import { inputCases } from "./input.ts";
import { type Kit, kitFor } from "./kit.ts";

/** What one tool contributes to the case file, as JSON text: items of a list stand on lines of their own, with commas between. */
export interface ToolCases {
  readonly entry: string;
  readonly bases: readonly (readonly [name: string, line: string])[];
  readonly cases: string;
  readonly unexercised: string;
}

/** Nothing of a case depends on what the manifest says of a tool beside its schemas and annotations. */
function plain({
  title: _title,
  description: _description,
  icons: _icons,
  execution: _execution,
  meta: _meta,
  extra: _extra,
  ...rest
}: Tool): Tool {
  return rest;
}

/** What some tools of a model contribute, given by their indices. */
export function deriveTools(model: Model, tools: readonly number[]): ToolCases[] {
  const { kit, model: sound } = kitFor(model);
  return tools.map((index) => derive(plain(sound.tools[index]!), kit));
}

/** All that the contribution of a tool depends on. */
export function inputsOf(model: Model, index: number): string {
  const { kit, model: sound } = kitFor(model);
  // The tool's own schemas are among those below them.
  const { input, output, ...rest } = plain(sound.tools[index]!);
  const roots = [input, ...(output ? [output] : [])];
  const schemas = new Set(roots.flatMap((root) => rootsBelow(root, kit.resolve)));
  return JSON.stringify([rest, kit.service, [...schemas].map(kit.digestOf)]);
}

function derive(tool: Tool, kit: Kit): ToolCases {
  const bases = validArguments(tool, kit);
  const input = inputCases(tool, bases, kit);
  const cases: Case[] = [
    ...authorizationCases(tool, bases, kit),
    ...input.cases,
    ...outputCases(tool, bases, kit),
    ...failureCases(tool, bases, kit),
    ...errorCases(tool, bases, kit),
  ];
  const entry: CaseTool = {
    at: kit.at({ file: tool.file, path: [] }),
    mode: tool.mode,
    scopes: tool.scopes,
    readOnly: tool.annotations?.readOnlyHint === true,
    failures: tool.failures,
    input: tool.input.uri,
    ...(tool.output && { output: tool.output.uri }),
    constraints: input.constraints,
  };
  return {
    entry: JSON.stringify(entry),
    bases: bases.all().map(([name, base]) => [name, JSON.stringify(base)]),
    cases: linesOf(distinct(cases)),
    unexercised: linesOf(input.unexercised),
  };
}

/** Two cases never share an id: a property may be called like a keyword. Those of different tools never do. */
function distinct(cases: readonly Case[]): Case[] {
  const taken = new Map<string, number>();
  return cases.map((each) => {
    const count = (taken.get(each.id) ?? 0) + 1;
    taken.set(each.id, count);
    return count === 1 ? each : { ...each, id: `${each.id}~${count}` };
  });
}

function linesOf(items: readonly object[]): string {
  return items.map((item) => JSON.stringify(item)).join(",\n");
}
