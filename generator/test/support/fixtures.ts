import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compile, emit } from "../../compile.ts";
import type { GeneratedFile } from "../../emit/file.ts";
import { readSpec } from "../../files/spec.ts";
import type { SpecSource } from "../../parse/source.ts";
import { report } from "../../report/report.ts";

const fixturesFolder = join(import.meta.dirname, "../fixtures");

/** A small project: `spec/`, and in `want/` the generated files that matter. */
export interface Fixture {
  readonly name: string;
  readonly folder: string;
  readonly sources: readonly SpecSource[];
}

export const fixtures: readonly Fixture[] = readdirSync(fixturesFolder).map((name) => {
  const folder = join(fixturesFolder, name);
  return { name, folder, sources: readSpec(join(folder, "spec")) };
});

export function fixture(name: string): Fixture {
  const found = fixtures.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no fixture ${name}.`);
  return found;
}

/** Generates, or throws an error with the mistakes of the spec. */
export async function generate(sources: readonly SpecSource[]): Promise<GeneratedFile[]> {
  const { model, diagnostics } = compile(sources);
  if (!model) throw new Error(report(diagnostics, sources, { format: "human", folder: "", colour: false }));
  return emit(model);
}
