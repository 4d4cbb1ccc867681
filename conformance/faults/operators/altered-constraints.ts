import { baseArguments } from "../../calls/arguments.ts";
import { edited, type Json } from "../../cases/edits.ts";
import type { CaseFile, InputCase } from "../../cases/format.ts";
import { laxValidatorsOf, validatorsOf } from "../../judge/schemas.ts";
import type { FaultContext, FaultyServer } from "../fault.ts";
import { argumentsOf, toolOf, withArguments } from "../messages.ts";
import { changedSchemas, constraintIn } from "./constraint.ts";
import { repairer } from "./repair.ts";

type Schemas = CaseFile["schemas"];

/** A place of the spec that constrains arguments: of one tool, or of all those that use a type. */
export interface ToolConstraint {
  readonly constraint: string;
  readonly tools: readonly string[];
  /** Keywords that break with it, since no value breaks it alone. */
  readonly also: readonly string[];
}

/** The constraints of tools that do something: where nothing is done, nothing tells arguments apart. */
export function constraintsOf({ cases, observed }: FaultContext): ToolConstraint[] {
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

/** Does something else with the calls of several tools, for each in its own way. */
function perTool(tools: readonly string[], faultyFor: (tool: string) => FaultyServer): FaultyServer {
  const faulty = new Map(tools.map((tool) => [tool, faultyFor(tool)]));
  return (request, server) => (faulty.get(toolOf(request) ?? "") ?? unchanged)(request, server);
}

const unchanged: FaultyServer = (request, server) => server(request);

/** Takes what these schemas allow, too. */
export function accepting(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  const alteredValidators = laxValidatorsOf(schemas);
  return perTool(tools, (tool) => {
    const { input: address } = cases.tools[tool]!;
    const isValid = validatorsOf(cases.schemas)(address);
    const isAllowed = alteredValidators(address);
    const repair = repairer(cases, tool);
    return (request, server) => {
      const input = argumentsOf(request) ?? {};
      return server(!isValid(input) && isAllowed(input) ? withArguments(request, repair(input)) : request);
    };
  });
}

/** Refuses what these schemas do not allow: in the words of the healthy server, which is sent something invalid instead. */
export function refusing(cases: CaseFile, tools: readonly string[], schemas: Schemas): FaultyServer {
  const alteredValidators = laxValidatorsOf(schemas);
  return perTool(tools, (tool) => {
    const { input: address } = cases.tools[tool]!;
    const isValid = validatorsOf(cases.schemas)(address);
    const isAllowed = alteredValidators(address);
    const refused = cases.cases.find(
      (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
    )!;
    const invalid = argumentsIn(cases, refused);
    return (request, server) => {
      const input = argumentsOf(request) ?? {};
      return server(isValid(input) && !isAllowed(input) ? withArguments(request, invalid) : request);
    };
  });
}

/** The schemas without a constraint, and without what always breaks together with it. */
export function schemasWithout({ schemas }: CaseFile, { constraint, also }: ToolConstraint): Schemas {
  const keywords = [constraintIn(schemas, constraint).keyword, ...also];
  return changedSchemas(schemas, constraint, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name))),
  );
}

/** Whether all that breaks a constraint is refused without it, too: the tag of a union refuses what its branch would. */
export function isImpliedByOthers(cases: CaseFile, toolConstraint: ToolConstraint): boolean {
  const alteredValidators = laxValidatorsOf(schemasWithout(cases, toolConstraint));
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
