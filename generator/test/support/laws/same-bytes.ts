import fc from "fast-check";
import { expect } from "vitest";
import { compile, emit } from "../../../compile.ts";
import type { GeneratedFile } from "../../../emit/file.ts";
import type { SpecSource } from "../../../parse/source.ts";
import { acceptedSources } from "./agreement.ts";
import { specs } from "./specs.ts";

/** The same sources, read twice and in another order, give the same files and the same report. */
export async function sameBytes(numRuns: number): Promise<void> {
  const shuffled = specs().chain((sources) =>
    fc.tuple(fc.constant(sources), fc.shuffledSubarray([...sources.keys()], { minLength: sources.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async ([sources, order]) => {
      const given = acceptedSources(sources) ?? sources;
      const once = await outcome(given);
      expect(await outcome(given)).toEqual(once);
      expect(await outcome(order.map((index) => given[index]!))).toEqual(once);
    }),
    { numRuns, endOnFailure: true },
  );
}

async function outcome(
  sources: readonly SpecSource[],
): Promise<{ report: string; files: readonly GeneratedFile[] }> {
  const { diagnostics, model } = compile(sources);
  return { report: JSON.stringify(diagnostics), files: model ? await emit(model) : [] };
}
