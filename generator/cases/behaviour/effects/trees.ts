/** Derives the cases of tools that move entities into others of their kind. */
import { applyEdits, type BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Tool } from "../../../model/operation.ts";
import { noArguments, promise, unmade } from "../../promise.ts";
import type { BehaviourContext, ValidCall } from "../context.ts";

/** The new parents that are refused, by their depth below the moved entity. */
const depths = ["itself", "child", "grandchild"] as const;

/** Makes one case for each depth. */
export function treeCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { tree } = tool.behaviour;
  const entity =
    tree &&
    context.model.entities.find((each) => {
      const places = context.argumentsOf(each, tool);
      return places.includes(tree.id) && places.includes(tree.parent);
    });
  if (tree === undefined || entity === undefined) return [];
  const call = callWithBoth(tool, tree, context);
  return depths.map((name, depth): BehaviourCase => {
    const where = depth === 0 ? "itself" : `its ${name}`;
    const must = `${tool.name} refuses to move ${withArticle(entity.name)} into ${where} with ${tree.refused}, and changes nothing.`;
    const promised = promise("effects", `${tool.name}/tree/${name}`, tool.name, must, context.at(tree.at));
    if (!entity.madeBy) return { ...promised, untestable: unmade(entity.name) };
    if (call === undefined) return { ...promised, untestable: noArguments };
    return {
      ...promised,
      ...call,
      check: "tree",
      entity: entity.name,
      moved: tree.id,
      parent: tree.parent,
      depth: depth as 0 | 1 | 2,
      refused: tree.refused,
    };
  });
}

/** Finds arguments with both ids. */
function callWithBoth(
  tool: Tool,
  { id, parent }: { readonly id: string; readonly parent: string },
  context: BehaviourContext,
): ValidCall | undefined {
  const call = context.callWith(tool, parent);
  if (call === undefined) return undefined;
  const edits = [...(call.edits ?? []), { set: id, to: context.valueFor(tool, id) ?? null }];
  const whole = applyEdits(context.readContent(call.base), edits);
  return context.fitsInput(tool, whole) ? { base: call.base, edits } : undefined;
}
