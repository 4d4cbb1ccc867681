/** Rules about the key `changes`: the parts of other entities that a tool, or a transition of the server, changes. */
import { pointerSteps } from "@toolwright/json-schema";
import { describing, type Node, schemasAt } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import { isMadeWithin } from "../../cases/behaviour/made-within.ts";
import type { SpecLocation, Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity, EntityChange } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { endsWork, type StateMachine, serverTransitions } from "../../model/states.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { isExpression } from "../../scenarios/expression.ts";
import { resolver } from "../../schema/roots.ts";
import { absent, type Rule } from "../rule.ts";
import { changedValueRule } from "./changed-values.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const changeRules: readonly Rule[] = [
  {
    code: "changed-entity",
    sentence:
      "A writing tool names each other entity that it changes by an id that it takes or returns: its own, or that of something made in it.",
    violations: (model) =>
      model.tools.flatMap((tool) =>
        tool.behaviour.changes.flatMap((change) => toolProblem(tool, change, model)),
      ),
  },
  {
    code: "transition-changes",
    sentence:
      "A transition that changes other entities is made at a time or in calls (`after` or `during`): before it, a caller can look at them.",
    violations: ({ states }) =>
      states
        .flatMap(serverTransitions)
        .filter((each) => each.changes !== undefined && endsWork(each))
        .map(({ at }) => ({
          at: keyBelow(at, ["changes"]),
          detail: "The server makes this transition as soon as its work is done.",
          hint: "Write `changes` in the file of the tool whose call begins the work, or name `after` or `during`.",
        })),
  },
  {
    code: "transition-changed-entity",
    sentence:
      "A transition of the server names each other entity that it changes by an id in the output of the tool that shows the state.",
    violations: (model) =>
      model.states.flatMap((machine) =>
        listServerChanges(machine).flatMap((change) => transitionProblem(machine, change, model)),
      ),
  },
  {
    code: "changed-place",
    sentence:
      "A place that a tool or the server changes is in the output of a tool that shows the entity, and can have the value of `to`.",
    violations: (model) =>
      [
        ...model.tools.flatMap(({ behaviour }) => behaviour.changes),
        ...model.states.flatMap(listServerChanges),
      ].flatMap((change) => missingPlaces(change, model)),
  },
  changedValueRule,
];

function listServerChanges(machine: StateMachine): EntityChange[] {
  return serverTransitions(machine).flatMap(({ changes = [] }) => changes);
}

function toolProblem(tool: Tool, change: EntityChange, model: Model): Violation[] {
  if (tool.annotations?.readOnlyHint === true)
    return [{ at: keyBelow({ file: tool.file, path: ["changes"] }), detail: `${tool.name} only reads.` }];
  return idProblem(change, ["input", "output"], tool, model);
}

function transitionProblem({ field }: StateMachine, change: EntityChange, model: Model): Violation[] {
  const tool = model.tools.find(({ name }) => name === field.tool);
  return tool === undefined ? [] : idProblem(change, ["output"], tool, model);
}

function idProblem(
  { entity: name, id, at }: EntityChange,
  sides: readonly ("input" | "output")[],
  tool: Tool,
  model: Model,
): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  const known = model.entities.map((each) => each.name);
  if (!entity) return [absent("entity", name, known, locationBelow(at, ["entity"]))];
  if (entity.observedBy.length === 0) {
    const detail = `No tool shows ${withArticle(name)}, so its changes cannot be seen.`;
    return [{ at: locationBelow(at, ["entity"]), detail, hint: `Name one: observed_by of ${name}.` }];
  }
  const ids = sides.flatMap((side) => idsIn(entity, tool, side, model));
  if (ids.includes(id) || (sides.includes("input") && isOfInner(id, entity, tool, model))) return [];
  const verb = sides.includes("input") ? "neither takes nor returns an id" : "returns no id";
  const detail = `${tool.name} ${verb} of ${withArticle(name)} at ${JSON.stringify(id)}.`;
  return [{ at: locationBelow(at, ["id"]), detail, hint: didYouMean(id, ids) }];
}

/** Whether an id is that of something which was made in an entity. */
function isOfInner(id: string, outer: Entity, tool: Tool, model: Model): boolean {
  const { entities, tools } = model;
  const argumentsOf = (entity: Entity, name: string) => {
    const maker = tools.find((each) => each.name === name);
    return maker === undefined ? [] : idsIn(entity, maker, "input", model);
  };
  const sides = ["input", "output"] as const;
  return entities.some(
    (inner) =>
      sides.some((side) => idsIn(inner, tool, side, model).includes(id)) &&
      isMadeWithin(inner, outer, entities, argumentsOf),
  );
}

function missingPlaces({ entity: name, places, to, at }: EntityChange, model: Model): Violation[] {
  const entity = model.entities.find((each) => each.name === name);
  if (!entity || entity.observedBy.length === 0) return [];
  const shown = listShown(entity, model);
  return places.flatMap((place, index) => {
    const missing = missingPlace(
      { place, entity: name, at: locationBelow(at, ["places", index]) },
      shown,
      model,
    );
    if (missing.length > 0 || to === undefined || isExpression(to)) return missing;
    return valueProblem({ place, entity: name, value: to, at: locationBelow(at, ["to"]) }, shown, model);
  });
}

interface PlaceValue {
  readonly place: string;
  readonly entity: string;
  readonly value: NonNullable<EntityChange["to"]>;
  readonly at: SpecLocation;
}

/** The problem of a value that the schemas of the place do not allow. */
function valueProblem(
  { place, entity, value, at }: PlaceValue,
  shown: readonly Node[],
  model: Model,
): Violation[] {
  const nodes = shown.flatMap((node) => schemasAt(node, pointerSteps(place), resolver(model)));
  const described = nodes.flatMap(describing);
  const detail = `${place} of ${withArticle(entity)} is never ${JSON.stringify(value)}.`;
  const values = described.flatMap(({ enums }) => enums.flat());
  if (values.length > 0)
    return values.includes(value)
      ? []
      : [{ at, detail, hint: didYouMean(String(value), values.map(String)) }];
  const types = [...new Set(described.flatMap((node) => node.types ?? []))];
  const isOfType = types.some((type) => (type === "integer" ? "number" : type) === typeof value);
  return types.length === 0 || isOfType ? [] : [{ at, detail, hint: `Its type is ${types.join(" or ")}.` }];
}
