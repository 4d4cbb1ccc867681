/** Makes servers that enforce other constraints than the spec. */
import { type CaseFile, edited, type InputCase, type Json } from "@toolwright/conformance/cases";
import { baseArguments } from "../../calls/arguments.ts";
import { compileValidators, makeLaxValidators } from "../../judge/schemas.ts";
import type { FaultContext, FaultyServer } from "../fault.ts";
import { readArguments, readTool, withArguments } from "../messages.ts";
import { changedSchemas, constraintIn } from "./constraint.ts";
import { repairer } from "./repair.ts";

type Schemas = CaseFile["schemas"];

/** A constraint of arguments: of one tool, or of all tools that use a type. */
export interface ToolConstraint {
  readonly constraint: string;
  readonly tools: readonly string[];
  /** Keywords that always break together with it. */
  readonly also: readonly string[];
}

/** The constraints of tools that succeeded at least once. Other tools refuse everything, so nothing would show. */
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

/** Also accepts what the altered schemas allow: the healthy server gets arguments that it accepts. */
export function accepting(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  return replaceArguments(cases, tools, schemas, (tool) => {
    const repair = repairer(cases, tool);
    return (input, isValid, isAllowed) => (!isValid && isAllowed ? repair(input) : input);
  });
}

/**
 * Also refuses what the altered schemas do not allow: the healthy server gets invalid arguments instead, so the
 * refusal has its wording.
 */
export function refusing(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  return replaceArguments(cases, tools, schemas, (tool) => {
    const refused = cases.cases.find(
      (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
    )!;
    const invalid = argumentsIn(cases, refused);
    return (input, isValid, isAllowed) => (isValid && !isAllowed ? invalid : input);
  });
}

type Replace = (input: Json, isValid: boolean, isAllowed: boolean) => Json;

/** Replaces arguments of each tool, by whether the spec's schemas and the altered ones allow them. */
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

/** The schemas without a constraint, and without the keywords that always break with it. */
export function schemasWithout({ schemas }: CaseFile, { constraint, also }: ToolConstraint): Schemas {
  const keywords = [constraintIn(schemas, constraint).keyword, ...also];
  return changedSchemas(schemas, constraint, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name))),
  );
}

/**
 * Whether other constraints refuse all that breaks this one: the discriminator of a union refuses what its branch
 * would.
 */
export function isImpliedByOthers(cases: CaseFile, toolConstraint: ToolConstraint): boolean {
  const alteredValidators = makeLaxValidators(schemasWithout(cases, toolConstraint));
  return !cases.cases.some(
    (each) =>
      each.kind === "input" &&
      each.expect === "refused" &&
      each.constraint === toolConstraint.constraint &&
      alteredValidators(cases.tools[each.tool]!.input)(argumentsIn(cases, each)),
  );
}

function argumentsIn(cases: CaseFile, { base, edits = [] }: InputCase): Json {
  return edited(baseArguments(cases, base!), edits);
}
