/** Makes the place of a limit, and finds how many there can be: the number of the spec, or one that the place has for itself. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import {
  findEntity,
  makePlace,
  type Place,
  type PlaceArguments,
} from "../../behaviour/instances/own-place.ts";
import { isDecimalText, toNumber } from "../../cases/calculations.ts";
import type { Pointer } from "../../cases/call-rules.ts";
import { type Json, steps, valueAt } from "../../cases/edits.ts";
import type { PlacesRule } from "../../cases/limits.ts";
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import { requireFew } from "./amounts.ts";

/** How many a place allows, if the tool that makes it takes the number. */
export const fewPlaces = 2;
/** The sum of amounts that a place allows, if the tool that makes it takes the number. */
const smallSum = 10;

export interface LimitedPlace {
  readonly place: Place;
  readonly max: number;
}

/** Throws a PreconditionError if the place cannot be made, shows no number, or allows more than a run makes. */
export async function makeLimitedPlace(
  { max, sum }: PlacesRule,
  named: PlaceArguments,
  engine: Engine,
): Promise<LimitedPlace> {
  if (typeof max === "number") {
    if (sum === undefined) requireFew(max);
    return { place: await makePlace(named, engine), max };
  }
  const [argument = ""] = named.within;
  const entity = requireDeclared(
    findEntity(argument, named, engine.rules),
    `${argument} names nothing that the run can make`,
  );
  const name = steps(max).at(-1)!;
  const wanted = writeLike(
    engine.rules.entities[entity]?.madeBy?.input[name],
    sum === undefined ? fewPlaces : smallSum,
  );
  const small =
    wanted === undefined
      ? undefined
      : await ifPossible(makePlace(named, engine, { [entity]: { [name]: wanted } }));
  const place = small ?? (await makePlace(named, engine));
  const instance = requireDeclared(place[entity]);
  const atFirst = await readNumber(instance, max, engine);
  const shown = atFirst > 0 ? atFirst : await readPrepared(instance, max);
  if (sum === undefined) requireFew(shown);
  return { place, max: shown };

  /** The call may need the place in a state in which it has another number: a fee that is due. */
  async function readPrepared(prepared: EntityInstance, at: Pointer): Promise<number> {
    await ifPossible(engine.instances.fill(named.tool, named.input, { instances: place }));
    return readNumber(prepared, at, engine);
  }
}

/** Writes a number in the form of another one; undefined if that is no number. */
function writeLike(example: Json | undefined, value: number): Json | undefined {
  if (typeof example === "number") return value;
  return isDecimalText(example) ? value.toFixed(example.split(".")[1]?.length ?? 0) : undefined;
}

async function readNumber(instance: EntityInstance, at: string, engine: Engine): Promise<number> {
  const snapshots = await engine.observer.observe(instance);
  const found = snapshots
    .map(({ value = null }) => toNumber(valueAt(value, at)))
    .find((each) => !Number.isNaN(each));
  return requireDeclared(found, `no tool shows a number at ${at} of the ${instance.entity}`);
}
