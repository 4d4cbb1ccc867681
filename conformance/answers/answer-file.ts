/** Keeps the answers of runs in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isObject, type Json, parseJson } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { CommonAnswer, CommonLeaf, RecordedRun, Recording } from "./answers.ts";
import type { Scalar } from "./spec-texts.ts";

/** The version of the form of the file. */
const version = 1;

interface StoredAnswer extends Omit<CommonAnswer, "places"> {
  readonly key: string;
  /** Place -> value. */
  readonly exact: Readonly<Record<string, Scalar>>;
  /** Place -> value without ids and random words, where it is another one, or only it is common to all answers. */
  readonly loose: Readonly<Record<string, Scalar>>;
}

/** Reads a recording. @throws UsageError if the file is none */
export function readAnswers(file: string): Recording {
  if (!existsSync(file))
    throw new UsageError(`There is no file ${file}. \`--record-answers ${file}\` writes it.`);
  const stored = parseJson(readFileSync(file, "utf8"));
  if (
    !isObject(stored) ||
    stored.toolwright !== version ||
    !Array.isArray(stored.answers) ||
    !isObject(stored.volatile)
  )
    throw new UsageError(
      `${file} has no answers that this version can read. Record them again with --record-answers.`,
    );
  const answers = (stored.answers as readonly Json[]).map((each) =>
    fromStored(each as unknown as StoredAnswer),
  );
  const volatile = Object.entries(stored.volatile as Readonly<Record<string, readonly string[]>>);
  return {
    runs: stored.runs as unknown as readonly RecordedRun[],
    answers: new Map(answers),
    volatile: new Map(volatile.map(([tool, places]) => [tool, new Set(places)])),
  };
}

/** Writes a recording. An earlier file stays whole until the new one is. */
export function writeAnswers(file: string, { runs, answers, volatile }: Recording): void {
  const lines = [...answers].map(([key, answer]) => JSON.stringify(toStored(key, answer)));
  const places = Object.fromEntries([...volatile].map(([tool, patterns]) => [tool, [...patterns]]));
  const head = `"toolwright":${version},\n"runs":${JSON.stringify(runs)},\n"volatile":${JSON.stringify(places)}`;
  const text = `{${head},\n"answers":[\n${lines.join(",\n")}\n]}\n`;
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

function toStored(key: string, { places, ...answer }: CommonAnswer): StoredAnswer {
  const exact: Record<string, Scalar> = {};
  const loose: Record<string, Scalar> = {};
  for (const [place, leaf] of places) {
    if (leaf.exact !== undefined) exact[place] = leaf.exact;
    if (leaf.exact !== leaf.loose) loose[place] = leaf.loose;
  }
  return { key, ...answer, exact, loose };
}

function fromStored({ key, exact, loose, ...answer }: StoredAnswer): [string, CommonAnswer] {
  const places = new Map<string, CommonLeaf>();
  for (const [place, value] of Object.entries(exact))
    places.set(place, { exact: value, loose: loose[place] ?? value });
  for (const [place, value] of Object.entries(loose))
    if (!places.has(place)) places.set(place, { loose: value });
  return [key, { ...answer, places }];
}
