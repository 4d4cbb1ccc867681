/** Derives the cases of tools. */

import type {
  ArgumentCases,
  Base,
  BaseCases,
  Case,
  CaseTool,
  StoredUnexercised,
} from "@toolwright/conformance/cases";
import { rootsBelow } from "@toolwright/json-schema";
import { compileOutputAs } from "../layout/compile-layout.ts";
import { withoutUndefined } from "../model/members.ts";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import { validArguments } from "./arguments.ts";
import { authorizationCases } from "./authorization.ts";
import { errorCases, failureCases, outputCases } from "./calls.ts";
import { type CaseContext, caseContextFor, type ModelContext } from "./case-context.ts";
import { inputCases } from "./input.ts";

/** The part of the case file that belongs to one tool. */
export interface ToolCases {
  readonly entry: CaseTool;
  readonly bases: readonly (readonly [name: string, base: Base])[];
  readonly cases: readonly (Case | BaseCases | ArgumentCases)[];
  readonly places: readonly (readonly [constraint: string, place: string])[];
  readonly unexercised: readonly StoredUnexercised[];
}

/** Removes the title, description, icons and other texts, on which no case depends. */
function withoutTexts({
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

/** Derives the cases of the tool with this index. */
export function deriveTool({ context, model }: ModelContext, index: number): ToolCases {
  return derive(withoutTexts(model.tools[index]!), context);
}

/** Everything that the cases of a tool depend on, as a cache key. */
export function keyInputs(model: Model, index: number): string {
  const { context, model: normalised } = caseContextFor(model);
  // The tool's own schemas are among those below them.
  const { input, output, ...rest } = withoutTexts(normalised.tools[index]!);
  const roots = [input, ...(output ? [output] : [])];
  const schemas = new Set(roots.flatMap((root) => rootsBelow(root, context.resolve)));
  return JSON.stringify([rest, context.service, [...schemas].map(context.digestOf)]);
}

function derive(tool: Tool, context: CaseContext): ToolCases {
  const bases = validArguments(tool, context);
  const input = inputCases(tool, bases, context);
  const entry: CaseTool = {
    at: context.at({ file: tool.file, path: [] }),
    mode: tool.mode,
    scopes: tool.scopes,
    readOnly: tool.annotations?.readOnlyHint === true,
    failures: tool.failures,
    input: tool.input.uri,
    ...(tool.output && { output: tool.output.uri }),
    ...withoutUndefined({ outputAs: compileOutputAs(tool, context.resolve) }),
    constraints: input.constraints,
  };
  const cases = [
    ...authorizationCases(tool, bases, context),
    ...input.cases,
    ...outputCases(tool, bases, context),
    ...failureCases(tool, bases, context),
    ...errorCases(tool, bases, context),
  ];
  // The cases have added bases.
  return { entry, bases: bases.all(), cases, places: input.places, unexercised: input.unexercised };
}
