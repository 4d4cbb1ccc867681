/** Makes the things of attempts, and the arguments of calls about them. */
import { isDeepStrictEqual } from "node:util";
import { readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { newKeyFor } from "../../behaviour/instances/fill.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { similarText } from "../../behaviour/instances/similar-text.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { withValuesAt } from "../../cases/places.ts";
import type { Act, Attempt, LiveEdit, Reading, Things } from "../law.ts";
import type { PreparedCall, UsedThings, WorldInstances } from "../world.ts";
import { accountOf } from "./callers.ts";

/** Things of earlier attempts. */
interface Kept extends Required<UsedThings> {
  readonly watch: Attempt["watch"];
}

/** Given things -> those of earlier attempts. */
const keptThings = whileInstancesLast<Kept[]>();

export function openInstances(engine: Engine): WorldInstances {
  const { instances, context } = engine;
  const fits = (tool: string, input: Json) => context.schemas.fits(tool, input);
  const findKept = ({ given }: Attempt) => keptThings(engine, JSON.stringify(given), () => []);
  return {
    async make(given) {
      const things: Record<string, EntityInstance> = {};
      for (const each of given) {
        if ("named" in each)
          for (const one of await instances.makeAll(each.named, { tool: each.for })) things[one.entity] = one;
        else
          things[each.thing] = await instances.make(each.entity, {
            ...(each.input && { input: each.input }),
          });
      }
      return things;
    },
    describeMade({ entity, at, beside }, called, things) {
      const id = valueAt(readStructured(called), at);
      return id === undefined
        ? undefined
        : makeNamedInstance({ entity, id }, called, things[beside]!.parents);
    },
    prepare: (act, things) => prepare(act, things, engine),
    edit({ tool, but = [] }, prepared, readings) {
      let input = prepared;
      for (const edit of but) {
        if ("newKey" in edit)
          input = withValuesAt(input, edit.newKey, (old) =>
            newKeyFor(old, (to) => fits(tool, applyEdits(input, [{ set: edit.newKey, to }]))),
          );
        else if (isLive(edit)) {
          const to = findValue(edit, tool, input, readings);
          if (to !== undefined) input = applyEdits(input, [{ set: edit.set, to }]);
        } else input = applyEdits(input, [edit]);
      }
      return input;
    },
    takeUsed(attempt) {
      const kept = findKept(attempt);
      const calls = listCalls(attempt);
      const used = kept.findLast((each) => !calls.some((call) => each.calls.includes(call)));
      if (used === undefined) return undefined;
      kept.splice(kept.indexOf(used), 1);
      const { things, observation, watch } = used;
      const isObserved = isDeepStrictEqual(watch, attempt.watch);
      return { things, calls: used.calls, ...(isObserved && { observation }) };
    },
    keepUsed(attempt, used) {
      const calls = [...used.calls, ...listCalls(attempt)];
      findKept(attempt).push({ ...used, watch: attempt.watch, calls });
    },
  };

  function findValue(
    edit: SetLive,
    tool: Act["tool"],
    input: Json,
    readings: ReadonlyMap<Reading, Json>,
  ): Json | undefined {
    if ("shown" in edit) return readings.get(edit.shown);
    if ("unknownLike" in edit) return instances.unknownId(tool, edit.set, input);
    const now = valueAt(input, edit.set);
    if (now === undefined) return undefined;
    const others = "other" in edit ? edit.other : listUnlike(now);
    return others.find((to) => to !== now && fits(tool, applyEdits(input, [{ set: edit.set, to }])));
  }
}

async function prepare(
  { tool, like = {}, asMade, about = {}, keep = [], by, asTheyAre }: Act,
  things: Things,
  { instances, states }: Engine,
): Promise<PreparedCall> {
  if (asMade !== undefined) return { input: things[asMade]!.input, isMoved: false };
  const named = Object.entries(about).flatMap(([entity, name]) =>
    things[name] === undefined ? [] : [[entity, things[name]] as const],
  );
  const input = await instances.fill(tool, like, {
    instances: Object.fromEntries(named),
    keep,
    account: accountOf(by),
  });
  const isLed = named.length > 0 && by === undefined && asTheyAre !== true;
  return { input, isMoved: isLed && (await states.bringToState(tool, input)) };
}

function listCalls({ first = [], acts }: Attempt): readonly string[] {
  return [...first, ...acts].map(({ tool, like }) => JSON.stringify([tool, like]));
}

type SetLive = Extract<LiveEdit, { readonly set: string }>;

function isLive(edit: Edit | SetLive): edit is SetLive {
  return ["unknownLike", "other", "unlike", "shown"].some((key) => key in edit);
}

/** Lists values in the form of the present one that are other ones. */
function listUnlike(now: Json): readonly Json[] {
  if (typeof now === "number") return [now + 1_000, now + 1];
  return typeof now === "string" ? [similarText(now)] : [];
}
