/** Finds the entities whose making a list notes, such as a list of what was done. */
import { applyEdits } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { oncePerRun } from "../once-per-run.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import { isFree } from "../states/earlier-calls.ts";
import { isOwnList, type ListRule } from "./list-rule.ts";

const notedEntities = oncePerRun<Promise<readonly string[]>>();

/** Lists the entities of which the list has an item as soon as one is made. The item is no entity, and has the id of that one. */
export function findNoted(engine: Engine, list: ListRule): Promise<readonly string[]> {
  const { rules, instances } = engine;
  if (isOwnList(rules, list)) return Promise.resolve([]);
  return notedEntities(engine, `${list.tool} ${list.items}`, async () => {
    const noted: string[] = [];
    for (const [entity, { madeBy, results }] of Object.entries(rules.entities)) {
      const places = results
        .filter(({ tool, path }) => tool === list.tool && path.startsWith(`${list.items}/*/`))
        .map(({ path }) => path);
      if (places.length === 0 || madeBy === undefined || !isFree(madeBy.tool, rules)) continue;
      const made = await ifPossible(instances.make(entity));
      if (made !== undefined && (await isNoted(made, places, list, engine))) noted.push(entity);
    }
    return noted;
  });
}

async function isNoted(
  { entity, id }: EntityInstance,
  places: readonly string[],
  { tool, input }: ListRule,
  { rules, context, calls }: Engine,
): Promise<boolean> {
  // A filter by the entity brings its item to the first page.
  const filtered = listIdArguments(rules, tool)
    .filter((place) => place.entity === entity)
    .map(({ path }) => applyEdits(input, [{ set: path, to: id }]))
    .find((each) => context.schemas.fits(tool, each));
  const shown = await calls.requireResult({ tool, input: filtered ?? input });
  return places.flatMap((path) => valuesAt(shown, path)).some(({ value }) => value === id);
}
