/** Rules about the key `overlaps`: intervals that must not overlap in one place. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { describing, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import type { Overlap } from "../../model/overlap.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import { findTimeForm } from "../../schema/text-forms.ts";
import { absent, type Rule } from "../rule.ts";
import { strangeStates } from "./counts.ts";

export const overlapRules: readonly Rule[] = [
  {
    code: "overlap-entity",
    sentence: "What must not overlap is an entity, in states that its tools show.",
    violations: (model) => eachOverlap(model, (_, rule) => entityProblem(rule, model)),
  },
  {
    code: "overlap-interval",
    sentence: "An interval goes from a time, a day or a number to an end of the same kind, or has a length.",
    violations: (model) =>
      eachOverlap(model, (tool, rule) => {
        const problem = formProblem(rule);
        return problem === undefined ? kindProblems(tool, rule, model) : [problem];
      }),
  },
];

function eachOverlap(
  { tools }: Model,
  find: (tool: Tool, rule: Overlap) => readonly Violation[],
): Violation[] {
  return tools.flatMap((tool) => tool.behaviour.overlaps.flatMap((rule) => find(tool, rule)));
}

function entityProblem({ entity: name, while: states = [], at }: Overlap, model: Model): Violation[] {
  const known = model.entities.map((each) => each.name);
  if (!known.includes(name)) return [absent("entity", name, known, locationBelow(at, ["entity"]))];
  return strangeStates({ entity: name, states, at }, model);
}

/** The problem of an interval that has no end, or two. */
function formProblem({ end, length, unit, at }: Overlap): Violation | undefined {
  if (end !== undefined && length !== undefined)
    return { at, detail: "It has an end and a length.", hint: "Leave one of them out." };
  if (end === undefined && length === undefined)
    return { at, detail: "It has neither end nor length.", hint: "Name the argument: end, or length." };
  if (unit === undefined || length !== undefined) return undefined;
  return { at: locationBelow(at, ["unit"]), detail: "It has no length.", hint: "Leave the unit out." };
}

function kindProblems(tool: Tool, { start, end, length, unit, at }: Overlap, model: Model): Violation[] {
  const kindOf = (pointer: string) => findKind(schemasOf(tool, pointer, model));
  const first = kindOf(start);
  // Another rule reports arguments that the tool does not have.
  if (schemasOf(tool, start, model).length === 0) return [];
  if (first === undefined) {
    const detail = `${show(start)} is neither a number nor a text whose format or pattern is that of a time.`;
    return [{ at: locationBelow(at, ["start"]), detail }];
  }
  if (end !== undefined) {
    const last = kindOf(end);
    if (last === first || schemasOf(tool, end, model).length === 0) return [];
    const other = last === undefined ? "is not" : `is ${withArticle(last)}`;
    const detail = `${show(start)} is ${withArticle(first)}, and ${show(end)} ${other}.`;
    return [{ at: locationBelow(at, ["end"]), detail }];
  }
  if (first === "number" || unit !== undefined) return [];
  const detail = `${show(start)} is ${withArticle(first)}, so the length needs a unit.`;
  const units = "unit: seconds, minutes, hours or days";
  return length === undefined
    ? []
    : [{ at: locationBelow(at, ["length"]), detail, hint: `Add one: ${units}.` }];
}

function schemasOf({ input }: Tool, pointer: string, model: Model): Node[] {
  return schemasAt(rootNode(input), pointerSteps(pointer), resolver(model));
}

function findKind(nodes: readonly Node[]): "number" | "day" | "time" | undefined {
  for (const { types = [], schema } of nodes.flatMap(describing)) {
    if (types.includes("number") || types.includes("integer")) return "number";
    const form = typeof schema === "object" ? findTimeForm(schema) : undefined;
    if (form !== undefined) return form === "date" ? "day" : "time";
  }
  return undefined;
}

function show(pointer: string): string {
  return JSON.stringify(pointer.split("/").length === 2 ? pointer.slice(1) : pointer);
}
