import type { Locus, Place } from "../diagnostic.ts";
import { forgetful, keyOf, type Memory } from "../memory.ts";
import type { Tool } from "../model.ts";
import type { Case, CaseTool } from "../runtime/cases/format.ts";
import { rootsBelow } from "../schema/roots.ts";
import { validArguments } from "./arguments.ts";
import { authorizationCases } from "./authorization.ts";
import { errorCases, failureCases, outputCases } from "./calls.ts";
import { inputCases } from "./input.ts";
import type { Kit } from "./kit.ts";
import { filled, type Line, lineOf } from "./lines.ts";

/** What one tool contributes to the case file: entries of its maps by key, and items of its lists, as lines of JSON. */
export interface Derived {
  readonly entry: string;
  readonly bases: readonly (readonly [name: string, line: string])[];
  /** Many lines in one text, with commas between them; empty: none. */
  readonly cases: string;
  readonly unexercised: string;
}

/** The same while it is not filled in where things stand in the spec. */
interface Unplaced {
  readonly entry: Line;
  readonly bases: Derived["bases"];
  readonly cases: readonly Line[];
  readonly unexercised: readonly Line[];
}

/** Fewer cases are derived in the time in which they would be read. */
const worthKeeping = 20;

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

/**
 * The cases of a tool. They are remembered by all that a kit offers them; where a thing stands in the spec is filled in
 * afterwards, since lines and words move more often than cases change.
 */
export function derivedOf(
  described: Tool,
  kit: Kit,
  place: (locus: Locus) => Place,
  memory: Memory,
): Derived {
  const tool = plain(described);
  if (memory === forgetful) return placed(derive(tool, kit), place);
  const roots = [tool.input, ...(tool.output ? [tool.output] : [])];
  const schemas = new Set(roots.flatMap((root) => rootsBelow(root, kit.resolve)));
  // The tool's own schemas are among them.
  const { input: _input, output: _output, ...rest } = tool;
  const key = keyOf("cases", [rest, kit.service, [...schemas].map(kit.digestOf)]);
  const known = memory.recall(key);
  if (known !== undefined) return placed(JSON.parse(known) as Unplaced, place);
  const derived = derive(tool, kit);
  if (derived.cases.length >= worthKeeping) memory.keep(key, JSON.stringify(derived));
  return placed(derived, place);
}

function derive(tool: Tool, kit: Kit): Unplaced {
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
    entry: lineOf(entry),
    bases: bases.all().map(([name, base]) => [name, JSON.stringify(base)]),
    cases: distinct(cases).map(lineOf),
    unexercised: input.unexercised.map(lineOf),
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

/** Most lines of a tool stand for a few places. */
function placed({ entry, bases, cases, unexercised }: Unplaced, place: (locus: Locus) => Place): Derived {
  const known = new Map<string, string>();
  const nameOf = (at: string): string => {
    const name = known.get(at) ?? placeOf(at, place);
    known.set(at, name);
    return name;
  };
  const text = (lines: readonly Line[]): string => lines.map((line) => filled(line, nameOf)).join(",\n");
  return { entry: filled(entry, nameOf), bases, cases: text(cases), unexercised: text(unexercised) };
}

/** `tools/service_ping.yaml:9` of what `Kit.at` has written. */
export function placeOf(at: string, place: (locus: Locus) => Place): string {
  const [path, steps, key] = JSON.parse(at) as [string, Locus["path"], boolean];
  const { file, line } = place({ file: path, path: steps, key });
  return `${file}:${line}`;
}
