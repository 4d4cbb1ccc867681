/** Calls the tools of a server that say that they only read, and keeps what they return. */

import { formatCount } from "@toolwright/check/report";
import type { Entry, Listing } from "@toolwright/check/surface";
import type { SchemaObject } from "@toolwright/json-schema";
import { describeTools } from "../imported-tools.ts";
import { type Argument, findKnownIds, listArguments, nextInput } from "./inputs.ts";
import { describeOutputs } from "./outputs.ts";
import { readSample, type Samples } from "./sample.ts";

/** Calls a tool. @returns its result, or undefined where there is none */
export type Call = (
  name: string,
  input: SchemaObject,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

const maxCallsOfTool = 3;
const maxCalls = 60;

/** Which tools may be called, and why others are not. */
export interface CallPlan {
  readonly called: readonly Entry[];
  /** Sentences. */
  readonly leftOut: readonly string[];
}

/** A tool is called only if it says itself that it changes nothing. */
export function planCalls(listing: Listing): CallPlan {
  const described = describeTools(listing);
  const reading = listing.tools.filter(saysItReads);
  const others = listing.tools.length - reading.length;
  const lacking = reading.flatMap((entry) => {
    const without = listArguments(entry, described, new Map()).filter(cannotBeMade);
    return without.length === 0 ? [] : [{ entry, without }];
  });
  const called = reading.filter((entry) => !lacking.some((each) => each.entry === entry));
  return {
    called,
    leftOut: [
      ...(others > 0 ? [`${formatCount(others, "tool")} without readOnlyHint: true`] : []),
      ...lacking.map(
        ({ entry, without }) => `${entry.name}, which needs ${without.map(({ name }) => name).join(", ")}`,
      ),
    ],
  };
}

function saysItReads({ annotations, execution }: Entry): boolean {
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  return readOnlyHint === true && destructiveHint !== true && execution?.taskSupport !== "required";
}

/** A result may still show an id. */
function cannotBeMade({ values, isId }: Argument): boolean {
  return values.length === 0 && !isId;
}

/**
 * Calls tools in turn: first those whose arguments the manifest tells, then those that take an id which a result has shown.
 *
 * @param samples gets the results, so that they stay when a server ends
 */
export async function collectSamples(
  listing: Listing,
  { called }: CallPlan,
  call: Call,
  samples: Samples,
): Promise<void> {
  const sent = new Map<Entry, SchemaObject[]>(called.map((entry) => [entry, []]));
  let left = maxCalls;
  for (let isDone = false; !isDone; ) {
    isDone = true;
    const described = describeTools(listing, describeOutputs(listing, samples));
    const known = findKnownIds(described, samples);
    for (const [entry, earlier] of sent) {
      const input =
        earlier.length < maxCallsOfTool
          ? nextInput(listArguments(entry, described, known), earlier)
          : undefined;
      if (input === undefined || left === 0) continue;
      isDone = false;
      left--;
      earlier.push(input);
      const result = await call(entry.name, input);
      const sample = result && readSample(result);
      if (sample) samples.set(entry.name, [...(samples.get(entry.name) ?? []), sample]);
    }
  }
}
