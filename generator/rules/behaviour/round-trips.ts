/** Rules about the key `round_trip`: tools that read what another tool or a resource writes. */
import { expressionsIn } from "@toolwright/conformance/cases";
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { listCalled, listReaders } from "../../model/readers.ts";
import type { RoundTrip } from "../../model/round-trip.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, readCondition } from "../../scenarios/condition.ts";
import { resolver } from "../../schema/roots.ts";
import { absent, type Rule } from "../rule.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const roundTripRules: readonly Rule[] = [
  {
    code: "round-trip",
    sentence:
      "A writing tool reads what a reading tool or a resource writes of an entity, and takes or returns the id of one.",
    violations: (model) =>
      model.tools.flatMap((tool) => {
        const { roundTrip } = tool.behaviour;
        if (roundTrip === undefined) return [];
        const problem = writerProblem(tool, roundTrip, model);
        return [
          ...(problem === undefined ? [] : [problem]),
          ...sameProblems(tool, roundTrip, model),
          ...patternProblems(roundTrip),
          ...conditionProblems(tool, roundTrip, model),
        ];
      }),
  },
];

function writerProblem(tool: Tool, { from, at }: RoundTrip, model: Model): Violation | undefined {
  if (tool.annotations?.readOnlyHint === true) return { at, detail: `${tool.name} only reads.` };
  const place = locationBelow(at, from.path === undefined ? ["from"] : ["from", "tool"]);
  const tools = model.tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
  const readers = from.path === undefined ? listReaders(model) : tools;
  const writer = readers.find(({ name }) => name === from.tool);
  if (writer === undefined) {
    if (model.tools.some(({ name }) => name === from.tool))
      return { at: place, detail: `${from.tool} does not only read.` };
    const known = readers.map(({ name }) => name);
    const name = (each: string) => each.replace(/^resource:/, "");
    return absent(from.path === undefined ? "resource" : "tool", name(from.tool), known.map(name), place);
  }
  if (!model.entities.some((entity) => isOfBoth(entity, writer, tool, model)))
    return {
      at: place,
      detail: `${from.tool} takes no id of an entity that ${tool.name} takes or returns.`,
    };
  if (from.path === undefined || findPlace(writer, from.path, model)) return undefined;
  const detail = `The output of ${from.tool} has nothing at ${JSON.stringify(from.path)}.`;
  return { at: locationBelow(at, ["from", "path"]), detail };
}

/** Whether the writer takes an id of the entity, and the tool takes or returns one. */
function isOfBoth(entity: Entity, writer: Tool, tool: Tool, model: Model): boolean {
  const sides = ["input", "output"] as const;
  return (
    idsIn(entity, writer, "input", model).length > 0 &&
    sides.some((side) => idsIn(entity, tool, side, model).length > 0)
  );
}

function findPlace({ output }: Pick<Tool, "output">, pointer: string, model: Model): boolean {
  return (
    output !== undefined && schemasAt(rootNode(output), pointerSteps(pointer), resolver(model)).length > 0
  );
}

function sameProblems(tool: Tool, { from, same, at }: RoundTrip, model: Model): Violation[] {
  const writer = listCalled(model).find(({ name }) => name === from.tool);
  const entity = writer && model.entities.find((each) => isOfBoth(each, writer, tool, model));
  if (entity === undefined) return [];
  const shown = listShown(entity, model);
  return same.flatMap((place, index) =>
    missingPlace({ place, entity: entity.name, at: locationBelow(at, ["same", index]) }, shown, model),
  );
}

function patternProblems({ ignores, at }: RoundTrip): Violation[] {
  if (ignores === undefined) return [];
  try {
    new RegExp(ignores, "u");
    return [];
  } catch {
    const detail = "It is not an ECMAScript regular expression with the u flag.";
    return [{ at: locationBelow(at, ["ignores"]), detail }];
  }
}

function conditionProblems(tool: Tool, { when, at }: RoundTrip, model: Model): Violation[] {
  if (when === undefined) return [];
  const place = locationBelow(at, ["when"]);
  const condition = readCondition(when);
  if (condition instanceof ConditionError) return [{ at: place, detail: condition.message }];
  return expressionsIn(condition).flatMap((expression): Violation | [] => {
    if (expression.from !== "result" || expression.member !== "structuredContent")
      return {
        at: place,
        detail: "It has only places of the output: $result.structuredContent#/POINTER.",
      };
    const { pointer } = expression;
    if (findPlace(tool, pointer, model)) return [];
    return { at: place, detail: `The output of ${tool.name} has nothing at ${pointer}.` };
  });
}
