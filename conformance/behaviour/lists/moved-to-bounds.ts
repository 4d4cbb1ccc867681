/** Moves things to bounds by calls: goods that come in make the stock as large as the minimum with which it is compared. */
import type { ChangeRule } from "../../cases/change-rules.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { Operand } from "../../cases/workflows.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { findExample, isFree } from "../states/earlier-calls.ts";

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
  for (const mover of listMovers(entity, place, engine)) {
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

/** Makes a thing and the call; undefined if the call does not allow the amount. */
async function move(
  { tool, input, argument }: Mover,
  to: number,
  entity: string,
  { instances, calls, context }: Engine,
): Promise<EntityInstance | undefined> {
  const edited = applyEdits(input, [{ set: argument, to }]);
  if (!context.schemas.fits(tool, edited)) return undefined;
  const instance = await instances.make(entity);
  const filled = await instances.fill(tool, edited, {
    instances: { ...instance.parents, [entity]: instance },
  });
  const { outcome } = await calls.call({ tool, input: filled });
  return outcome.is === "success" ? instance : undefined;
}

function listMovers(entity: string, place: string, { rules, context }: Engine): Mover[] {
  return Object.entries(rules.changes).flatMap(([tool, changes]) =>
    changes.flatMap((change): Mover[] => {
      const isOfPlace = change.entity === entity && change.of === undefined && change.places.includes(place);
      const input = isOfPlace && isFree(tool, rules) ? findExample(tool, rules, context.cases) : undefined;
      const argument = readArgument(change);
      if (input === undefined || argument === undefined || valueAt(input, change.id) === undefined) return [];
      return [{ tool, input, argument, isGrowth: change.growsBy !== undefined }];
    }),
  );
}

function readArgument({ equals, growsBy }: ChangeRule): string | undefined {
  const operand: Operand | undefined = equals ?? growsBy;
  if (operand?.kind !== "expression" || operand.expression.from !== "request") return undefined;
  return operand.expression.pointer;
}
