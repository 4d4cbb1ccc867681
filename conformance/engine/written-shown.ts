/** Writes calls, and what an attempt has shown, by hand: for tests of a judge. Nothing is sent. */
import * as answered from "../behaviour/calls/answered-calls.ts";
import type { Called } from "../behaviour/calls/called.ts";
import type { Json, JsonObject } from "../cases/edits.ts";
import type { Shown } from "./law.ts";

/** Makes what an attempt has shown. What is left out is empty, and no location changes by itself. */
export function makeShown(part: Partial<Shown>): Shown {
  const none = { things: {}, first: [], acts: [], before: [], after: [], afterwards: [], changes: [] };
  return { ...none, isVolatile: () => false, ...part };
}

/** Makes a call that has succeeded with this structured content. */
export function successfulCall(tool: string, input: JsonObject, structuredContent: Json): Called {
  return answered.successfulCall(tool, input, structuredContent);
}

/** Makes a call that was refused with a code. */
export function refusedCall(tool: string, input: JsonObject, code: string): Called {
  return answered.refusedCall(tool, input, code);
}
