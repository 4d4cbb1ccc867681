/** A rule about the keys `adds` and `removes`: lists of an entity that calls add to and remove from. */
import { pointerSteps } from "@toolwright/json-schema";
import { schemasAt, unread } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Entity } from "../../model/behaviour.ts";
import { type ListChange, listEntries } from "../../model/list-change.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { keyBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { listShown, missingPlace } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const listChangeRules: readonly Rule[] = [
  {
    code: "changed-list",
    sentence:
      "A writing tool that adds to a list or removes from it takes the id of an entity, and a tool that shows the entity shows the list.",
    violations: (model) =>
      model.tools.flatMap((tool) => {
        const { adds, removes } = tool.behaviour;
        const all = [...adds, ...removes];
        if (all.length > 0 && tool.annotations?.readOnlyHint === true) {
          const key = adds.length > 0 ? "adds" : "removes";
          return [{ at: keyBelow({ file: tool.file, path: [key] }), detail: `${tool.name} only reads.` }];
        }
        return all.flatMap((list) => listProblem(tool, list, model));
      }),
  },
];

function listProblem(tool: Tool, list: ListChange, model: Model): Violation[] {
  const named = model.entities.filter((entity) =>
    idsIn(entity, tool, "input", model).some((id) => !isOfEntries(id, list)),
  );
  const at = { ...list.at, key: true as const };
  if (named.length === 0) {
    const detail = `${tool.name} takes no id of an entity that has the list ${list.place}.`;
    return [{ at, detail, hint: "Only the list of an entity can be named: let the tool take its id." }];
  }
  const shown = named.flatMap((entity) => listSchemas(entity, list.place, model));
  const names = named.map(({ name }) => name).join(" or ");
  if (shown.length === 0) {
    const below = named.flatMap((entity) => listShown(entity, model));
    return missingPlace({ place: list.place, entity: names, at: list.at }, below, model);
  }
  const entries = named.flatMap((entity) => listSchemas(entity, listEntries(list), model));
  if (entries.length > 0 || shown.includes(unread)) return [];
  const detail = `The tools that show ${withArticle(names)} have one value at ${JSON.stringify(list.place)}, and no list.`;
  return [{ at: list.at, detail }];
}

/** Whether an argument is the one with the entries, or a part of it. */
function isOfEntries(id: string, { argument }: ListChange): boolean {
  return id === argument || id.startsWith(`${argument}/`);
}

function listSchemas(entity: Entity, place: string, model: Model) {
  return listShown(entity, model).flatMap((node) => schemasAt(node, pointerSteps(place), resolver(model)));
}
