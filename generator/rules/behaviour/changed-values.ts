/** Rules about calculated values of the key `changes`: what a place has afterwards (`to`), and by how much it grows (`by`). */
import { expressionsIn } from "@toolwright/conformance/cases";
import { pointerSteps, type Resolver } from "@toolwright/json-schema";
import { describing, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { EntityChange } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { serverTransitions } from "../../model/states.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, readCalculation } from "../../scenarios/condition.ts";
import { isExpression } from "../../scenarios/expression.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { listShown } from "./entity-views.ts";
import { describeMisplaced, type Named } from "./expression-places.ts";

export const changedValueRule: Rule = {
  code: "changed-value",
  sentence:
    "A changed place has either `to` or `by`; a calculation there names arguments and places of the output, and what grows is a number.",
  violations: (model) => [
    ...model.tools.flatMap(({ name, input, output, behaviour }) =>
      behaviour.changes.flatMap((change) => valueProblems(change, { tool: name, input, output }, model)),
    ),
    ...model.states.flatMap((machine) => {
      const shower = model.tools.find(({ name }) => name === machine.field.tool);
      const named = { tool: machine.field.tool, output: shower?.output };
      return serverTransitions(machine)
        .flatMap(({ changes = [] }) => changes)
        .flatMap((change) => valueProblems(change, named, model));
    }),
  ],
};

function valueProblems(change: EntityChange, named: Named, model: Model): Violation[] {
  const { to, by, at } = change;
  if (to !== undefined && by !== undefined) {
    const detail = "It says both the value that the places have afterwards and by how much they grow.";
    return [{ at: locationBelow(at, ["by"]), detail, hint: "Leave out `to` or `by`." }];
  }
  const [key, text] = by === undefined ? ["to", to] : ["by", by];
  const isCalculated = isExpression(text) || (key === "by" && typeof text === "string");
  const details = isCalculated ? describeMistakes(text, named, resolver(model)) : [];
  return [
    ...details.map((detail): Violation => ({ at: locationBelow(at, [key]), detail })),
    ...(by === undefined ? [] : growthProblems(change, model)),
  ];
}

function describeMistakes(text: string, named: Named, resolve: Resolver): string[] {
  const operand = readCalculation(text);
  if (operand instanceof ConditionError) return [operand.message];
  return expressionsIn({ kind: "holds", operand }).flatMap(
    (expression) => describeMisplaced(expression, named, resolve) ?? [],
  );
}

/** Finds a place that grows although it never has a number. Some servers write amounts as texts. */
function growthProblems({ entity: name, places, at }: EntityChange, model: Model): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  if (!entity) return [];
  const shown = listShown(entity, model);
  const resolve = resolver(model);
  return places.flatMap((place, index): Violation[] => {
    const nodes = shown.flatMap((node) => schemasAt(node, pointerSteps(place), resolve));
    const types = [...new Set(nodes.flatMap(describing).flatMap((node) => node.types ?? []))];
    const canGrow =
      types.length === 0 || types.some((type) => ["integer", "number", "string"].includes(type));
    if (canGrow) return [];
    const detail = `${JSON.stringify(place)} of ${withArticle(name)} is no number.`;
    return [{ at: locationBelow(at, ["places", index]), detail, hint: `Its type is ${types.join(" or ")}.` }];
  });
}
