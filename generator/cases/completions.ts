/** Derives the cases about values that handlers suggest for ids: they fit what was typed, are accepted, and are those of the caller. */
import type { BehaviourCase, Completion } from "@toolwright/conformance/cases";
import type { Entity } from "../model/behaviour.ts";
import type { Parameter, Prompt, Resource } from "../model/operation.ts";
import type { BehaviourContext } from "./behaviour/context.ts";
import { ofType, placesIn } from "./behaviour/places.ts";
import { printAt } from "./case-context.ts";
import { promise } from "./promise.ts";

/** Makes cases for each parameter of a resource or a prompt whose handler suggests ids of an entity. */
export function completionCases(context: BehaviourContext): BehaviourCase[] {
  const { resources, prompts } = context.model;
  return [...resources, ...prompts].flatMap((operation) =>
    operation.parameters
      .filter(({ isCompleted }) => isCompleted)
      .flatMap((parameter) => {
        const entity = findEntity(operation, parameter, context);
        return entity?.madeBy === undefined ? [] : casesOf(operation, parameter, entity);
      }),
  );
}

/** Finds the entity whose ids a parameter takes. The id has to be the whole address of an entity. */
function findEntity(
  { input }: Resource | Prompt,
  { name }: Parameter,
  { model, resolve, tool, argumentsOf }: BehaviourContext,
): Entity | undefined {
  const entity = model.entities.find(({ id }) => placesIn(input, ofType(id), resolve).includes(`/${name}`));
  const maker = entity?.madeBy && tool(entity.madeBy.tool);
  const hasParents =
    maker && model.entities.some((other) => other !== entity && argumentsOf(other, maker).length > 0);
  return hasParents ? undefined : entity;
}

function casesOf(operation: Resource | Prompt, { name }: Parameter, entity: Entity): BehaviourCase[] {
  const isResource = "uri" in operation;
  const tool = `${isResource ? "resource" : "prompt"}:${operation.name}`;
  const isAlone = isResource
    ? operation.parameters.length === 1
    : operation.parameters.every((other) => other.name === name || other.required !== true);
  const completion: Completion = {
    ref: isResource
      ? { type: "ref/resource", uri: operation.uri }
      : { type: "ref/prompt", name: operation.name },
    parameter: name,
    ...(isAlone && { taken: isResource ? "resource" : "prompt" }),
  };
  const at = printAt(operation.input.at);
  const suggested = `Values that are suggested for ${name} of ${operation.name} fit what was typed, and are accepted.`;
  const foreign = `No ${entity.name} of another account is suggested for ${name} of ${operation.name}.`;
  const id = `${tool}/completions/${name}`;
  return [
    { ...promise("results", id, tool, suggested, at), check: "completions", entity: entity.name, completion },
    ...(entity.private === undefined
      ? []
      : [
          {
            ...promise("access", id, tool, foreign, at),
            check: "completions" as const,
            entity: entity.name,
            completion,
          },
        ]),
  ];
}
