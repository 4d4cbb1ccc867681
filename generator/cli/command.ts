import type { ParseArgsConfig } from "node:util";
import { type ReportFormat, reportFormats } from "../report/report.ts";

/** One command in the overview, and how to load it. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command | Program>;
}

/** A program with a command line of its own: it gets all arguments after its name. @returns the exit code */
export type Program = (args: readonly string[]) => Promise<number>;

/** One command of the CLI. */
export interface Command {
  readonly name: string;
  /** What `--help` prints: what it is for, usage, options, examples, exit codes. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** The names in `--help` of its positional arguments. Absent: it takes none. */
  readonly arguments?: readonly string[];
  /** @returns the exit code. */
  run(values: Values, positionals: readonly string[]): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** A mistake in the command line. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The value of a text option, or its default. */
export function text(values: Values, name: string, defaultValue: string): string {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} is empty.`);
  return typeof value === "string" ? value : defaultValue;
}

export function formatOf(values: Values): ReportFormat {
  const format = text(values, "format", "human");
  const reportFormat = reportFormats.find((candidate) => candidate === format);
  if (!reportFormat) throw new UsageError(`--format ${format} is not one of ${reportFormats.join(", ")}.`);
  return reportFormat;
}

/** Whether to colour what goes to `stream` (https://no-color.org, https://force-color.org). */
export function colourFor(stream: { readonly isTTY?: boolean }): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && !NO_COLOR && TERM !== "dumb";
}
