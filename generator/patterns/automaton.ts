import type { Automaton } from "@toolwright/runtime/steady";
import { positionsOf } from "./positions.ts";
import { programOf } from "./program.ts";

/** Larger ones are not made; most patterns have some ten. */
const mostSteps = 600;

/**
 * The automaton that tells exactly which texts match a pattern. There is none where it asks for more than what stands where
 * (backreferences, lookarounds, `\b`, lines), or repeats what is in it too often.
 */
export function automatonOf(source: string): Automaton | undefined {
  const program = programOf(source, mostSteps, mostSteps);
  if (program === undefined || program.shortened > 0) return undefined;
  const positions = positionsOf(program);
  if (!positions.isExact) return undefined;
  const { classes, ranges, follow, ends, done } = positions;
  return {
    ranges,
    takes: classes.map(bitsOf),
    follow: follow.map((next) => [...next.keys()].sort((one, other) => one - other)),
    ends: [...ends],
    done: [...done],
  };
}

function bitsOf(bits: bigint): number[] {
  return [...bits.toString(2)].reverse().flatMap((bit, number) => (bit === "1" ? [number] : []));
}
