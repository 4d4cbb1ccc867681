/** The result of a class of attacks. */
import type { Load } from "./load.ts";
import type { World } from "./world.ts";

export interface Findings {
  /** Attacks that were tried. */
  readonly tried: number;
  /** A sentence for each that had an effect. */
  readonly broken: readonly string[];
  /** A figure beside the counts. */
  readonly note?: string;
  /** The load of the service that the attack started for itself; undefined if it used the shared one. */
  readonly load?: Load;
}

export interface Attack {
  readonly name: string;
  run(world: World): Promise<Findings>;
}

/** Compares what came back with what had to. */
export function judgeResults(
  results: readonly (readonly [name: string, held: boolean, got: unknown])[],
  note?: string,
): Findings {
  const broken = results
    .filter(([, held]) => !held)
    .map(([name, , got]) => `${name}: ${JSON.stringify(got)}`);
  return { tried: results.length, broken, ...(note !== undefined && { note }) };
}
