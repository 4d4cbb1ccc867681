/** Derives the cases of calls about several entities: a refusal because of one changes nothing of the others. */
import { applyEdits, type BehaviourCase, type Json, valueAt } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { addCheck, promise } from "../../promise.ts";
import { type BehaviourContext, firstPlace, inTool } from "../context.ts";

/** Makes a case for each list of a tool's arguments whose items name an entity. */
export function allOrNoneCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return context.model.entities.flatMap((entity) => {
    if (entity.madeBy === undefined || entity.observedBy.length === 0) return [];
    return context.argumentsOf(entity, tool).flatMap((path) => listCase(tool, entity, path, context));
  });
}

function listCase(tool: Tool, entity: Entity, path: string, context: BehaviourContext): BehaviourCase[] {
  const [list = "", id = "", ...deeper] = path.split("/*");
  if (!path.includes("/*") || deeper.length > 0) return [];
  const { listExamples, findPlainBase } = context;
  const bases = [...listExamples(tool), findPlainBase(tool)].filter((base) => base !== undefined);
  const base = bases.find((each) => canNameTwo(tool, each, { list, id }, context));
  if (base === undefined) return [];
  const must = `If ${tool.name} refuses a call because of one ${entity.name} at ${list}, it changes nothing of the others.`;
  const at = context.at(inTool(tool, "mode"));
  const promised = promise("effects", `${tool.name}/${entity.name}${path}/all-or-none`, tool.name, must, at);
  return [
    addCheck(promised, { check: "all-or-none", entity: entity.name, bases: [base], list, idAt: id } as const),
  ];
}

/** Whether the list of a base can have a second item, with another id. */
function canNameTwo(
  tool: Tool,
  base: string,
  { list, id }: { readonly list: string; readonly id: string },
  context: BehaviourContext,
): boolean {
  const content = context.readContent(base);
  const item = (valueAt(content, list) as readonly Json[] | undefined)?.[0];
  if (item === undefined) return false;
  return context.valuesFor(tool, firstPlace(`${list}/*${id}`), 2).some((to) => {
    const second = id === "" ? to : applyEdits(item, [{ set: id, to }]);
    return context.fitsInput(tool, applyEdits(content, [{ set: list, to: [item, second] }]));
  });
}
