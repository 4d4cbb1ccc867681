/** Makes calls with an idempotency key, whose cases then use the key again. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { type Effects, type MarkedCall, markCall, observeEffects } from "../../behaviour/observe/effects.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { ReplayCase } from "../../cases/behaviour-cases.ts";
import { valueAt } from "../../cases/edits.ts";

/** Observes the effects of a call, at once after its answer or later. */
export type ObserveEffects = (engine: Engine, call: MarkedCall) => Promise<Effects>;

/** A call that has used its key. */
export interface UsedKey {
  readonly call: MarkedCall;
  readonly first: Called;
  /** The effects of the call. */
  readonly once: Effects;
}

type Arguments = Pick<ReplayCase, "tool" | "base" | "edits">;

/** Tool and arguments -> the key that their cases share, if requests are limited. */
const sharedKeys = oncePerRun<Promise<UsedKey>>();

/**
 * Makes a call with a new key, and observes its effects. If requests are limited, cases with the same arguments share the call, since
 * no later one with its key may have an effect. What does not hold then is judged again by `waitForStableEffects`, with a key of its own.
 * @param unmarked pointers of arguments that must not get the mark
 */
export async function useKey(
  each: Arguments,
  engine: Engine,
  observe: ObserveEffects,
  unmarked: readonly string[] = [],
): Promise<UsedKey> {
  if (!engine.isBrief || observe !== observeEffects) return makeCall(each, engine, observe, unmarked);
  const name = JSON.stringify([each.tool, each.base, each.edits]);
  const shared = await sharedKeys(engine, name, () => makeCall(each, engine, observe, unmarked));
  const { input, mark } = shared.call;
  const isMarked = unmarked.some((pointer) => JSON.stringify(valueAt(input, pointer) ?? "").includes(mark));
  return isMarked ? makeCall(each, engine, observe, unmarked) : shared;
}

async function makeCall(
  each: Arguments,
  engine: Engine,
  observe: ObserveEffects,
  unmarked: readonly string[],
): Promise<UsedKey> {
  const { tool } = each;
  const call = await markCall(engine, tool, exampleArguments(engine.context.cases, each), unmarked);
  const first = await engine.calls.requireSuccess({ tool, input: call.input });
  return { call, first, once: await observe(engine, call) };
}
