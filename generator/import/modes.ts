/** Derives the modes of an imported spec from the hints of its tools. */
import type { Entry } from "@toolwright/check/surface";
import { annotationNames } from "../language/index.ts";
import type { Hints } from "../model/operation.ts";
import { firstFree } from "./type-names.ts";

/** The modes of an imported spec: one for each set of hints that occurs, so that every tool keeps exactly its own. */
export interface Modes {
  readonly modes: Readonly<Record<string, Hints>>;
  readonly modeOf: (entry: Entry) => string;
}

const hintNames = annotationNames.filter((name) => name !== "title");

/** The suffix that each hint adds to the name of a mode, if two modes would have the same name. */
const suffixes: Readonly<Record<string, string>> = {
  destructiveHint: "destructive",
  idempotentHint: "idempotent",
  openWorldHint: "open",
};

export function deriveModes(entries: readonly Entry[]): Modes {
  const uses = new Map<string, { hints: Hints; count: number }>();
  for (const entry of entries) {
    const key = makeKey(entry);
    uses.set(key, { hints: readHints(entry), count: (uses.get(key)?.count ?? 0) + 1 });
  }
  const byUse = [...uses].sort(([, a], [, b]) => b.count - a.count);
  const names = new Map<string, string>();
  for (const [key, { hints }] of byUse) names.set(key, chooseName(hints, new Set(names.values())));
  return {
    modes: Object.fromEntries([...uses].map(([key, { hints }]) => [names.get(key)!, hints])),
    modeOf: (entry) => names.get(makeKey(entry))!,
  };
}

function readHints({ annotations = {} }: Entry): Hints {
  return Object.fromEntries(
    hintNames.filter((name) => Object.hasOwn(annotations, name)).map((name) => [name, annotations[name]]),
  );
}

/** Returns the annotations of a tool beyond the hints of its mode. An empty map is kept, since the manifest has it. */
export function annotationsBeyond({ annotations }: Entry): Hints | undefined {
  if (!annotations) return undefined;
  const others = Object.entries(annotations).filter(([name]) => !hintNames.includes(name));
  const isEmpty = Object.keys(annotations).length === 0;
  return others.length > 0 || isEmpty ? Object.fromEntries(others) : undefined;
}

/** Tools with equal hints share a mode. */
function makeKey(entry: Entry): string {
  return JSON.stringify(readHints(entry));
}

/** `read` or `write` for the mode that most tools have; others name the difference: `write-idempotent`. `plain` has no hints. */
function chooseName(hints: Hints, used: ReadonlySet<string>): string {
  const base = chooseBase(hints);
  const traits = Object.entries(suffixes).flatMap(([hint, suffix]) => (hints[hint] === true ? [suffix] : []));
  return used.has(base) ? firstFree([base, ...traits].join("-"), "-", (name) => !used.has(name)) : base;
}

function chooseBase(hints: Hints): string {
  if (hints.readOnlyHint === true) return "read";
  return Object.keys(hints).length > 0 ? "write" : "plain";
}
