import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSpec } from "../../files/spec.ts";
import type { SpecSource } from "../../parse/source.ts";
import { fixture } from "./fixtures.ts";

/**
 * A spec that is refused, or only warned about; its folder is named by the fault. `spec/` is laid over the one of the
 * fixture that the file `base` names (`library` where there is none), `want.human` is the report; other formats are compared
 * where there is a file for them.
 */
export interface Refusal {
  readonly name: string;
  readonly folder: string;
  readonly sources: readonly SpecSource[];
}

export const refusals: readonly Refusal[] = readdirSync(join(import.meta.dirname, "../refusals")).map(
  (name) => {
    const folder = join(import.meta.dirname, "../refusals", name);
    return { name, folder, sources: overlaid(folder) };
  },
);

/** A file that is only a line `absent` takes the file away. */
function overlaid(folder: string): SpecSource[] {
  const over = readSpec(join(folder, "spec"));
  const paths = over.map(({ path }) => path);
  const named = join(folder, "base");
  const base = fixture(existsSync(named) ? readFileSync(named, "utf8").trim() : "library");
  return [...base.sources.filter(({ path }) => !paths.includes(path)), ...over].filter(
    ({ text }) => text !== "absent\n",
  );
}
