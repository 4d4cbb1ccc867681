/** Makes servers that enforce other constraints than the spec. */
import { applyEdits, type CaseFile, type InputCase, type Json } from "@toolwright/conformance/cases";
import { baseArguments } from "../../calls/arguments.ts";
import { compileValidators, makeLaxValidators } from "../../judge/schemas.ts";
import type { FaultContext, FaultyServer } from "../fault.ts";
import { readArguments, readTool, withArguments } from "../messages.ts";
import { changeSchemas, findConstraint } from "./constraint.ts";
import { makeRepair } from "./repair.ts";

type Schemas = CaseFile["schemas"];

/** A constraint of arguments: of one tool, or of all tools that use a type. */
export interface ToolConstraint {
  readonly constraint: string;
  readonly tools: readonly string[];
  /** Keywords that always break together with it. */
  readonly also: readonly string[];
}

/** Lists the constraints of tools that succeeded at least once. Other tools refuse every call, so their faults would not show. */
export function listConstraints({ cases, observed }: FaultContext): ToolConstraint[] {
  const inputs = cases.cases.filter(
    (each): each is InputCase => each.kind === "input" && observed.successes.has(each.tool),
  );
  const byConstraint = Map.groupBy(inputs, ({ constraint }) => constraint);
  return [...byConstraint].flatMap(([constraint, some]) =>
    constraint === undefined
      ? []
      : [
          {
            constraint,
            tools: [...new Set(some.map(({ tool }) => tool))],
            also: [...new Set(some.flatMap(({ breaks }) => breaks?.also ?? []))],
          },
        ],
  );
}

/** Makes a server that also accepts arguments that the altered schemas allow. It replaces them by arguments that the healthy server accepts. */
export function acceptMore(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  return replaceArguments(cases, tools, schemas, (tool) => {
    const repair = makeRepair(cases, tool);
    return (input, isValid, isAllowed) => (!isValid && isAllowed ? repair(input) : input);
  });
}

/**
 * Makes a server that also refuses arguments that the altered schemas forbid. It sends invalid arguments to the healthy
 * server instead, so that the refusal has the usual text.
 */
export function refuseMore(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  return replaceArguments(cases, tools, schemas, (tool) => {
    const refused = cases.cases.find(
      (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
    )!;
    const invalid = makeArguments(cases, refused);
    return (input, isValid, isAllowed) => (isValid && !isAllowed ? invalid : input);
  });
}

type Replace = (input: Json, isValid: boolean, isAllowed: boolean) => Json;

/** Replaces arguments of each tool. The replacement depends on whether the schemas of the spec and the altered schemas allow them. */
function replaceArguments(
  cases: CaseFile,
  tools: readonly string[],
  schemas: Schemas,
  makeReplace: (tool: string) => Replace,
): FaultyServer {
  const validators = compileValidators(cases.schemas);
  const alteredValidators = makeLaxValidators(schemas);
  const byTool = new Map(tools.map((tool) => [tool, makeReplace(tool)]));
  return (request, server) => {
    const tool = readTool(request) ?? "";
    const replace = byTool.get(tool);
    if (replace === undefined) return server(request);
    const { input: address } = cases.tools[tool]!;
    const input = readArguments(request) ?? {};
    const to = replace(input, validators(address)(input), alteredValidators(address)(input));
    return server(to === input ? request : withArguments(request, to));
  };
}

/** Returns the schemas without a constraint, and without the keywords that are always broken together with it. */
export function removeConstraint({ schemas }: CaseFile, { constraint, also }: ToolConstraint): Schemas {
  const keywords = [findConstraint(schemas, constraint).keyword, ...also];
  return changeSchemas(schemas, constraint, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name))),
  );
}

/**
 * Returns whether other constraints refuse all arguments that break this one. For example the discriminator of a union
 * refuses the arguments that its branch would refuse.
 */
export function isImpliedByOthers(cases: CaseFile, toolConstraint: ToolConstraint): boolean {
  const alteredValidators = makeLaxValidators(removeConstraint(cases, toolConstraint));
  return !cases.cases.some(
    (each) =>
      each.kind === "input" &&
      each.expect === "refused" &&
      each.constraint === toolConstraint.constraint &&
      alteredValidators(cases.tools[each.tool]!.input)(makeArguments(cases, each)),
  );
}

function makeArguments(cases: CaseFile, { base, edits = [] }: InputCase): Json {
  return applyEdits(baseArguments(cases, base!), edits);
}
