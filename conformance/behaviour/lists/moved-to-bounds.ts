/** Moves things to bounds by calls: goods that come in make the stock as large as the minimum with which it is compared. */
import { isDeepStrictEqual } from "node:util";
import type { ChangeRule } from "../../cases/change-rules.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { RepeatRule } from "../../cases/rules/results.ts";
import type { Operand } from "../../cases/workflows.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { takesId } from "../rules/rule-calls.ts";
import { findExample, isFree } from "../states/earlier-calls.ts";
import { lastStep } from "./list-rule.ts";

/** A call about the entity whose id it takes, and what its argument does with a number of that entity. */
interface Mover {
  readonly tool: string;
  readonly input: Json;
  readonly argument: string;
  readonly effect: "sets" | "raises" | "lowers";
}

/** The most calls that lower a number which are tried. */
const mostLowering = 3;

/**
 * Makes a new thing for each bound, and moves its number there by the first call that can. From there, each call that lowers the
 * number moves others.
 */
export async function moveToBounds(place: MovedPlace, engine: Engine): Promise<EntityInstance[]> {
  const movers = [...listMovers(place, engine), ...listSetters(place, engine)];
  const { lowers = [], others = [] } = Object.groupBy(movers, ({ effect }) =>
    effect === "lowers" ? "lowers" : "others",
  );
  for (const mover of others) {
    const moved = await moveByCall(mover, place, engine);
    if (moved.length === 0) continue;
    const lowered: EntityInstance[] = [];
    for (const lower of lowers.slice(0, mostLowering))
      lowered.push(...(await lowerFromBounds(mover, lower, place, engine)));
    return [...moved, ...lowered];
  }
  return [];
}

async function moveByCall(
  mover: Mover,
  { entity, bounds, now }: MovedPlace,
  engine: Engine,
): Promise<EntityInstance[]> {
  const moved: EntityInstance[] = [];
  for (const bound of bounds) {
    const one = await ifPossible(
      move(mover, mover.effect === "raises" ? bound - now : bound, entity, engine),
    );
    if (one !== undefined) moved.push(one);
  }
  return moved;
}

/** Lowers the number of things at the bounds by one. Another number may stay: goods that are reserved are in stock, and not available. */
async function lowerFromBounds(
  mover: Mover,
  lower: Mover,
  place: MovedPlace,
  engine: Engine,
): Promise<EntityInstance[]> {
  const input = withAmount(lower, 1, engine);
  if (input === undefined) return [];
  const lowered: EntityInstance[] = [];
  for (const one of await moveByCall(mover, place, engine))
    if (await ifPossible(callWith(lower, input, one, engine))) lowered.push(one);
  return lowered;
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
  for (const setter of listSetters({ entity: instance.entity, place }, engine)) {
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

type NamedPlace = Pick<MovedPlace, "entity" | "place">;

function listMovers({ entity, place }: NamedPlace, { rules, context }: Engine): Mover[] {
  return Object.entries(rules.changes).flatMap(([tool, changes]) =>
    changes.flatMap((change): Mover[] => {
      const isOfPlace = change.entity === entity && change.of === undefined && change.places.includes(place);
      const input = isOfPlace && isFree(tool, rules) ? findExample(tool, rules, context.cases) : undefined;
      const moved = readEffect(change);
      const argument = moved && readArgument(moved.operand, rules.repeats[tool] ?? []);
      // The id may be in the result of a call that takes it by another name.
      const isNamed = valueAt(input ?? null, change.id) !== undefined || takesId(rules, entity, tool);
      if (input === undefined || moved === undefined || argument === undefined || !isNamed) return [];
      return [{ tool, input, argument, effect: moved.effect }];
    }),
  );
}

/** Lists the calls that take the id of a thing and an argument that is then at the place. */
function listSetters({ entity, place }: NamedPlace, { rules, context }: Engine): Mover[] {
  const { madeBy } = rules.entities[entity] ?? {};
  return Object.entries(rules.repeats).flatMap(([tool, repeats]) => {
    const isAbout = madeBy?.tool !== tool && takesId(rules, entity, tool);
    const rule = repeats.find(({ path }) => lastStep(path) === lastStep(place));
    if (rule === undefined || !isAbout || !isFree(tool, rules) || context.cases.tools[tool]?.readOnly)
      return [];
    const input = findExample(tool, rules, context.cases);
    return input === undefined ? [] : [{ tool, input, argument: rule.argument, effect: "sets" }];
  });
}

/** Reads what a change does with a number, and by how much. */
function readEffect({
  equals,
  growsBy,
}: ChangeRule): { readonly effect: Mover["effect"]; readonly operand: Operand } | undefined {
  if (equals !== undefined) return { effect: "sets", operand: equals };
  if (growsBy === undefined) return undefined;
  const isNegative =
    growsBy.kind === "arithmetic" && growsBy.operator === "-" && isDeepStrictEqual(growsBy.left, zero);
  return isNegative ? { effect: "lowers", operand: growsBy.right } : { effect: "raises", operand: growsBy };
}

/** The left side of a sign: `-x` is `0 - x`. */
const zero: Operand = { kind: "literal", value: 0 };

/** Reads the argument of an amount: by its name, or by the place of the result that repeats it. */
function readArgument(
  operand: Operand,
  repeats: readonly Pick<RepeatRule, "argument" | "path">[],
): string | undefined {
  if (operand.kind !== "expression" || !("pointer" in operand.expression)) return undefined;
  const { from, pointer } = operand.expression;
  if (from === "request") return pointer;
  return from === "result" ? repeats.find(({ path }) => pointer.endsWith(path))?.argument : undefined;
}
