/**
 * Finds the cases to which each mutant can matter: an instrumented copy notes when each place ran and the mutant would have given
 * another value, while cases run one after the other.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceEdit } from "./patches.ts";

/** The environment variable with the folder in which each process of the copy writes its notes when it ends. */
export const reachedVariable = "MUTANTS_REACHED_FOLDER";

/** The code that is appended to an instrumented file. */
const recorder = `
function reached__(place, value, other) {
  const noted = (globalThis.noted__ ??= new Map());
  const write = () => process.getBuiltinModule("node:fs").writeFileSync(process.env.${reachedVariable} + "/" + process.pid, JSON.stringify([...noted]));
  if (noted.size === 0) process.on("exit", write);
  const note = noted.get(place) ?? noted.set(place, { runs: 0, times: [] }).get(place);
  note.runs++;
  if (note.times.at(-1) !== Date.now() && (!other || differs__(value, other))) note.times.push(Date.now());
  return value;
}
function differs__(value, other) {
  try {
    const after = other(value);
    if (value?.then || after?.then) return true;
    return !process.getBuiltinModule("node:util").isDeepStrictEqual(value, after);
  } catch {
    return true;
  }
}
`;

/** The time of a group of cases: from the end of the group before it, or from the start of the server, until its own end. */
export interface Span {
  /** The group of the case. `undefined` is the start of the server, which may matter to every case. */
  readonly group: string | undefined;
  readonly until: number;
}

/** A value that is kept is computed once for each of its users. */
const mostKept = 3;

/** The note of an instrumented process about a place. */
interface Note {
  readonly runs: number;
  /** When the mutant would have given another value. */
  readonly times: readonly number[];
}

interface Place extends SourceEdit {
  /** The id of the mutant. */
  readonly id: string;
}

/**
 * Adds notes to a source file, which record when these places run, and, where the mutant has a value that can be evaluated beside,
 * when that is another one. A place may be inside another.
 */
export function withNotes(text: string, places: readonly Place[]): string {
  // At one position, the marks that close a place come first, those of inner places before outer ones, then the marks that open places,
  // outer before inner. Several mutants of one place are around each other.
  const marks = places.flatMap(({ id, find, at = 0, mutantValue }, index) => {
    const name = JSON.stringify(id);
    const [open, close] =
      mutantValue === undefined
        ? [`(reached__(${name}), `, ")"]
        : [`reached__(${name}, `, `, (value__) => (${mutantValue}))`];
    return [
      { at, rank: [1, -find.length, index], code: open },
      { at: at + find.length, rank: [0, find.length, -index], code: close },
    ];
  });
  marks.sort(
    (a, b) =>
      a.at - b.at || a.rank.map((own, at) => own - b.rank[at]!).find((difference) => difference !== 0) || 0,
  );
  let [noted, end] = ["", 0];
  for (const { at, code } of marks) {
    noted += text.slice(end, at) + code;
    end = at;
  }
  return noted + text.slice(end) + recorder;
}

/**
 * Returns the groups of cases during which each mutant would have given another value; none if it ran and never would have. A
 * mutant that ran only a few times in a process may matter to every case, since its value may be kept, such as a prepared query.
 */
export function readReached(
  folder: string,
  spans: readonly Span[],
): ReadonlyMap<string, ReadonlySet<Span["group"]>> {
  const reached = new Map<string, Set<Span["group"]>>();
  for (const name of readdirSync(folder)) {
    const noted: [mutant: string, note: Note][] = JSON.parse(readFileSync(join(folder, name), "utf8"));
    for (const [mutant, { runs, times }] of noted) {
      const groups = reached.get(mutant) ?? new Set();
      const groupAt = (time: number) => spans.find(({ until }) => until >= time)?.group;
      for (const time of times) groups.add(runs > mostKept ? groupAt(time) : undefined);
      reached.set(mutant, groups);
    }
  }
  return reached;
}
