import type { ParseArgsConfig } from "node:util";
import { type ReportFormat, reportFormats } from "../report/report.ts";

/** A line of the overview, and how to get the command. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  load(): Promise<Command | Program>;
}

/** A part with a command line of its own, which is handed all that follows its name. @returns the exit code */
export type Program = (args: readonly string[]) => Promise<number>;

/** One command of the CLI. */
export interface Command {
  readonly name: string;
  /** What `--help` prints: what it is for, usage, options, examples, exit codes. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** What its one argument without a name is called in `--help`; left out: it takes none. */
  readonly argument?: string;
  /** @returns the exit code. */
  run(values: Values, argument?: string): Promise<number>;
}

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The command line asks for something that is not there. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A text option, or what it is when left out. */
export function text(values: Values, name: string, otherwise: string): string {
  const value = values[name];
  if (value === "") throw new UsageError(`--${name} is empty.`);
  return typeof value === "string" ? value : otherwise;
}

export function formatOf(values: Values): ReportFormat {
  const format = text(values, "format", "human");
  const known = reportFormats.find((candidate) => candidate === format);
  if (!known) throw new UsageError(`--format ${format} is not one of ${reportFormats.join(", ")}.`);
  return known;
}

/** Whether to colour what goes to `stream` (https://no-color.org, https://force-color.org). */
export function colourFor(stream: { readonly isTTY?: boolean }): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (FORCE_COLOR) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && !NO_COLOR && TERM !== "dumb";
}
