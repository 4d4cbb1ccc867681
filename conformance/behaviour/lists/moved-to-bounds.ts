/** Moves things to bounds by calls: goods that come in make the stock as large as the minimum with which it is compared. */
import type { Behaviour, RepeatRule } from "../../cases/behaviour.ts";
import type { ChangeRule } from "../../cases/change-rules.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { Operand } from "../../cases/workflows.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { findExample, isFree } from "../states/earlier-calls.ts";
import { lastStep } from "./list-rule.ts";

/** A call that sets a number of the entity whose id it takes, or by whose argument the number grows. */
interface Mover {
  readonly tool: string;
  readonly input: Json;
  readonly argument: string;
  readonly isGrowth: boolean;
}

/** Makes a new thing for each bound, and moves its number there by the first call that can. */
export async function moveToBounds(
  { entity, place, bounds, now }: MovedPlace,
  engine: Engine,
): Promise<EntityInstance[]> {
  for (const mover of [...listMovers(entity, place, engine), ...listSetters(entity, place, engine)]) {
    const moved: EntityInstance[] = [];
    for (const bound of bounds) {
      const one = await ifPossible(move(mover, mover.isGrowth ? bound - now : bound, entity, engine));
      if (one !== undefined) moved.push(one);
    }
    if (moved.length > 0) return moved;
  }
  return [];
}

export interface MovedPlace {
  readonly entity: string;
  /** As rules about changes name it. */
  readonly place: string;
  readonly bounds: readonly number[];
  /** The number that a new thing has. */
  readonly now: number;
}

/** Sets a number of a thing by the first call that can. Returns whether one could. */
export async function setNumber(
  instance: EntityInstance,
  place: string,
  to: number,
  engine: Engine,
): Promise<boolean> {
  for (const setter of listSetters(instance.entity, place, engine)) {
    const input = withAmount(setter, to, engine);
    if (input !== undefined && (await ifPossible(callWith(setter, input, instance, engine)))) return true;
  }
  return false;
}

/** Makes a thing and the call; undefined if the call does not allow the amount. */
async function move(
  mover: Mover,
  to: number,
  entity: string,
  engine: Engine,
): Promise<EntityInstance | undefined> {
  const input = withAmount(mover, to, engine);
  if (input === undefined) return undefined;
  const instance = await engine.instances.make(entity);
  return (await callWith(mover, input, instance, engine)) ? instance : undefined;
}

function withAmount({ tool, input, argument }: Mover, to: number, { context }: Engine): Json | undefined {
  const edited = applyEdits(input, [{ set: argument, to }]);
  return context.schemas.fits(tool, edited) ? edited : undefined;
}

async function callWith(
  { tool }: Mover,
  input: Json,
  instance: EntityInstance,
  { instances, calls }: Engine,
): Promise<boolean> {
  const named = { ...instance.parents, [instance.entity]: instance };
  const filled = await instances.fill(tool, input, { instances: named });
  return (await calls.call({ tool, input: filled })).outcome.is === "success";
}

function listMovers(entity: string, place: string, { rules, context }: Engine): Mover[] {
  return Object.entries(rules.changes).flatMap(([tool, changes]) =>
    changes.flatMap((change): Mover[] => {
      const isOfPlace = change.entity === entity && change.of === undefined && change.places.includes(place);
      const input = isOfPlace && isFree(tool, rules) ? findExample(tool, rules, context.cases) : undefined;
      const argument = readArgument(change, rules.repeats[tool] ?? []);
      // The id may be in the result of a call that takes it by another name.
      const isNamed = valueAt(input ?? null, change.id) !== undefined || takesId(tool, entity, rules);
      if (input === undefined || argument === undefined || !isNamed) return [];
      return [{ tool, input, argument, isGrowth: change.growsBy !== undefined }];
    }),
  );
}

/** Lists the calls that take the id of a thing and an argument that is then at the place. */
function listSetters(entity: string, place: string, { rules, context }: Engine): Mover[] {
  const { madeBy } = rules.entities[entity] ?? {};
  return Object.entries(rules.repeats).flatMap(([tool, repeats]) => {
    const isAbout = madeBy?.tool !== tool && takesId(tool, entity, rules);
    const rule = repeats.find(({ path }) => lastStep(path) === lastStep(place));
    if (rule === undefined || !isAbout || !isFree(tool, rules) || context.cases.tools[tool]?.readOnly)
      return [];
    const input = findExample(tool, rules, context.cases);
    return input === undefined ? [] : [{ tool, input, argument: rule.argument, isGrowth: false }];
  });
}

function takesId(tool: string, entity: string, { entities }: Pick<Behaviour, "entities">): boolean {
  return entities[entity]?.arguments.some((each) => each.tool === tool) ?? false;
}

/** Reads the argument of an amount: by its name, or by the place of the result that repeats it. */
function readArgument(
  { equals, growsBy }: ChangeRule,
  repeats: readonly Pick<RepeatRule, "argument" | "path">[],
): string | undefined {
  const operand: Operand | undefined = equals ?? growsBy;
  if (operand?.kind !== "expression" || !("pointer" in operand.expression)) return undefined;
  const { from, pointer } = operand.expression;
  if (from === "request") return pointer;
  return from === "result" ? repeats.find(({ path }) => pointer.endsWith(path))?.argument : undefined;
}
