/** Tells which ids in arguments a tool has to refuse to accounts without access, and which it may take. */
import { type Json, valueAt } from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";

/**
 * Returns the arguments whose foreign ids a tool refuses with the code of `private`. A tool that does not declare the code may accept two
 * kinds of them: an id that callers choose for a new entity, since each account may have the same one; and a filter of a list, which then
 * shows nothing.
 * @param ids the arguments of the tool that take ids of the entity
 */
export function listRefusedIds(entity: Entity, tool: Tool, ids: readonly string[]): readonly string[] {
  if (entity.private === undefined || tool.failures.includes(entity.private)) return ids;
  const filters = listFilterArguments(tool);
  return listExistingIds(entity, tool, ids).filter((argument) => !filters.includes(argument));
}

/**
 * Returns the arguments that name an existing entity. An id that callers choose for a new entity does not, unless it is the key of
 * repeated calls, or the tool refuses unknown ids.
 * @param ids the arguments of the tool that take ids of the entity
 */
export function listExistingIds(entity: Entity, tool: Tool, ids: readonly string[]): readonly string[] {
  const { madeBy, private: hidden } = entity;
  if (madeBy?.tool !== tool.name || (hidden !== undefined && tool.failures.includes(hidden))) return ids;
  const chosen = findChosenId(tool, madeBy.path);
  return ids.filter((argument) => argument !== chosen || argument === tool.behaviour.idempotency?.key);
}

/** The arguments that select items of a list. */
export function listFilterArguments({ behaviour: { filters, pages } }: Tool): string[] {
  return [...(filters?.filters ?? []), ...(pages?.filters ?? [])].map(({ argument }) => argument);
}

/** Finds the argument that the result repeats as the id: by the key `repeats`, or by the name and the values of the examples. */
export function findChosenId(tool: Tool, path: string): string | undefined {
  const repeated = tool.behaviour.repeats.find((repeat) => repeat.path === path);
  if (repeated !== undefined) return repeated.argument;
  const examples = tool.examples.filter(({ output }) => output !== undefined);
  const argument = path.slice(path.lastIndexOf("/"));
  const isSame = examples.every(({ input, output }) => {
    const id = valueAt(output as Json, path);
    return id !== undefined && valueAt(input as Json, argument) === id;
  });
  return examples.length > 0 && isSame ? argument : undefined;
}
