/** Lets time pass on the target: by the hook clock, or by waiting where that is short. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import { PreconditionError } from "./precondition-error.ts";

/** Without a clock to move, only this much is waited for. */
const longestWaitSeconds = 5;

/** What the target offers for it. */
export interface Clock {
  hasHook(name: "clock"): boolean;
  hook(name: "clock", input: { readonly [name: string]: Json }): Promise<Json>;
}

/** Throws a PreconditionError where so much time cannot pass. */
export function requireClock(seconds: number, clock: Clock): void {
  if (clock.hasHook("clock") || seconds <= longestWaitSeconds) return;
  throw new PreconditionError("no-control", `the target has no hook clock, and this takes ${seconds} s`);
}

export async function pass(seconds: number, clock: Clock): Promise<void> {
  if (clock.hasHook("clock")) await clock.hook("clock", { seconds });
  else await delay(seconds * 1000);
}
