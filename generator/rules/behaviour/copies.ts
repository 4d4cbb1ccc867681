/** Rules about the key `copies`: tools that make an entity from another one of the same kind. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Entity } from "../../model/behaviour.ts";
import type { Copying } from "../../model/copying.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { keyBelow } from "../../resolve/limits.ts";
import type { Rule } from "../rule.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const copyRules: readonly Rule[] = [
  {
    code: "copied-entity",
    sentence:
      "A writing tool that copies an entity takes the id of the source, and returns that of the copy.",
    violations: (model) => eachCopying(model, (tool, copies) => entityProblem(tool, copies, model)),
  },
  {
    code: "copied-place",
    sentence: "A place in which a copy may differ is in the output of a tool that shows the entity.",
    violations: (model) =>
      eachCopying(model, (tool, { source, except }) => {
        const entity = findSourceEntity(tool, source, model);
        if (entity === undefined || entity.observedBy.length === 0) return [];
        const shown = listShown(entity, model);
        return except.flatMap((place, index) =>
          missingPlace(
            { place, entity: entity.name, at: { file: tool.file, path: ["copies", "except", index] } },
            shown,
            model,
          ),
        );
      }),
  },
];

/** Finds the entity whose id an argument takes. */
function findSourceEntity(tool: Tool, source: string, model: Model): Entity | undefined {
  return model.entities.find((entity) => idsIn(entity, tool, "input", model).includes(source));
}

function eachCopying(
  { tools }: Model,
  find: (tool: Tool, copies: Copying) => readonly Violation[],
): Violation[] {
  return tools.flatMap((tool) =>
    tool.behaviour.copies === undefined ? [] : find(tool, tool.behaviour.copies),
  );
}

function entityProblem(tool: Tool, { source, copy }: Copying, model: Model): Violation[] {
  const { file, name } = tool;
  const at = (key: string) => ({ file, path: ["copies", key] });
  if (tool.annotations?.readOnlyHint === true)
    return [{ at: keyBelow({ file, path: ["copies"] }), detail: `${name} only reads.` }];
  const entity = findSourceEntity(tool, source, model);
  if (entity === undefined) {
    const known = model.entities.flatMap((each) => idsIn(each, tool, "input", model));
    const detail = `${name} takes no id of an entity at ${JSON.stringify(source)}.`;
    return [{ at: at("source"), detail, hint: didYouMean(source, known) }];
  }
  if (entity.observedBy.length === 0) {
    const detail = `No tool shows ${withArticle(entity.name)}, so its copies cannot be compared.`;
    return [{ at: at("source"), detail, hint: `Name one: observed_by of ${entity.name}.` }];
  }
  const returned = idsIn(entity, tool, "output", model);
  if (returned.includes(copy)) return [];
  const detail = `${name} returns no id of ${withArticle(entity.name)} at ${JSON.stringify(copy)}.`;
  return [{ at: at("copy"), detail, hint: didYouMean(copy, returned) }];
}
