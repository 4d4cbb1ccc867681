/** Rules about the key `tree`: tools that move entities into others of their kind. */
import { pointerSteps, rootNode } from "@toolwright/json-schema";
import { schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import type { Tree } from "../../model/tree.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { idsIn } from "./named-places.ts";

export const treeRules: readonly Rule[] = [
  {
    code: "tree-ids",
    sentence: "A tool that moves an entity into another one takes the ids of both, and writes.",
    violations: (model) =>
      model.tools.flatMap((tool) => {
        const { tree } = tool.behaviour;
        return tree === undefined ? [] : findMistakes(tool, tree, model);
      }),
  },
];

function findMistakes(tool: Tool, tree: Tree, model: Model): Violation[] {
  if (tool.annotations?.readOnlyHint === true) return [{ at: tree.at, detail: `${tool.name} only reads.` }];
  const places = model.entities.map((entity) => idsIn(entity, tool, "input", model));
  if (places.some((ids) => ids.includes(tree.id) && ids.includes(tree.parent))) return [];
  const all = places.flat();
  const [id, parent] = [tree.id.slice(1), tree.parent.slice(1)];
  if (all.includes(tree.id) && all.includes(tree.parent))
    return [{ at: tree.at, detail: `${id} and ${parent} take ids of different entities.` }];
  const key = all.includes(tree.id) ? "parent" : "id";
  // Another rule is about arguments that the tool does not have.
  if (schemasAt(rootNode(tool.input), pointerSteps(tree[key]), resolver(model)).length === 0) return [];
  return [{ at: locationBelow(tree.at, [key]), detail: `${tree[key].slice(1)} takes no id of an entity.` }];
}
