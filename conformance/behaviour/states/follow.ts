/** Follows an entity while the server changes its state by itself, and checks every change against the state machine. */
import { setTimeout as delay } from "node:timers/promises";
import type { StateRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import type { Called } from "../calls/called.ts";
import { isTransient, listServerReachable } from "../rules/transitions.ts";
import type { Reading } from "./state-field.ts";

export interface FollowOptions {
  readonly machine: StateRule;
  /** The last known state. */
  readonly from: string;
  read(): Promise<Reading>;
  /** Called with every change that the state machine allows. */
  onStep?(from: string, to: string): void;
  /** The state at which to stop; if absent, the first state that the server does not leave by itself. */
  readonly until?: string;
}

/** The state that was reached, or the reading that the state machine does not allow. */
export type Followed =
  | { readonly state: string; readonly called: Called }
  | { readonly from: string; readonly problem: string; readonly called: Called };

/** The longest time for which work without a declared bound is followed. */
const longestMs = 60_000;
/** The shortest and the longest pause between readings, if the server gives no hint. Pauses become longer. */
const firstPauseMs = 20;
const longestPauseMs = 2_000;
/** The longest pause, if the server gives a hint. */
const longestHintMs = 30_000;

/** Follows an entity. @throws PreconditionError if the server is still working after a minute and the spec declares no bound */
export async function follow({ machine, from, read, onStep, until }: FollowOptions): Promise<Followed> {
  const begin = performance.now();
  let state = from;
  let since = begin;
  for (let readings = 0; ; readings++) {
    const sent = performance.now();
    const { state: now, shown, called } = await read();
    if (typeof now !== "string" || !machine.states.includes(now))
      return { from: state, called, problem: `it is ${JSON.stringify(now)}, which is not one of its states` };
    if (!listServerReachable(machine, state).has(now))
      return {
        from: state,
        called,
        problem: `it went from ${state} to ${now}, which the server must not do`,
      };
    if (now !== state) {
      onStep?.(state, now);
      [state, since] = [now, performance.now()];
    }
    if (state === until || !isTransient(machine, state)) return { state, called };
    const problem = describeOverstay(longestStay(machine, state), state, sent - since, sent - begin);
    if (problem !== undefined) return { from: state, called, problem };
    await delay(pauseMs(machine, shown, readings));
  }
}

/** Describes that a state has lasted for too long; `undefined` if it has not. */
function describeOverstay(
  longest: number | undefined,
  state: string,
  stayedMs: number,
  followedMs: number,
): string | undefined {
  if (longest !== undefined)
    return stayedMs > longest * 1000 ? `it was still ${state} after ${longest} s` : undefined;
  if (followedMs <= longestMs) return undefined;
  throw new PreconditionError("slow", `it was still ${state} after ${longestMs / 1000} s`);
}

/** Returns the seconds after which the server must have left a state. */
function longestStay({ serverTransitions }: StateRule, state: string): number | undefined {
  const bounds = Object.values(serverTransitions)
    .filter(({ from }) => from.includes(state))
    .flatMap(({ within }) => within ?? []);
  return bounds.length === 0 ? undefined : Math.min(...bounds);
}

function pauseMs({ field }: StateRule, shown: Json | undefined, readings: number): number {
  const hint = field.poll === undefined || shown === undefined ? undefined : valueAt(shown, field.poll);
  if (typeof hint === "number" && hint > 0) return Math.min(hint * 1000, longestHintMs);
  return Math.min(firstPauseMs * 1.5 ** readings, longestPauseMs);
}
