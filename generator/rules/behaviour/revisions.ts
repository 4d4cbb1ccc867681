/** Rules about the key `revision`: the revision of an entity that calls expect. */
import { pointerSteps } from "@toolwright/json-schema";
import { describedNames, schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import type { Revision } from "../../model/behaviour.ts";
import type { Model } from "../../model/model.ts";
import type { Tool } from "../../model/operation.ts";
import { keyBelow } from "../../resolve/limits.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { listShownBy } from "./entity-views.ts";
import { idsIn } from "./named-places.ts";

export const revisionRules: readonly Rule[] = [
  {
    code: "revision-shown",
    sentence:
      "A writing tool that expects a revision takes the id of an entity, and a tool that shows the entity shows its revision.",
    violations: (model) =>
      model.tools.flatMap((tool) => {
        const { revision } = tool.behaviour;
        return revision === undefined ? [] : revisionProblem(tool, revision, model);
      }),
  },
];

function revisionProblem(tool: Tool, { shownBy }: Revision, model: Model): Violation[] {
  const { file, name } = tool;
  if (tool.annotations?.readOnlyHint === true)
    return [{ at: keyBelow({ file, path: ["revision"] }), detail: `${name} only reads.` }];
  const taken = model.entities.filter((entity) => idsIn(entity, tool, "input", model).length > 0);
  const shown = taken.filter((entity) => entity.observedBy.includes(shownBy.tool));
  if (shown.length === 0) {
    const names = taken.map((entity) => entity.name).join(" or ");
    const detail = `${JSON.stringify(shownBy.tool)} shows no ${names || "entity"} whose id ${name} takes.`;
    const known = taken.flatMap(({ observedBy }) => observedBy);
    return [
      { at: { file, path: ["revision", "shown_by", "tool"] }, detail, hint: didYouMean(shownBy.tool, known) },
    ];
  }
  const nodes = shown.flatMap((entity) => listShownBy(shownBy.tool, entity, model));
  const steps = pointerSteps(shownBy.path);
  const below = (path: readonly string[]) => nodes.flatMap((node) => schemasAt(node, path, resolver(model)));
  if (nodes.length === 0 || below(steps).length > 0) return [];
  const detail = `${shownBy.tool} shows nothing at ${JSON.stringify(shownBy.path)}.`;
  const hint = didYouMean(steps.at(-1) ?? "", describedNames(below(steps.slice(0, -1))));
  return [{ at: { file, path: ["revision", "shown_by", "path"] }, detail, hint }];
}
