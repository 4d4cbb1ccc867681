/** Follows an entity while the server changes its state by itself, and judges every step by the table. */
import { setTimeout as delay } from "node:timers/promises";
import type { StateRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Called, readStructured } from "../calls/called.ts";
import { isPassing, ledFrom } from "../rules/transitions.ts";

/** One reading of the state. */
export interface Reading {
  readonly state: Json | undefined;
  readonly called: Called;
}

export interface FollowOptions {
  readonly machine: StateRule;
  /** The last state that is known. */
  readonly from: string;
  read(): Promise<Reading>;
  /** Sees every change that the table allows. */
  onStep?(from: string, to: string): void;
  /** Where to stop. Absent: at the first state that the server does not leave by itself. */
  readonly until?: string;
}

/** The state that was reached, or the reading that the table does not allow. */
export type Followed =
  | { readonly state: string; readonly called: Called }
  | { readonly from: string; readonly problem: string; readonly called: Called };

/** Longer work than this is left alone. */
const longestMs = 60_000;
/** The time between readings where the server says nothing of it: short at first. */
const firstPauseMs = 20;
const longestPauseMs = 2_000;
/** A server that asks for more is read after this. */
const longestHintMs = 30_000;

/** @throws PreconditionError if the server is still at work after a minute, and the spec does not say how long that takes */
export async function follow({ machine, from, read, onStep, until }: FollowOptions): Promise<Followed> {
  const begin = performance.now();
  let state = from;
  let since = begin;
  for (let readings = 0; ; readings++) {
    const sent = performance.now();
    const { state: now, called } = await read();
    if (typeof now !== "string" || !machine.states.includes(now))
      return { from: state, called, problem: `it is ${JSON.stringify(now)}, which is none of its states` };
    if (!ledFrom(machine, state).has(now))
      return {
        from: state,
        called,
        problem: `from ${state} it went to ${now}, to which the server must not lead`,
      };
    if (now !== state) {
      onStep?.(state, now);
      [state, since] = [now, performance.now()];
    }
    if (state === until || !isPassing(machine, state)) return { state, called };
    const problem = overstay(longestStay(machine, state), state, sent - since, sent - begin);
    if (problem !== undefined) return { from: state, called, problem };
    await delay(pauseMs(machine, called, readings));
  }
}

/** Why a state has lasted for too long, if it has. */
function overstay(
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

/** The number of seconds after which the server has left a state. */
function longestStay({ serverTransitions }: StateRule, state: string): number | undefined {
  const bounds = Object.values(serverTransitions)
    .filter(({ from }) => from.includes(state))
    .flatMap(({ within }) => within ?? []);
  return bounds.length === 0 ? undefined : Math.min(...bounds);
}

function pauseMs({ field }: StateRule, called: Called, readings: number): number {
  const hint = field.poll === undefined ? undefined : valueAt(readStructured(called), field.poll);
  if (typeof hint === "number" && hint > 0) return Math.min(hint * 1000, longestHintMs);
  return Math.min(firstPauseMs * 1.5 ** readings, longestPauseMs);
}
