/** Makes calls with an idempotency key, whose cases then use the key again. */
import type { Called } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { similarText } from "../../behaviour/instances/similar-text.ts";
import {
  describeCall,
  type Effects,
  type MarkedCall,
  markCall,
  observeEffects,
} from "../../behaviour/observe/effects.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { prepareCallInWorkflow } from "../../behaviour/workflows/calls-in-workflows.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { ReplayCase } from "../../cases/rules/repetition.ts";
import { ifPossible, isSetupFailure, requireDeclared } from "../../results/precondition-error.ts";

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
const sharedKeys = whileInstancesLast<Promise<UsedKey>>();

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
  const { call, called } = await callOrFollow(each, engine, unmarked);
  return { call, first: called, once: await observe(engine, call) };
}

interface MadeCall {
  readonly call: MarkedCall;
  readonly called: Called;
  /** Prepares an equal call about other things, with a key of its own. */
  readonly prepareEqual: () => Promise<MarkedCall>;
}

/**
 * Makes a marked call. If it is refused, as a payment of somebody who owes nothing, it makes the call of a workflow instead, after the
 * steps before it.
 */
export async function callOrFollow(
  each: Arguments,
  engine: Engine,
  unmarked: readonly string[] = [],
): Promise<MadeCall> {
  const { tool } = each;
  const example = exampleArguments(engine.context.cases, each);
  const mark = () => markCall(engine, tool, example, unmarked);
  try {
    return await make(mark);
  } catch (error) {
    if (!isSetupFailure(error) || engine.isBrief) throw error;
    const follow = async () => {
      const input = await ifPossible(prepareCallInWorkflow(engine, tool));
      if (input === undefined) throw error;
      return describeCall(engine, tool, withKey(input, example, tool, engine));
    };
    return make(follow);
  }

  async function make(prepareEqual: () => Promise<MarkedCall>): Promise<MadeCall> {
    const call = await prepareEqual();
    const called = await engine.calls.requireSuccess({ tool, input: call.input });
    return { call, called, prepareEqual };
  }
}

/** Adds a key to arguments without one: that of the example, with other characters. */
function withKey(input: Json, example: Json, tool: string, { rules }: Engine): Json {
  const { key } = requireDeclared(rules.idempotency[tool]);
  const known = valueAt(example, key);
  if (valueAt(input, key) !== undefined || typeof known !== "string") return input;
  return applyEdits(input, [{ set: key, to: similarText(known) }]);
}
