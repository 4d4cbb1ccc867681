/** Finds calls about an entity that name nothing else which another account may not know. */
import { applyEdits, valueAt, valuesAt } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { type BehaviourContext, firstPlace, type ValidCall } from "../context.ts";

/** Finds arguments that name the entity, and no other private entity. */
export function findCallAlone(entity: Entity, tool: Tool, context: BehaviourContext): ValidCall | undefined {
  const about = firstPlace(context.argumentsOf(entity, tool)[0]!);
  const contentOf = ({ base, edits = [] }: ValidCall) => applyEdits(context.readContent(base), edits);
  const known = [...context.listExamples(tool), context.findPlainBase(tool)].filter(
    (base) => base !== undefined,
  );
  const made = context.callWith(tool, about);
  const calls: ValidCall[] = [...known.map((base) => ({ base })), ...(made ? [made] : [])];
  return calls.find((call) => {
    const content = contentOf(call);
    const others = context.model.entities
      .filter((each) => each.private !== undefined)
      .flatMap((each) => context.argumentsOf(each, tool))
      .flatMap((pattern) => valuesAt(content, pattern));
    return valueAt(content, about) !== undefined && others.every(({ pointer }) => pointer === about);
  });
}
