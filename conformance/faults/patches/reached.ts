/** Finds the cases that reach each mutant: an instrumented copy notes when each place ran, while cases run one after the other. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceEdit } from "./patches.ts";

/** The environment variable with the folder in which each process of the copy writes its notes when it ends. */
export const reachedVariable = "MUTANTS_REACHED_FOLDER";

/** The code that is appended to an instrumented file. */
const recorder = `
function reached__(place) {
  const noted = (globalThis.noted__ ??= new Map());
  const write = () => process.getBuiltinModule("node:fs").writeFileSync(process.env.${reachedVariable} + "/" + process.pid, JSON.stringify([...noted]));
  if (noted.size === 0) process.on("exit", write);
  const times = noted.get(place) ?? noted.set(place, []).get(place);
  if (times.at(-1) !== Date.now()) times.push(Date.now());
}
`;

/** The time of a group of cases: from the end of the group before it, or from the start of the server, until its own end. */
export interface Span {
  /** The group of the case. `undefined` is the start of the server, which may matter to every case. */
  readonly group: string | undefined;
  readonly until: number;
}

interface Place extends SourceEdit {
  /** The id of the mutant. */
  readonly id: string;
}

/** Adds notes to a source file, which record when these places run. A place may be inside another. */
export function withNotes(text: string, places: readonly Place[]): string {
  const marks = places.flatMap(({ id, find, at = 0 }) => [
    { at, rank: 1 / find.length, code: `(reached__(${JSON.stringify(id)}), ` },
    { at: at + find.length, rank: 0, code: ")" },
  ]);
  // At one position, the marks that close a place come first, then the marks of outer places, then of inner ones.
  marks.sort((a, b) => a.at - b.at || a.rank - b.rank);
  let [noted, end] = ["", 0];
  for (const { at, code } of marks) {
    noted += text.slice(end, at) + code;
    end = at;
  }
  return noted + text.slice(end) + recorder;
}

/**
 * Returns the groups of cases during which each mutant ran. A mutant that ran only once in a process may matter to every
 * case, since its value may be kept.
 */
export function readReached(
  folder: string,
  spans: readonly Span[],
): ReadonlyMap<string, ReadonlySet<Span["group"]>> {
  const reached = new Map<string, Set<Span["group"]>>();
  for (const name of readdirSync(folder)) {
    const noted: [mutant: string, times: number[]][] = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const [mutant, times] of noted) {
      const groups = reached.get(mutant) ?? new Set();
      const groupAt = (time: number) => spans.find(({ until }) => until >= time)?.group;
      for (const time of times) groups.add(times.length > 1 ? groupAt(time) : undefined);
      reached.set(mutant, groups);
    }
  }
  return reached;
}
