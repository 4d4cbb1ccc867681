/** Rules about the key `shared_by` of an entity: the call that gives another account access. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Entity, Sharing } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { listShown, missingPlace } from "../behaviour/entity-views.ts";
import { idsIn } from "../behaviour/named-places.ts";
import type { Rule } from "../rule.ts";

export const sharingRules: readonly Rule[] = [
  {
    code: "entity-shared",
    sentence: "A tool that gives another account access to an entity takes its id, and writes.",
    violations: (model) =>
      eachShared(model, (entity, { tool: name }) => {
        const tool = model.tools.find((each) => each.name === name);
        if (tool === undefined) return [];
        const at = locationBelow(entity.at, ["shared_by", "tool"]);
        if (tool.annotations?.readOnlyHint === true) return [{ at, detail: `${name} only reads.` }];
        if (idsIn(entity, tool, "input", model).length > 0) return [];
        return [{ at, detail: `${name} takes no id of ${withArticle(entity.name)}.` }];
      }),
  },
  {
    code: "shared-place",
    sentence: "A place that depends on who looks is in the output of a tool that shows the entity.",
    violations: (model) =>
      eachShared(model, (entity, { differs }) => {
        const shown = listShown(entity, model);
        return differs.flatMap((place, index) =>
          missingPlace(
            { place, entity: entity.name, at: locationBelow(entity.at, ["shared_by", "differs", index]) },
            shown,
            model,
          ),
        );
      }),
  },
];

function eachShared(model: Model, find: (entity: Entity, sharing: Sharing) => Violation[]): Violation[] {
  return model.entities.flatMap((entity) =>
    entity.sharedBy === undefined ? [] : find(entity, entity.sharedBy),
  );
}
