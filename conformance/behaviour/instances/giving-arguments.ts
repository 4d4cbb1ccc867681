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

/** Finds the entity that results of a tool are about: the one that it makes, or the one whose id it takes to show it. */
export function findShownEntity(tool: string, { entities }: Pick<Behaviour, "entities">): string | undefined {
  const names = Object.keys(entities);
  return (
    names.find((name) => entities[name]!.madeBy?.tool === tool) ??
    names.find((name) =>
      entities[name]!.observedBy.some(({ tool: by, id }) => by === tool && id !== undefined),
    )
  );
}
