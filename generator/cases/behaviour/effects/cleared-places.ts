/** Derives the cases about `null`: in a change of an entity it empties the place that repeats the argument. */
import { applyEdits, type BehaviourCase, type Json, valueAt } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Tool } from "../../../model/operation.ts";
import { promise } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";

type Repeat = Tool["behaviour"]["repeats"][number];

/** Values where examples have none: a word that servers show as it was sent, and a number. */
const plainValues: readonly Json[] = ["first", 1];

/**
 * Makes a case for each argument of a changing tool that takes null, and that a place which may be null repeats. Null may mean that an argument is
 * left out where frameworks give it a default, or where it is required, as models with strict schemas want; these have no case.
 */
export function clearedPlaceCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return context.model.entities
    .filter((entity) => entity.madeBy !== undefined && entity.madeBy.tool !== tool.name)
    .filter((entity) => entity.endedBy?.tool !== tool.name && context.argumentsOf(entity, tool).length > 0)
    .flatMap((entity) =>
      tool.behaviour.repeats.flatMap((repeat): BehaviourCase[] => {
        const call = findCall(tool, repeat, context);
        if (call === undefined) return [];
        const { argument, path, at } = repeat;
        const name = argument.slice(1).replaceAll("/", ".");
        const must = `A call of ${tool.name} with null as ${name} empties ${path} of ${withArticle(entity.name)}.`;
        const id = `${tool.name}/${entity.name}/clears/${name}`;
        const promised = promise("effects", id, tool.name, must, context.at(at));
        return [
          {
            ...promised,
            check: "clears",
            entity: entity.name,
            bases: [call.base],
            argument,
            path,
            value: call.value,
          },
        ];
      }),
    );
}

/** Finds arguments that may have a value and null; undefined if the schemas do not say that null is kept. */
function findCall(
  tool: Tool,
  { argument, path }: Repeat,
  context: BehaviourContext,
): { readonly base: string; readonly value: Json } | undefined {
  const sent = context.findSchemas(tool, "input", argument).flatMap(describing);
  const shown = context.findSchemas(tool, "output", path).flatMap(describing);
  const isKept = [sent, shown].every((parts) => parts.some(({ types }) => types?.includes("null")));
  if (!isKept || sent.some(({ fallback }) => fallback !== undefined)) return undefined;
  const bases = [...context.listExamples(tool), context.findPlainBase(tool) ?? []].flat();
  const canLeaveOut = bases.some((base) =>
    context.fitsInput(tool, applyEdits(context.readContent(base), [{ remove: argument }])),
  );
  if (!canLeaveOut) return undefined;
  const found = bases.flatMap((base) => valueAt(context.readContent(base), argument) ?? []);
  const candidates = [...found, ...plainValues].filter((value) => value !== null);
  return bases
    .flatMap((base) => candidates.map((value) => ({ base, value })))
    .find(({ base, value }) =>
      [value, null].every((to) =>
        context.fitsInput(tool, applyEdits(context.readContent(base), [{ set: argument, to }])),
      ),
    );
}
