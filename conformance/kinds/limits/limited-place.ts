/** Makes the place of a limit, and finds how many there can be: the number of the spec, or one that the place has for itself. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  findEntity,
  makePlace,
  type Place,
  type PlaceArguments,
} from "../../behaviour/instances/own-place.ts";
import { steps, valueAt } from "../../cases/edits.ts";
import type { PlacesRule } from "../../cases/limits.ts";
import { ifPossible, PreconditionError, requireDeclared } from "../../results/precondition-error.ts";

/** The most that are made in one place. */
export const mostMade = 40;
/** How many a place allows, if the tool that makes it takes the number. */
export const fewPlaces = 2;

export interface LimitedPlace {
  readonly place: Place;
  readonly max: number;
}

/** Throws a PreconditionError if the place cannot be made, shows no number, or allows more than a run makes. */
export async function makeLimitedPlace(
  max: PlacesRule["max"],
  named: PlaceArguments,
  engine: Engine,
): Promise<LimitedPlace> {
  if (typeof max === "number") {
    requireFew(max);
    return { place: await makePlace(named, engine), max };
  }
  const [argument = ""] = named.within;
  const entity = requireDeclared(
    findEntity(argument, named, engine.rules),
    `${argument} names nothing that the run can make`,
  );
  const name = steps(max).at(-1)!;
  const isTaken = typeof engine.rules.entities[entity]?.madeBy?.input[name] === "number";
  const small = isTaken
    ? await ifPossible(makePlace(named, engine, { [entity]: { [name]: fewPlaces } }))
    : undefined;
  const place = small ?? (await makePlace(named, engine));
  const shown = await readNumber(requireDeclared(place[entity]), max, engine);
  requireFew(shown);
  return { place, max: shown };
}

function requireFew(max: number): void {
  if (max > mostMade)
    throw new PreconditionError("large", `the limit is ${max}, but a run makes at most ${mostMade}`);
}

async function readNumber(instance: EntityInstance, at: string, engine: Engine): Promise<number> {
  const snapshots = await engine.observer.observe(instance);
  const found = snapshots
    .map(({ value = null }) => valueAt(value, at))
    .find((each) => typeof each === "number");
  return requireDeclared(found, `no tool shows a number at ${at} of the ${instance.entity}`);
}
