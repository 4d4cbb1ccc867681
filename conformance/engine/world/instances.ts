/** Makes the things of attempts, and the arguments of calls about them. */
import { isDeepStrictEqual } from "node:util";
import { readStructured } from "../../behaviour/calls/called.ts";
import { otherAccount } from "../../behaviour/calls/identity.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { newKeyFor } from "../../behaviour/instances/fill.ts";
import { makeNamedInstance } from "../../behaviour/instances/named-instance.ts";
import { similarText } from "../../behaviour/instances/similar-text.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { makeInState } from "../../behaviour/states/in-state.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { withValuesAt } from "../../cases/places.ts";
import type { Act, Attempt, LiveEdit, Reading, Things } from "../law.ts";
import type { PreparedCall, UsedThings, WorldInstances } from "../world.ts";

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
        else {
          const options = each.input && { input: each.input };
          things[each.thing] = await makeInState(each.entity, each.state, engine, options);
        }
      }
      return things;
    },
    describeMade({ entity, at, beside }, called, things) {
      const id = valueAt(readStructured(called), at);
      return id === undefined
        ? undefined
        : makeNamedInstance({ entity, id }, called, things[beside]!.parents);
    },
    prepare: (act, things, isChanged) => prepare(act, things, isChanged, engine),
    edit: ({ tool, like, but = [] }, prepared, things, readings) =>
      but.reduce((input, edit) => editOne(edit, tool, input, { like, things, readings }), prepared),
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

  function editOne(edit: Edit | LiveEdit, tool: Act["tool"], input: Json, known: Known): Json {
    if ("newKey" in edit)
      return withValuesAt(input, edit.newKey, (old) =>
        newKeyFor(old, (to) => fits(tool, applyEdits(input, [{ set: edit.newKey, to }]))),
      );
    if (!isLive(edit)) return applyEdits(input, [edit]);
    const to = findValue(edit, tool, input, known);
    return to === undefined ? input : applyEdits(input, [{ set: edit.set, to }]);
  }

  /** Finds an id that fits the schema among the valid arguments: filled ones may name what the schema does not know. */
  function findUnknown(tool: Act["tool"], set: string, input: Json, like: Json = input): Json {
    const valid = valueAt(like, set) === undefined ? input : like;
    return instances.unknownId(tool, set, valid, valueAt(input, set));
  }

  function findValue(
    edit: SetLive,
    tool: Act["tool"],
    input: Json,
    { like, things, readings }: Known,
  ): Json | undefined {
    if ("idOf" in edit) return things[edit.idOf]!.id;
    if ("shown" in edit) return readings.get(edit.shown);
    if ("unknownLike" in edit) return findUnknown(tool, edit.set, input, like);
    const now = valueAt(input, edit.set);
    if (now === undefined) return undefined;
    const others = "other" in edit ? edit.other : listUnlike(now);
    return others.find((to) => to !== now && fits(tool, applyEdits(input, [{ set: edit.set, to }])));
  }
}

/** What edits may need that are known when the call is made. */
interface Known {
  /** The valid arguments that the call was made of. */
  readonly like: Json | undefined;
  readonly things: Things;
  readonly readings: ReadonlyMap<Reading, Json>;
}

async function prepare(
  { tool, like = {}, asMade, about = {}, within, keep = [], but = [], by, asTheyAre }: Act,
  things: Things,
  isChanged: boolean,
  { instances, states, rules }: Engine,
): Promise<PreparedCall> {
  if (asMade !== undefined) return { input: things[asMade]!.input, isMoved: false };
  const named = Object.entries(about).flatMap(([entity, name]) =>
    things[name] === undefined ? [] : [[entity, things[name]] as const],
  );
  const input = await instances.fill(tool, like, {
    instances: Object.fromEntries(named),
    keep,
    account: by === "other" ? otherAccount : undefined,
    ...(within !== undefined && { about: things[within]! }),
    isChanged:
      isChanged && !but.some((edit) => "set" in edit && edit.set === rules.revisions[tool]?.argument),
  });
  const isLed = named.length > 0 && by !== "other" && asTheyAre !== true;
  return { input, isMoved: isLed && (await states.bringToState(tool, input)) };
}

function listCalls({ first = [], acts }: Attempt): readonly string[] {
  return [...first, ...acts].map(({ tool, like, but }) => JSON.stringify([tool, like, but]));
}

type SetLive = Extract<LiveEdit, { readonly set: string }>;

function isLive(edit: Edit | SetLive): edit is SetLive {
  return ["idOf", "unknownLike", "other", "unlike", "shown"].some((key) => key in edit);
}

/** Lists values in the form of the present one that are other ones. */
function listUnlike(now: Json): readonly Json[] {
  if (typeof now === "number") return [now + 1_000, now + 1];
  return typeof now === "string" ? [similarText(now)] : [];
}
