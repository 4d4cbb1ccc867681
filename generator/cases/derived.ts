import type { Case, CaseTool } from "@toolwright/conformance/cases";
import { forgetful, keyOf, type Memory } from "../memory.ts";
import type { Model, Tool } from "../model.ts";
import { rootsBelow } from "../schema/roots.ts";
import { validArguments } from "./arguments.ts";
import { authorizationCases } from "./authorization.ts";
import { errorCases, failureCases, outputCases } from "./calls.ts";
import type { Harvest } from "./harvest.ts";
import { inputCases } from "./input.ts";
import { type Kit, kitFor } from "./kit.ts";

/** What one tool contributes to the case file, as JSON text: items of a list stand on lines of their own, with commas between. */
export interface ToolCases {
  readonly entry: string;
  readonly bases: readonly (readonly [name: string, line: string])[];
  readonly cases: string;
  readonly unexercised: string;
}

/** A model, and what its examples have for its schemas, which is gathered once for all threads. */
export interface Ground {
  readonly model: Model;
  readonly harvest: Harvest;
}

/** Derives what tools of a model contribute, given by their indices; in whatever thread. */
export type Derive = (ground: Ground, tools: readonly number[]) => Promise<readonly ToolCases[]>;

/** In this thread. */
export const deriveHere: Derive = async ({ model, harvest }, tools) => {
  const { kit, model: sound } = kitFor(model, harvest);
  return tools.map((index) => derive(plain(sound.tools[index]!), kit));
};

/** Cases with less text are derived in the time in which they would be read. */
const worthKeeping = 10_000;

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

/** What each tool contributes, in their order. It is remembered by all that a kit offers for it. */
export async function toolCasesOf(model: Model, memory: Memory, derive: Derive): Promise<ToolCases[]> {
  const { harvest } = kitFor(model);
  const keys = memory === forgetful ? undefined : keysOf(model);
  const known = model.tools.map((_, index) => (keys ? memory.recall(keys[index]!) : undefined));
  const unknown = [...known.keys()].filter((index) => known[index] === undefined);
  const made = new Map((await derive({ model, harvest }, unknown)).map((each, at) => [unknown[at]!, each]));
  for (const [index, each] of made)
    if (keys && each.cases.length >= worthKeeping) memory.keep(keys[index]!, JSON.stringify(each));
  return known.map((text, index) => made.get(index) ?? (JSON.parse(text!) as ToolCases));
}

function keysOf(model: Model): string[] {
  const { kit, model: sound } = kitFor(model);
  return sound.tools.map((described) => {
    // The tool's own schemas are among those below them.
    const { input, output, ...rest } = plain(described);
    const roots = [input, ...(output ? [output] : [])];
    const schemas = new Set(roots.flatMap((root) => rootsBelow(root, kit.resolve)));
    return keyOf("cases", [rest, kit.service, [...schemas].map(kit.digestOf)]);
  });
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
