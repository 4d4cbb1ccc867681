/** Opens the files of answers that the options name. */
import { existsSync } from "node:fs";
import { readAnswers, writeAnswers } from "../answers/answer-file.ts";
import { AnswerCollection, fewestRuns, mergeRun, noRecording, type Recording } from "../answers/answers.ts";
import { Comparison } from "../answers/comparison.ts";
import type { Report } from "../results/report.ts";
import type { SuiteOptions } from "../run/suite.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { Io } from "./io.ts";
import type { Options } from "./options.ts";

/** The answers of a run, on their way into a file or beside those of one. */
export interface OpenAnswers extends Pick<SuiteOptions, "collection" | "comparison"> {
  /** Called after the run. Writes what is recorded. */
  end(run: Report): void;
}

/** Opens the files before the run, so that a wrong one costs no requests. @throws UsageError if a file has no answers */
export function openAnswers(
  { recordAnswers, compareAnswers }: Pick<Options, "recordAnswers" | "compareAnswers">,
  { stderr }: Pick<Io, "stderr">,
): OpenAnswers {
  if (compareAnswers !== undefined)
    return { comparison: new Comparison(readEnough(compareAnswers)), end: () => undefined };
  if (recordAnswers === undefined) return { end: () => undefined };
  const earlier = existsSync(recordAnswers) ? readAnswers(recordAnswers) : noRecording;
  const collection = new AnswerCollection();
  return {
    collection,
    end({ date, target, seed }) {
      const recording = mergeRun(earlier, { date, target, seed }, collection);
      writeAnswers(recordAnswers, recording);
      stderr.write(`${describe(recordAnswers, recording)}\n`);
    },
  };
}

function readEnough(file: string): Recording {
  const recording = readAnswers(file);
  if (recording.runs.length >= fewestRuns) return recording;
  throw new UsageError(
    `${file} has the answers of one run, which does not show what changes by itself. Record a second run with --record-answers ${file}.`,
  );
}

function describe(file: string, { runs, answers }: Recording): string {
  const common = [...answers.values()].filter((each) => each.runs >= fewestRuns);
  const places = common.reduce((sum, each) => sum + each.places.size, 0);
  return runs.length < fewestRuns
    ? `${file} has the answers of this run. Record another one before you compare.`
    : `${file} has what ${runs.length} runs have in common: ${places} values of ${common.length} answers.`;
}
