import { type CaseFile, edited, type InputCase, type Json } from "toolwright/runtime";
import { baseArguments } from "../../calls/arguments.ts";
import { laxValidatorsOf, validatorsOf } from "../../judge/schemas.ts";
import type { Faulty, World } from "../fault.ts";
import { argumentsOf, toolOf, withArguments } from "../messages.ts";
import { changedSchemas, constraintIn } from "./constraint.ts";
import { repairer } from "./repair.ts";

type Schemas = CaseFile["schemas"];

/** A place of the spec that constrains arguments: of one tool, or of all those that use a type. */
export interface Constrained {
  readonly constraint: string;
  readonly tools: readonly string[];
  /** Keywords that break with it, since no value breaks it alone. */
  readonly also: readonly string[];
}

/** The constraints of tools that do something: where nothing is done, nothing tells arguments apart. */
export function constraintsOf({ cases, seen }: World): Constrained[] {
  const inputs = cases.cases.filter(
    (each): each is InputCase => each.kind === "input" && seen.successes.has(each.tool),
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
function onEach(tools: readonly string[], faultyFor: (tool: string) => Faulty): Faulty {
  const faulty = new Map(tools.map((tool) => [tool, faultyFor(tool)]));
  return (passing, healthy) => (faulty.get(toolOf(passing) ?? "") ?? unchanged)(passing, healthy);
}

const unchanged: Faulty = (passing, healthy) => healthy(passing);

/** Takes what these schemas allow, too. */
export function accepting(cases: CaseFile, tools: readonly string[], schemas: Schemas): Faulty {
  const taken = laxValidatorsOf(schemas);
  return onEach(tools, (tool) => {
    const { input: address } = cases.tools[tool]!;
    const isValid = validatorsOf(cases.schemas)(address);
    const isTaken = taken(address);
    const repair = repairer(cases, tool);
    return (passing, healthy) => {
      const input = argumentsOf(passing) ?? {};
      return healthy(!isValid(input) && isTaken(input) ? withArguments(passing, repair(input)) : passing);
    };
  });
}

/** Refuses what these schemas do not allow: in the words of the healthy server, which is sent something invalid instead. */
export function refusing(cases: CaseFile, tools: readonly string[], schemas: Schemas): Faulty {
  const taken = laxValidatorsOf(schemas);
  return onEach(tools, (tool) => {
    const { input: address } = cases.tools[tool]!;
    const isValid = validatorsOf(cases.schemas)(address);
    const isTaken = taken(address);
    const refused = cases.cases.find(
      (each): each is InputCase => each.kind === "input" && each.tool === tool && each.expect === "refused",
    )!;
    const invalid = argumentsIn(cases, refused);
    return (passing, healthy) => {
      const input = argumentsOf(passing) ?? {};
      return healthy(isValid(input) && !isTaken(input) ? withArguments(passing, invalid) : passing);
    };
  });
}

/** The schemas without a constraint, and without what always breaks together with it. */
export function schemasWithout({ schemas }: CaseFile, { constraint, also }: Constrained): Schemas {
  const keywords = [constraintIn(schemas, constraint).keyword, ...also];
  return changedSchemas(schemas, constraint, (schema) =>
    Object.fromEntries(Object.entries(schema).filter(([name]) => !keywords.includes(name))),
  );
}

/** Whether all that breaks a constraint is refused without it, too: the tag of a union refuses what its branch would. */
export function isGuardedTwice(cases: CaseFile, constrained: Constrained): boolean {
  const taken = laxValidatorsOf(schemasWithout(cases, constrained));
  return !cases.cases.some(
    (each) =>
      each.kind === "input" &&
      each.expect === "refused" &&
      each.constraint === constrained.constraint &&
      taken(cases.tools[each.tool]!.input)(argumentsIn(cases, each)),
  );
}

function argumentsIn(cases: CaseFile, { base, edits = [] }: InputCase): Json {
  return edited(baseArguments(cases, base!), edits);
}
