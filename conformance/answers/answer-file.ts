/** Keeps the answers of runs in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isObject, parseJson } from "../cases/edits.ts";
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
  const recording = fromText(readFileSync(file, "utf8"));
  if (recording !== undefined) return recording;
  throw new UsageError(
    `${file} has no answers that this version can read. Record them again with --record-answers.`,
  );
}

/** Returns the recording in the content of a file; undefined if it has none. */
function fromText(text: string): Recording | undefined {
  const stored = parseJson(text);
  if (!isObject(stored) || stored.toolwright !== version) return undefined;
  const { runs, answers, volatile } = stored;
  if (!Array.isArray(runs) || !Array.isArray(answers) || !isObject(volatile)) return undefined;
  if (!runs.every(isRun) || !answers.every(isStored)) return undefined;
  const places = Object.entries(volatile).map(
    ([tool, patterns]) => [tool, new Set(Array.isArray(patterns) ? patterns.map(String) : [])] as const,
  );
  return { runs, answers: new Map(answers.map(fromStored)), volatile: new Map(places) };
}

function isRun(run: unknown): run is RecordedRun {
  return isObject(run) && typeof run.date === "string" && typeof run.target === "string";
}

function isStored(answer: unknown): answer is StoredAnswer {
  if (!isObject(answer) || typeof answer.runs !== "number") return false;
  const { key, tool, exact, loose } = answer;
  return typeof key === "string" && typeof tool === "string" && isObject(exact) && isObject(loose);
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
