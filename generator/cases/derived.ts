import type { Locus, Place } from "../diagnostic.ts";
import { forgetful, keyOf, type Memory } from "../memory.ts";
import type { Tool } from "../model.ts";
import type { Base, Case, CaseTool, Unexercised } from "../runtime/cases/format.ts";
import { rootsBelow } from "../schema/roots.ts";
import { validArguments } from "./arguments.ts";
import { authorizationCases } from "./authorization.ts";
import { errorCases, failureCases, outputCases } from "./calls.ts";
import { inputCases } from "./input.ts";
import type { Kit } from "./kit.ts";

/** What one tool contributes to the case file. */
export interface Derived {
  readonly entry: CaseTool;
  readonly bases: readonly (readonly [name: string, base: Base])[];
  readonly cases: readonly Case[];
  readonly unexercised: readonly Unexercised[];
}

/** Fewer cases are derived in the time in which they would be read. */
const worthKeeping = 100;

/**
 * The cases of a tool. They are remembered by all that a kit offers them; where a thing stands in the spec is filled in
 * afterwards, since lines move more often than cases change.
 */
export function derivedOf(tool: Tool, kit: Kit, place: (locus: Locus) => Place, memory: Memory): Derived {
  if (memory === forgetful) return placed(derive(tool, kit), place);
  const roots = [tool.input, ...(tool.output ? [tool.output] : [])];
  const schemas = new Set(roots.flatMap((root) => rootsBelow(root, kit.resolve)));
  // The tool's own schemas are among them.
  const { input: _input, output: _output, ...rest } = tool;
  const key = keyOf("cases", [rest, kit.service, [...schemas].map(kit.digestOf)]);
  const known = memory.recall(key);
  if (known !== undefined) return placed(JSON.parse(known) as Derived, place);
  const derived = derive(tool, kit);
  if (derived.cases.length >= worthKeeping) memory.keep(key, JSON.stringify(derived));
  return placed(derived, place);
}

function derive(tool: Tool, kit: Kit): Derived {
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
  return { entry, bases: bases.all(), cases, unexercised: input.unexercised };
}

function placed({ entry, bases, cases, unexercised }: Derived, place: (locus: Locus) => Place): Derived {
  const inSpec = <Item extends { readonly at: string }>(item: Item): Item => ({
    ...item,
    at: placeOf(item.at, place),
  });
  return { entry: inSpec(entry), bases, cases: cases.map(inSpec), unexercised: unexercised.map(inSpec) };
}

/** `tools/service_ping.yaml:9` of what `Kit.at` has written. */
export function placeOf(at: string, place: (locus: Locus) => Place): string {
  const [path, steps, key] = JSON.parse(at) as [string, Locus["path"], boolean];
  const { file, line } = place({ file: path, path: steps, key });
  return `${file}:${line}`;
}
