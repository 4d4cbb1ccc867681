/** Prints a verdict in the format that is wanted, and writes the report files. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { UsageError } from "@toolwright/conformance/server-options";
import { lockLines, noLines } from "../lock/lock-lines.ts";
import { githubText, jsonText, junitText, type LockPlaces, sarifText } from "../verdict/ci.ts";
import { markdownText } from "../verdict/markdown.ts";
import { terminalText } from "../verdict/terminal.ts";
import type { Verdict } from "../verdict/verdict-data.ts";
import type { CheckOptions, Format } from "./options.ts";
import { packageVersion } from "./package.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The options of the command, its environment, and whether a terminal reads the text. */
export interface PrintOptions extends Pick<CheckOptions, "lock" | "reports"> {
  readonly env: Environment;
  readonly colour: boolean;
}

export function printAs(format: Format, verdict: Verdict, options: PrintOptions): string {
  const reportFile = options.reports.find((report) => report.format === "json")?.file;
  switch (format) {
    case "human":
      return terminalText(verdict, { colour: options.colour, reportFile });
    case "markdown":
      return markdownText(verdict);
    case "json":
      return jsonText(verdict);
    case "sarif":
      return sarifText(verdict, placesIn(options.lock, options.env), packageVersion());
    case "junit":
      return junitText(verdict);
    case "github":
      return githubText(verdict, placesIn(options.lock, options.env));
  }
}

export function writeReports(verdict: Verdict, options: PrintOptions): void {
  for (const { file, format } of options.reports)
    writeText(file, printAs(format, verdict, { ...options, colour: false }));
}

/** @throws UsageError if the file cannot be written */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** GitHub wants the path from the top of the repository, where the action may run in a folder of it. */
function placesIn(lock: string, { GITHUB_WORKSPACE: top = process.cwd() }: Environment): LockPlaces {
  const lines = existsSync(lock) ? lockLines(readFileSync(lock, "utf8")) : noLines;
  return { file: relative(top, resolve(lock)).replaceAll("\\", "/"), lines };
}
