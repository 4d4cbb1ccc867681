/** Finds arguments with which a new thing has a value at a place that it may lack: an example gives a phone number, another one does not. */
import { baseArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import { type JsonObject, steps, valueAt } from "../../cases/edits.ts";
import type { CaseFile } from "../../cases/format.ts";

/** Returns the arguments of the example that gives a value; `undefined` if no example does, or if each new thing has one. */
export function findGivingArguments(
  entity: string,
  path: string,
  { entities, repeats }: Pick<Behaviour, "entities" | "repeats">,
  cases: CaseFile,
): JsonObject | undefined {
  const { madeBy } = entities[entity] ?? {};
  if (madeBy === undefined) return undefined;
  const rule = repeats[madeBy.tool]?.find((each) => steps(each.path).at(-1) === steps(path).at(-1));
  const gives = (input: JsonObject) => rule !== undefined && valueAt(input, rule.argument) !== undefined;
  if (rule === undefined || gives(madeBy.input)) return undefined;
  return Object.keys(cases.bases)
    .filter((base) => base.startsWith(`${madeBy.tool}:`) && !isRefused(base, cases))
    .map((base) => baseArguments(cases, base) as JsonObject)
    .find(gives);
}

/** Whether an example is one that the tool must refuse. */
function isRefused(base: string, { cases }: CaseFile): boolean {
  return cases.some((each) => each.kind === "failures" && "base" in each && each.base === base);
}

/**
 * Finds the entity that a place in results of a tool is about: the one that the tool makes, the one whose id it takes to show it, or the
 * one whose id it takes and shows beside the place.
 */
export function findShownEntity(
  tool: string,
  path: string,
  { entities }: Pick<Behaviour, "entities">,
): string | undefined {
  const names = Object.keys(entities);
  const beside = path.slice(0, path.lastIndexOf("/"));
  return (
    names.find((name) => entities[name]!.madeBy?.tool === tool) ??
    names.find((name) =>
      entities[name]!.observedBy.some(({ tool: by, id }) => by === tool && id !== undefined),
    ) ??
    names.find((name) => {
      const { arguments: taken, results } = entities[name]!;
      const isTaken = taken.some((place) => place.tool === tool);
      return isTaken && results.some((place) => place.tool === tool && isChild(place.path, beside));
    })
  );
}

const isChild = (path: string, parent: string): boolean => path.slice(0, path.lastIndexOf("/")) === parent;
